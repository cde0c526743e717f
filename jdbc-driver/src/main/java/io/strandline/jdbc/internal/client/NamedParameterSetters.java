package io.strandline.jdbc.internal.client;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** {@link CallableStatement}'s setters by name, each by way of the parameter's place. Not thread-safe. */
abstract class NamedParameterSetters extends GatewayPreparedStatement implements CallableStatement {
    NamedParameterSetters(
            GatewayConnection connection,
            Meta.StatementHandle prepared,
            String sql,
            int type,
            int concurrency,
            int holdability) {
        super(connection, prepared, sql, type, concurrency, holdability);
    }

    /** The place, from 1, of the parameter with a name; an error names those there are. */
    abstract int index(String parameterName) throws SQLException;

    @Override
    public void setBoolean(String parameterName, boolean x) throws SQLException {
        setBoolean(index(parameterName), x);
    }

    @Override
    public void setByte(String parameterName, byte x) throws SQLException {
        setByte(index(parameterName), x);
    }

    @Override
    public void setShort(String parameterName, short x) throws SQLException {
        setShort(index(parameterName), x);
    }

    @Override
    public void setInt(String parameterName, int x) throws SQLException {
        setInt(index(parameterName), x);
    }

    @Override
    public void setLong(String parameterName, long x) throws SQLException {
        setLong(index(parameterName), x);
    }

    @Override
    public void setFloat(String parameterName, float x) throws SQLException {
        setFloat(index(parameterName), x);
    }

    @Override
    public void setDouble(String parameterName, double x) throws SQLException {
        setDouble(index(parameterName), x);
    }

    @Override
    public void setBigDecimal(String parameterName, @Nullable BigDecimal x) throws SQLException {
        setBigDecimal(index(parameterName), x);
    }

    @Override
    public void setString(String parameterName, @Nullable String x) throws SQLException {
        setString(index(parameterName), x);
    }

    @Override
    public void setBytes(String parameterName, byte @Nullable [] x) throws SQLException {
        setBytes(index(parameterName), x);
    }

    @Override
    public void setDate(String parameterName, @Nullable Date x) throws SQLException {
        setDate(index(parameterName), x);
    }

    @Override
    public void setTime(String parameterName, @Nullable Time x) throws SQLException {
        setTime(index(parameterName), x);
    }

    @Override
    public void setTimestamp(String parameterName, @Nullable Timestamp x) throws SQLException {
        setTimestamp(index(parameterName), x);
    }

    @Override
    public void setNString(String parameterName, @Nullable String x) throws SQLException {
        setNString(index(parameterName), x);
    }

    @Override
    public void setObject(String parameterName, @Nullable Object x) throws SQLException {
        setObject(index(parameterName), x);
    }

    @Override
    public void setURL(String parameterName, @Nullable URL x) throws SQLException {
        setURL(index(parameterName), x);
    }

    @Override
    public void setRowId(String parameterName, @Nullable RowId x) throws SQLException {
        setRowId(index(parameterName), x);
    }

    @Override
    public void setNClob(String parameterName, @Nullable NClob x) throws SQLException {
        setNClob(index(parameterName), x);
    }

    @Override
    public void setSQLXML(String parameterName, @Nullable SQLXML x) throws SQLException {
        setSQLXML(index(parameterName), x);
    }

    @Override
    public void setBlob(String parameterName, @Nullable Blob x) throws SQLException {
        setBlob(index(parameterName), x);
    }

    @Override
    public void setClob(String parameterName, @Nullable Clob x) throws SQLException {
        setClob(index(parameterName), x);
    }

    @Override
    public void setAsciiStream(String parameterName, @Nullable InputStream x) throws SQLException {
        setAsciiStream(index(parameterName), x);
    }

    @Override
    public void setBinaryStream(String parameterName, @Nullable InputStream x) throws SQLException {
        setBinaryStream(index(parameterName), x);
    }

