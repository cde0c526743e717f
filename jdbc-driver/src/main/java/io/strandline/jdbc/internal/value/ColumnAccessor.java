package io.strandline.jdbc.internal.value;

import io.strandline.jdbc.internal.error.SqlErrors;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialClob;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.AvaticaType;
import org.apache.calcite.avatica.util.ArrayImpl;
import org.apache.calcite.avatica.util.Cursor;
import org.joou.UByte;
import org.joou.UInteger;
import org.joou.ULong;
import org.joou.UShort;
import org.jspecify.annotations.Nullable;

/** One column of the current row, in every type JDBC can ask for. Not thread-safe. */
final class ColumnAccessor implements Cursor.Accessor {
    private final FrameCursor cursor;
    private final int index;
    private final AvaticaType type;
    private final ValueKind kind;
    private final Calendar localCalendar;
    private final ZoneId zone;
    private final ArrayImpl.Factory results;
    private final WallClock wallClock = new WallClock();

    ColumnAccessor(
            FrameCursor cursor,
            int index,
            ColumnMetaData column,
            Calendar localCalendar,
            ZoneId zone,
            ArrayImpl.Factory results) {
        this.cursor = cursor;
        this.index = index;
        this.type = column.type;
        this.kind = ValueKind.of(column.type);
        this.localCalendar = localCalendar;
        this.zone = zone;
        this.results = results;
    }

    private @Nullable Object value() throws SQLException {
        Object raw = cursor.raw(index);
        return raw == null ? null : kind.decode(raw);
    }

    private <T> @Nullable T as(Class<T> wanted) throws SQLException {
        Object value = value();
        return value == null ? null : Conversions.to(wanted, value, zone);
    }

    private long whole(long min, long max, String name) throws SQLException {
        if ((kind == ValueKind.INTEGER || kind == ValueKind.LONG) && cursor.isWhole(index)) {
            return Numbers.within(cursor.bits(index), min, max, name);
        }
        Object value = value();
        return value == null ? 0 : Numbers.whole(value, min, max, name);
    }

    /** The result set passes its own calendar when the caller gave none; an equal one of the caller's counts. */
    @SuppressWarnings("ReferenceEquality")
    private @Nullable Calendar given(@Nullable Calendar calendar) {
        return calendar == localCalendar ? null : calendar;
    }

    @Override
    public boolean wasNull() {
        return cursor.wasNull();
    }

    @Override
    public @Nullable String getString() throws SQLException {
        Object raw = cursor.raw(index);
        if (raw instanceof String && kind == ValueKind.TEXT) {
            return (String) raw;
        }
        Object value = raw == null ? null : kind.decode(raw);
        return value instanceof List
                ? array(type, (List<?>) value).toString()
                : value == null ? null : Conversions.toText(value, zone);
    }

    @Override
    public boolean getBoolean() throws SQLException {
        if (cursor.form(index) == FrameRows.BOOLEAN && kind == ValueKind.BOOLEAN) {
            return cursor.bits(index) != 0;
        }
        Object value = value();
        return value != null && Numbers.bool(value);
    }

    @Override
    public byte getByte() throws SQLException {
        return (byte) whole(Byte.MIN_VALUE, Byte.MAX_VALUE, "TINYINT");
    }

    @Override
    public UByte getUByte() throws SQLException {
        return UByte.valueOf(whole(UByte.MIN_VALUE, UByte.MAX_VALUE, "unsigned TINYINT"));
    }

    @Override
    public short getShort() throws SQLException {
        return (short) whole(Short.MIN_VALUE, Short.MAX_VALUE, "SMALLINT");
    }

    @Override
    public UShort getUShort() throws SQLException {
        return UShort.valueOf((int) whole(UShort.MIN_VALUE, UShort.MAX_VALUE, "unsigned SMALLINT"));
    }

    @Override
    public int getInt() throws SQLException {
        return (int) whole(Integer.MIN_VALUE, Integer.MAX_VALUE, "INTEGER");
    }

    @Override
    public UInteger getUInt() throws SQLException {
        return UInteger.valueOf(whole(UInteger.MIN_VALUE, UInteger.MAX_VALUE, "unsigned INTEGER"));
    }

    @Override
    public long getLong() throws SQLException {
        return whole(Long.MIN_VALUE, Long.MAX_VALUE, "BIGINT");
    }

    @Override
    public ULong getULong() throws SQLException {
        BigDecimal value = getBigDecimal();
        return ULong.valueOf((value == null ? BigDecimal.ZERO : value).toBigInteger());
    }

