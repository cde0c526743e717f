package io.strandline.jdbc.internal.client;

import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** {@link CallableStatement}'s getters by name: the name of a column of the first row. Not thread-safe. */
abstract class NamedOutputGetters extends OutputGetters {
    NamedOutputGetters(
            GatewayConnection connection,
            Meta.StatementHandle prepared,
            String sql,
            int type,
            int concurrency,
            int holdability) {
        super(connection, prepared, sql, type, concurrency, holdability);
    }

    /** The column of the first row that answers for a parameter, by its name. */
    abstract int column(String parameterName) throws SQLException;

    @Override
    public @Nullable String getString(String parameterName) throws SQLException {
        return output().getString(column(parameterName));
    }

    @Override
    public boolean getBoolean(String parameterName) throws SQLException {
        return output().getBoolean(column(parameterName));
    }

    @Override
    public byte getByte(String parameterName) throws SQLException {
        return output().getByte(column(parameterName));
    }

    @Override
    public short getShort(String parameterName) throws SQLException {
        return output().getShort(column(parameterName));
    }

    @Override
    public int getInt(String parameterName) throws SQLException {
        return output().getInt(column(parameterName));
    }

    @Override
    public long getLong(String parameterName) throws SQLException {
        return output().getLong(column(parameterName));
    }

    @Override
    public float getFloat(String parameterName) throws SQLException {
        return output().getFloat(column(parameterName));
    }

    @Override
    public double getDouble(String parameterName) throws SQLException {
        return output().getDouble(column(parameterName));
    }

    @Override
    public byte @Nullable [] getBytes(String parameterName) throws SQLException {
        return output().getBytes(column(parameterName));
    }

    @Override
    public @Nullable Date getDate(String parameterName) throws SQLException {
        return output().getDate(column(parameterName));
    }

    @Override
    public @Nullable Time getTime(String parameterName) throws SQLException {
        return output().getTime(column(parameterName));
    }

    @Override
    public @Nullable Timestamp getTimestamp(String parameterName) throws SQLException {
        return output().getTimestamp(column(parameterName));
    }

    @Override
    public @Nullable Object getObject(String parameterName) throws SQLException {
        return output().getObject(column(parameterName));
    }

    @Override
    public @Nullable BigDecimal getBigDecimal(String parameterName) throws SQLException {
        return output().getBigDecimal(column(parameterName));
    }

    @Override
    public @Nullable Ref getRef(String parameterName) throws SQLException {
        return output().getRef(column(parameterName));
    }

    @Override
    public @Nullable Blob getBlob(String parameterName) throws SQLException {
        return output().getBlob(column(parameterName));
    }

    @Override
    public @Nullable Clob getClob(String parameterName) throws SQLException {
        return output().getClob(column(parameterName));
    }

    @Override
    public @Nullable Array getArray(String parameterName) throws SQLException {
        return output().getArray(column(parameterName));
    }

    @Override
    public @Nullable URL getURL(String parameterName) throws SQLException {
        return output().getURL(column(parameterName));
    }

    @Override
    public @Nullable RowId getRowId(String parameterName) throws SQLException {
        return output().getRowId(column(parameterName));
    }

    @Override
    public @Nullable NClob getNClob(String parameterName) throws SQLException {
        return output().getNClob(column(parameterName));
    }

    @Override
    public @Nullable SQLXML getSQLXML(String parameterName) throws SQLException {
        return output().getSQLXML(column(parameterName));
    }

    @Override
    public @Nullable String getNString(String parameterName) throws SQLException {
        return output().getNString(column(parameterName));
    }

    @Override
    public @Nullable Reader getNCharacterStream(String parameterName) throws SQLException {
        return output().getNCharacterStream(column(parameterName));
    }

    @Override
    public @Nullable Reader getCharacterStream(String parameterName) throws SQLException {
        return output().getCharacterStream(column(parameterName));
    }

    @Override
    public @Nullable Date getDate(String parameterName, @Nullable Calendar calendar) throws SQLException {
        return output().getDate(column(parameterName), calendar);
    }

    @Override
    public @Nullable Time getTime(String parameterName, @Nullable Calendar calendar) throws SQLException {
        return output().getTime(column(parameterName), calendar);
    }

    @Override
    public @Nullable Timestamp getTimestamp(String parameterName, @Nullable Calendar calendar) throws SQLException {
        return output().getTimestamp(column(parameterName), calendar);
    }

    @Override
    public @Nullable Object getObject(String parameterName, @Nullable Map<String, Class<?>> map) throws SQLException {
        return output().getObject(column(parameterName));
    }

    @Override
    public <T> @Nullable T getObject(String parameterName, Class<T> type) throws SQLException {
        return output().getObject(column(parameterName), type);
    }
}
