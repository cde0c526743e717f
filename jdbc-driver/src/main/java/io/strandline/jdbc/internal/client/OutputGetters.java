package io.strandline.jdbc.internal.client;

import java.io.Reader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** {@link CallableStatement}'s getters by place: an OUT parameter is a column of the first row. Not thread-safe. */
abstract class OutputGetters extends NamedParameterSetters {
    OutputGetters(
            GatewayConnection connection,
            Meta.StatementHandle prepared,
            String sql,
            int type,
            int concurrency,
            int holdability) {
        super(connection, prepared, sql, type, concurrency, holdability);
    }

    /** The first row of the last execution. */
    abstract ResultSet output() throws SQLException;

    /** The column of the first row that answers for a parameter, by its place. */
    abstract int column(int parameterIndex) throws SQLException;

    @Override
    public @Nullable String getString(int parameterIndex) throws SQLException {
        return output().getString(column(parameterIndex));
    }

    @Override
    public boolean getBoolean(int parameterIndex) throws SQLException {
        return output().getBoolean(column(parameterIndex));
    }

    @Override
    public byte getByte(int parameterIndex) throws SQLException {
        return output().getByte(column(parameterIndex));
    }

    @Override
    public short getShort(int parameterIndex) throws SQLException {
        return output().getShort(column(parameterIndex));
    }

    @Override
    public int getInt(int parameterIndex) throws SQLException {
        return output().getInt(column(parameterIndex));
    }

    @Override
    public long getLong(int parameterIndex) throws SQLException {
        return output().getLong(column(parameterIndex));
    }

    @Override
    public float getFloat(int parameterIndex) throws SQLException {
        return output().getFloat(column(parameterIndex));
    }

    @Override
    public double getDouble(int parameterIndex) throws SQLException {
        return output().getDouble(column(parameterIndex));
    }

    @Override
    public byte @Nullable [] getBytes(int parameterIndex) throws SQLException {
        return output().getBytes(column(parameterIndex));
    }

    @Override
    public @Nullable Date getDate(int parameterIndex) throws SQLException {
        return output().getDate(column(parameterIndex));
    }

    @Override
    public @Nullable Time getTime(int parameterIndex) throws SQLException {
        return output().getTime(column(parameterIndex));
    }

    @Override
    public @Nullable Timestamp getTimestamp(int parameterIndex) throws SQLException {
        return output().getTimestamp(column(parameterIndex));
    }

    @Override
    public @Nullable Object getObject(int parameterIndex) throws SQLException {
        return output().getObject(column(parameterIndex));
    }

    @Override
    public @Nullable BigDecimal getBigDecimal(int parameterIndex) throws SQLException {
        return output().getBigDecimal(column(parameterIndex));
    }

    @Override
    public @Nullable Ref getRef(int parameterIndex) throws SQLException {
        return output().getRef(column(parameterIndex));
    }

    @Override
    public @Nullable Blob getBlob(int parameterIndex) throws SQLException {
        return output().getBlob(column(parameterIndex));
    }

    @Override
    public @Nullable Clob getClob(int parameterIndex) throws SQLException {
        return output().getClob(column(parameterIndex));
    }

    @Override
    public @Nullable Array getArray(int parameterIndex) throws SQLException {
        return output().getArray(column(parameterIndex));
    }

    @Override
    public @Nullable URL getURL(int parameterIndex) throws SQLException {
        return output().getURL(column(parameterIndex));
    }

    @Override
    public @Nullable RowId getRowId(int parameterIndex) throws SQLException {
        return output().getRowId(column(parameterIndex));
    }

    @Override
    public @Nullable NClob getNClob(int parameterIndex) throws SQLException {
        return output().getNClob(column(parameterIndex));
    }

    @Override
    public @Nullable SQLXML getSQLXML(int parameterIndex) throws SQLException {
        return output().getSQLXML(column(parameterIndex));
    }

    @Override
    public @Nullable String getNString(int parameterIndex) throws SQLException {
        return output().getNString(column(parameterIndex));
    }

    @Override
    public @Nullable Reader getNCharacterStream(int parameterIndex) throws SQLException {
        return output().getNCharacterStream(column(parameterIndex));
    }

    @Override
    public @Nullable Reader getCharacterStream(int parameterIndex) throws SQLException {
        return output().getCharacterStream(column(parameterIndex));
    }

    @Override
    public @Nullable Date getDate(int parameterIndex, @Nullable Calendar calendar) throws SQLException {
        return output().getDate(column(parameterIndex), calendar);
    }

    @Override
    public @Nullable Time getTime(int parameterIndex, @Nullable Calendar calendar) throws SQLException {
        return output().getTime(column(parameterIndex), calendar);
    }

    @Override
    public @Nullable Timestamp getTimestamp(int parameterIndex, @Nullable Calendar calendar) throws SQLException {
        return output().getTimestamp(column(parameterIndex), calendar);
    }

    @Override
    public @Nullable Object getObject(int parameterIndex, @Nullable Map<String, Class<?>> map) throws SQLException {
        return output().getObject(column(parameterIndex));
    }

    @Override
    public <T> @Nullable T getObject(int parameterIndex, Class<T> type) throws SQLException {
        return output().getObject(column(parameterIndex), type);
    }

    @Override
    @Deprecated
    public @Nullable BigDecimal getBigDecimal(int parameterIndex, int scale) throws SQLException {
        BigDecimal value = getBigDecimal(parameterIndex);
        return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
    }

    @Override
    public boolean wasNull() throws SQLException {
        return output().wasNull();
    }
}
