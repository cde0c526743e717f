package io.strandline.jdbc.internal.client;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.value.Casts;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** JDBC's many ways to set a parameter, each led back to one. Not thread-safe. */
abstract class ParameterSetters extends GatewayStatement implements PreparedStatement {
    ParameterSetters(
            GatewayConnection connection, Meta.StatementHandle handle, int type, int concurrency, int holdability) {
        super(connection, handle, type, concurrency, holdability);
    }

    /**
     * Sets a parameter.
     *
     * @param parameterIndex its place, from 1
     * @param value any value JDBC 4.2 allows, or null
     * @param calendar zone for a {@code java.sql} date or time, null for the JVM's
     */
    abstract void set(int parameterIndex, @Nullable Object value, @Nullable Calendar calendar) throws SQLException;

    @Override
    public void setBoolean(int parameterIndex, boolean x) throws SQLException {
        set(parameterIndex, x, null);
    }

    @Override
    public void setByte(int parameterIndex, byte x) throws SQLException {
        set(parameterIndex, x, null);
    }

    @Override
    public void setShort(int parameterIndex, short x) throws SQLException {
        set(parameterIndex, x, null);
    }

    @Override
    public void setInt(int parameterIndex, int x) throws SQLException {
        set(parameterIndex, x, null);
    }

    @Override
    public void setLong(int parameterIndex, long x) throws SQLException {
        set(parameterIndex, x, null);
    }

    @Override
    public void setFloat(int parameterIndex, float x) throws SQLException {
        set(parameterIndex, x, null);
    }

    @Override
    public void setDouble(int parameterIndex, double x) throws SQLException {
        set(parameterIndex, x, null);
    }

    @Override
    public void setBigDecimal(int parameterIndex, @Nullable BigDecimal x) throws SQLException {
        set(parameterIndex, x, null);
    }

    @Override
    public void setString(int parameterIndex, @Nullable String x) throws SQLException {
        set(parameterIndex, x, null);
    }

    @Override
    public void setBytes(int parameterIndex, byte @Nullable [] x) throws SQLException {
        set(parameterIndex, x, null);
    }

    @Override
    public void setDate(int parameterIndex, @Nullable Date x) throws SQLException {
        set(parameterIndex, x, null);
    }

    @Override
    public void setTime(int parameterIndex, @Nullable Time x) throws SQLException {
        set(parameterIndex, x, null);
    }

    @Override
    public void setTimestamp(int parameterIndex, @Nullable Timestamp x) throws SQLException {
        set(parameterIndex, x, null);
    }

    @Override
    public void setArray(int parameterIndex, @Nullable Array x) throws SQLException {
        set(parameterIndex, x, null);
    }

    @Override
    public void setNString(int parameterIndex, @Nullable String x) throws SQLException {
        set(parameterIndex, x, null);
    }

    @Override
    public void setObject(int parameterIndex, @Nullable Object x) throws SQLException {
        set(parameterIndex, x, null);
    }

    @Override
    public void setDate(int parameterIndex, @Nullable Date x, @Nullable Calendar calendar) throws SQLException {
        set(parameterIndex, x, calendar);
    }

    @Override
    public void setTime(int parameterIndex, @Nullable Time x, @Nullable Calendar calendar) throws SQLException {
        set(parameterIndex, x, calendar);
    }

    @Override
    public void setTimestamp(int parameterIndex, @Nullable Timestamp x, @Nullable Calendar calendar)
            throws SQLException {
        set(parameterIndex, x, calendar);
    }

    @Override
    public void setNull(int parameterIndex, int sqlType) throws SQLException {
        set(parameterIndex, null, null);
    }

    @Override
    public void setNull(int parameterIndex, int sqlType, @Nullable String typeName) throws SQLException {
        set(parameterIndex, null, null);
    }

    @Override
    public void setURL(int parameterIndex, @Nullable URL x) throws SQLException {
        set(parameterIndex, x == null ? null : x.toString(), null);
    }

    @Override
    public void setObject(int parameterIndex, @Nullable Object x, int targetSqlType) throws SQLException {
        set(parameterIndex, Casts.to(targetSqlType, x, -1, zone()), null);
    }

    @Override
    public void setObject(int parameterIndex, @Nullable Object x, int targetSqlType, int scaleOrLength)
            throws SQLException {
        set(parameterIndex, Casts.to(targetSqlType, x, scaleOrLength, zone()), null);
    }

    @Override
    public void setObject(int parameterIndex, @Nullable Object x, SQLType targetSqlType) throws SQLException {
        setObject(parameterIndex, x, targetSqlType.getVendorTypeNumber());
    }