    @Override
    public void setCharacterStream(String parameterName, @Nullable Reader x) throws SQLException {
        setCharacterStream(index(parameterName), x);
    }

    @Override
    public void setNCharacterStream(String parameterName, @Nullable Reader x) throws SQLException {
        setNCharacterStream(index(parameterName), x);
    }

    @Override
    public void setClob(String parameterName, @Nullable Reader x) throws SQLException {
        setClob(index(parameterName), x);
    }

    @Override
    public void setNClob(String parameterName, @Nullable Reader x) throws SQLException {
        setNClob(index(parameterName), x);
    }

    @Override
    public void setBlob(String parameterName, @Nullable InputStream x) throws SQLException {
        setBlob(index(parameterName), x);
    }

    @Override
    public void setDate(String parameterName, @Nullable Date x, @Nullable Calendar calendar) throws SQLException {
        setDate(index(parameterName), x, calendar);
    }

    @Override
    public void setTime(String parameterName, @Nullable Time x, @Nullable Calendar calendar) throws SQLException {
        setTime(index(parameterName), x, calendar);
    }

    @Override
    public void setTimestamp(String parameterName, @Nullable Timestamp x, @Nullable Calendar calendar)
            throws SQLException {
        setTimestamp(index(parameterName), x, calendar);
    }

    @Override
    public void setNull(String parameterName, int sqlType) throws SQLException {
        setNull(index(parameterName), sqlType);
    }

    @Override
    public void setNull(String parameterName, int sqlType, @Nullable String typeName) throws SQLException {
        setNull(index(parameterName), sqlType);
    }

    @Override
    public void setObject(String parameterName, @Nullable Object x, int targetSqlType) throws SQLException {
        setObject(index(parameterName), x, targetSqlType);
    }

    @Override
    public void setObject(String parameterName, @Nullable Object x, int targetSqlType, int scale) throws SQLException {
        setObject(index(parameterName), x, targetSqlType, scale);
    }

    @Override
    public void setObject(String parameterName, @Nullable Object x, SQLType targetSqlType) throws SQLException {
        setObject(index(parameterName), x, targetSqlType);
    }

    @Override
    public void setObject(String parameterName, @Nullable Object x, SQLType targetSqlType, int scale)
            throws SQLException {
        setObject(index(parameterName), x, targetSqlType, scale);
    }

    @Override
    public void setAsciiStream(String parameterName, @Nullable InputStream x, int length) throws SQLException {
        setAsciiStream(index(parameterName), x, length);
    }

    @Override
    public void setAsciiStream(String parameterName, @Nullable InputStream x, long length) throws SQLException {
        setAsciiStream(index(parameterName), x, length);
    }

    @Override
    public void setBinaryStream(String parameterName, @Nullable InputStream x, int length) throws SQLException {
        setBinaryStream(index(parameterName), x, length);
    }

    @Override
    public void setBinaryStream(String parameterName, @Nullable InputStream x, long length) throws SQLException {
        setBinaryStream(index(parameterName), x, length);
    }

    @Override
    public void setCharacterStream(String parameterName, @Nullable Reader x, int length) throws SQLException {
        setCharacterStream(index(parameterName), x, length);
    }

    @Override
    public void setCharacterStream(String parameterName, @Nullable Reader x, long length) throws SQLException {
        setCharacterStream(index(parameterName), x, length);
    }

    @Override
    public void setNCharacterStream(String parameterName, @Nullable Reader x, long length) throws SQLException {
        setNCharacterStream(index(parameterName), x, length);
    }

    @Override
    public void setClob(String parameterName, @Nullable Reader x, long length) throws SQLException {
        setClob(index(parameterName), x, length);
    }

    @Override
    public void setNClob(String parameterName, @Nullable Reader x, long length) throws SQLException {
        setNClob(index(parameterName), x, length);
    }

    @Override
    public void setBlob(String parameterName, @Nullable InputStream x, long length) throws SQLException {
        setBlob(index(parameterName), x, length);
    }
}