    @Override
    public float getFloat() throws SQLException {
        return (float) getDouble();
    }

    @Override
    public double getDouble() throws SQLException {
        if (cursor.form(index) == FrameRows.DOUBLE && kind == ValueKind.DOUBLE) {
            return Double.longBitsToDouble(cursor.bits(index));
        }
        Object value = value();
        return value == null ? 0 : Numbers.floating(value);
    }

    @Override
    public @Nullable BigDecimal getBigDecimal() throws SQLException {
        return as(BigDecimal.class);
    }

    @Override
    public @Nullable BigDecimal getBigDecimal(int scale) throws SQLException {
        BigDecimal value = getBigDecimal();
        return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
    }

    @Override
    public byte @Nullable [] getBytes() throws SQLException {
        Object value = value();
        return value == null ? null : Conversions.toBytes(value);
    }

    @Override
    public @Nullable InputStream getAsciiStream() throws SQLException {
        String text = getString();
        return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public @Nullable InputStream getUnicodeStream() throws SQLException {
        String text = getString();
        return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public @Nullable InputStream getBinaryStream() throws SQLException {
        byte[] bytes = getBytes();
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }

    @Override
    public @Nullable Object getObject() throws SQLException {
        Object value = value();
        if (value instanceof List && kind == ValueKind.ARRAY) {
            return array(type, (List<?>) value);
        }
        return value == null ? null : Conversions.toJdbc(value, zone);
    }

    @Override
    public @Nullable Object getObject(@Nullable Map<String, Class<?>> map) throws SQLException {
        return getObject();
    }

    @Override
    public <T> @Nullable T getObject(Class<T> wanted) throws SQLException {
        if (wanted == Array.class) {
            return wanted.cast(getArray());
        }
        return wanted == Object.class ? wanted.cast(getObject()) : as(wanted);
    }

    @Override
    public @Nullable Reader getCharacterStream() throws SQLException {
        String text = getString();
        return text == null ? null : new StringReader(text);
    }

    @Override
    public @Nullable Reader getNCharacterStream() throws SQLException {
        return getCharacterStream();
    }

    @Override
    public @Nullable String getNString() throws SQLException {
        return getString();
    }

    @Override
    public @Nullable Array getArray() throws SQLException {
        Object value = value();
        if (value != null && !(value instanceof List)) {
            throw Conversions.cannot(value, "ARRAY");
        }
        return value == null ? null : array(type, (List<?>) value);
    }

    private SqlArray array(AvaticaType arrayType, List<?> travelled) throws SQLException {
        return SqlArray.of(arrayType, travelled, zone, results);
    }

    @Override
    public @Nullable Date getDate(@Nullable Calendar calendar) throws SQLException {
        Object value = value();
        return value == null ? null : Times.sqlDate(value, zone, given(calendar));
    }

    @Override
    public @Nullable Time getTime(@Nullable Calendar calendar) throws SQLException {
        Object value = value();
        return value == null ? null : Times.sqlTime(value, zone, given(calendar));
    }

    @Override
    public @Nullable Timestamp getTimestamp(@Nullable Calendar calendar) throws SQLException {
        if (cursor.isWhole(index) && kind == ValueKind.TIMESTAMP && given(calendar) == null) {
            return wallClock.timestamp(cursor.bits(index));
        }
        Object value = value();
        return value == null ? null : Times.sqlTimestamp(value, zone, given(calendar));
    }

    @Override
    public @Nullable URL getURL() throws SQLException {
        String text = getString();
        try {
            return text == null ? null : new URL(text);
        } catch (MalformedURLException e) {
            throw Conversions.cannot(text, "URL");
        }
    }

    @Override
    public @Nullable Blob getBlob() throws SQLException {
        byte[] bytes = getBytes();
        return bytes == null ? null : new SerialBlob(bytes);
    }

    @Override
    public @Nullable Clob getClob() throws SQLException {
        String text = getString();
        return text == null ? null : new SerialClob(text.toCharArray());
    }

    @Override
    public NClob getNClob() throws SQLException {
        throw SqlErrors.unsupported("NCLOB; read it with getString");
    }

    @Override
    public Ref getRef() throws SQLException {
        throw SqlErrors.unsupported("REF");
    }

    @Override
    public Struct getStruct() throws SQLException {
        throw SqlErrors.unsupported("STRUCT; read it with getString");
    }

    @Override
    public SQLXML getSQLXML() throws SQLException {
        throw SqlErrors.unsupported("SQLXML");
    }
}