    @Override
    public void setObject(int parameterIndex, @Nullable Object x, SQLType targetSqlType, int scaleOrLength)
            throws SQLException {
        setObject(parameterIndex, x, targetSqlType.getVendorTypeNumber(), scaleOrLength);
    }

    @Override
    public void setAsciiStream(int parameterIndex, @Nullable InputStream x, int length) throws SQLException {
        set(parameterIndex, Streams.text(x, length, StandardCharsets.US_ASCII), null);
    }

    @Override
    public void setAsciiStream(int parameterIndex, @Nullable InputStream x, long length) throws SQLException {
        set(parameterIndex, Streams.text(x, length, StandardCharsets.US_ASCII), null);
    }

    @Override
    public void setAsciiStream(int parameterIndex, @Nullable InputStream x) throws SQLException {
        set(parameterIndex, Streams.text(x, Streams.WHOLE, StandardCharsets.US_ASCII), null);
    }

    @Override
    @Deprecated
    public void setUnicodeStream(int parameterIndex, @Nullable InputStream x, int length) throws SQLException {
        set(parameterIndex, Streams.text(x, length, StandardCharsets.UTF_8), null);
    }

    @Override
    public void setBinaryStream(int parameterIndex, @Nullable InputStream x, int length) throws SQLException {
        set(parameterIndex, Streams.bytes(x, length), null);
    }

    @Override
    public void setBinaryStream(int parameterIndex, @Nullable InputStream x, long length) throws SQLException {
        set(parameterIndex, Streams.bytes(x, length), null);
    }

    @Override
    public void setBinaryStream(int parameterIndex, @Nullable InputStream x) throws SQLException {
        set(parameterIndex, Streams.bytes(x, Streams.WHOLE), null);
    }

    @Override
    public void setCharacterStream(int parameterIndex, @Nullable Reader reader, int length) throws SQLException {
        set(parameterIndex, Streams.text(reader, length), null);
    }

    @Override
    public void setCharacterStream(int parameterIndex, @Nullable Reader reader, long length) throws SQLException {
        set(parameterIndex, Streams.text(reader, length), null);
    }

    @Override
    public void setCharacterStream(int parameterIndex, @Nullable Reader reader) throws SQLException {
        set(parameterIndex, Streams.text(reader, Streams.WHOLE), null);
    }

    @Override
    public void setNCharacterStream(int parameterIndex, @Nullable Reader reader, long length) throws SQLException {
        set(parameterIndex, Streams.text(reader, length), null);
    }

    @Override
    public void setClob(int parameterIndex, @Nullable Reader reader, long length) throws SQLException {
        set(parameterIndex, Streams.text(reader, length), null);
    }

    @Override
    public void setNClob(int parameterIndex, @Nullable Reader reader, long length) throws SQLException {
        set(parameterIndex, Streams.text(reader, length), null);
    }

    @Override
    public void setBlob(int parameterIndex, @Nullable InputStream x, long length) throws SQLException {
        set(parameterIndex, Streams.bytes(x, length), null);
    }

    @Override
    public void setNCharacterStream(int parameterIndex, @Nullable Reader reader) throws SQLException {
        set(parameterIndex, Streams.text(reader, Streams.WHOLE), null);
    }

    @Override
    public void setClob(int parameterIndex, @Nullable Reader reader) throws SQLException {
        set(parameterIndex, Streams.text(reader, Streams.WHOLE), null);
    }

    @Override
    public void setNClob(int parameterIndex, @Nullable Reader reader) throws SQLException {
        set(parameterIndex, Streams.text(reader, Streams.WHOLE), null);
    }

    @Override
    public void setBlob(int parameterIndex, @Nullable InputStream x) throws SQLException {
        set(parameterIndex, Streams.bytes(x, Streams.WHOLE), null);
    }

    @Override
    public void setBlob(int parameterIndex, @Nullable Blob x) throws SQLException {
        set(parameterIndex, Streams.bytes(x), null);
    }

    @Override
    public void setClob(int parameterIndex, @Nullable Clob x) throws SQLException {
        set(parameterIndex, Streams.text(x), null);
    }

    @Override
    public void setNClob(int parameterIndex, @Nullable NClob x) throws SQLException {
        set(parameterIndex, Streams.text(x), null);
    }

    @Override
    public void setSQLXML(int parameterIndex, @Nullable SQLXML x) throws SQLException {
        set(parameterIndex, x == null ? null : x.getString(), null);
    }

    @Override
    public void setRef(int parameterIndex, @Nullable Ref x) throws SQLException {
        throw SqlErrors.unsupported("a REF parameter");
    }

    @Override
    public void setRowId(int parameterIndex, @Nullable RowId x) throws SQLException {
        throw SqlErrors.unsupported("a ROWID parameter");
    }
}
