package io.strandline.sink;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VariableWidthFieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/** What Arrow's types are in SQL, and their values (Arrow columnar format). */
final class ArrowTypes {
    private static final int UUID_BYTES = 16;
    private static final int LONG_DIGITS = 20;

    /** Of Arrow's largest decimal. */
    private static final int MOST_DIGITS = 76;

    private ArrowTypes() {}

    static SqlType type(Field field) {
        SqlType type = of(field);
        return field.isNullable() ? type.orNull() : type;
    }

    private static SqlType of(Field field) {
        ArrowType type = field.getType();
        return switch (type.getTypeID()) {
            case Bool -> SqlType.bool();
            case Int -> integer((ArrowType.Int) type);
            case FloatingPoint -> floating(field, (ArrowType.FloatingPoint) type);
            case Decimal -> decimal(field, (ArrowType.Decimal) type);
            case Utf8, LargeUtf8, Utf8View -> SqlType.text();
            case Binary, LargeBinary, BinaryView -> SqlType.binary();
            case FixedSizeBinary -> isUuid(field) ? SqlType.uuid() : SqlType.binary();
            case Date -> SqlType.date();
            case Time -> SqlType.time();
            case Timestamp ->
                ((ArrowType.Timestamp) type).getTimezone() == null ? SqlType.localTimestamp() : SqlType.timestamp();
            case List, LargeList, FixedSizeList ->
                SqlType.arrayOf(type(field.getChildren().get(0)));
            case Map -> map(field.getChildren().get(0));
            case Struct ->
                SqlType.rowOf(field.getChildren().stream()
                        .map(child -> new SqlType.Field(child.getName(), type(child)))
                        .toList());
            default -> throw unsupported(field);
        };
    }

    private static SqlType map(Field entries) {
        return SqlType.mapOf(
                type(entries.getChildren().get(0)), type(entries.getChildren().get(1)));
    }

    private static SqlType integer(ArrowType.Int type) {
        int bits = type.getBitWidth();
        if (bits < Integer.SIZE || (bits == Integer.SIZE && type.getIsSigned())) {
            return SqlType.integer();
        }
        return bits == Integer.SIZE || type.getIsSigned() ? SqlType.bigint() : SqlType.decimal(LONG_DIGITS, 0);
    }

    /** Digits that no sender means would take long to be computed with. */
    private static SqlType decimal(Field field, ArrowType.Decimal type) {
        boolean meant = type.getPrecision() >= 1
                && type.getPrecision() <= MOST_DIGITS
                && type.getScale() >= 0
                && type.getScale() <= type.getPrecision();
        if (!meant) {
            throw unsupported(field);
        }
        return SqlType.decimal(type.getPrecision(), type.getScale());
    }

    private static SqlType floating(Field field, ArrowType.FloatingPoint type) {
        if (type.getPrecision() == FloatingPointPrecision.HALF) {
            throw unsupported(field);
        }
        return type.getPrecision() == FloatingPointPrecision.SINGLE ? SqlType.float32() : SqlType.float64();
    }

    private static boolean isUuid(Field field) {
        return ((ArrowType.FixedSizeBinary) field.getType()).getByteWidth() == UUID_BYTES
                && "arrow.uuid".equals(field.getMetadata().get("ARROW:extension:name"));
    }

    private static StrandlineException unsupported(Field field) {
        return new StrandlineException(
                ErrorCode.NOT_SUPPORTED,
                "column " + field.getName() + " has Arrow's type " + field.getType()
                        + ", which no sink takes. Cast it before it is sent.");
    }

    /**
     * The value of a row, as {@link RowSchema} has it, of a vector whose layout is sound.
     *
     * @throws IllegalArgumentException if its bytes are no value of the type; DateTimeException, ArithmeticException likewise
     */
    static @Nullable Object value(ValueVector vector, int row) {
        if (vector.isNull(row)) {
            return null;
        }
        if (vector instanceof BitVector bits) {
            return bits.get(row) == 1;
        }
        if (vector instanceof BaseIntVector numbers) {
            return integer(vector.getField(), numbers.getValueAsLong(row));
        }
        if (vector instanceof TimeStampVector times) {
            return timestamp((ArrowType.Timestamp) vector.getField().getType(), times.get(row));
        }
        if (vector instanceof MapVector map) {
            return entries(map, row);
        }
        if (vector instanceof ListVector list) {
            return elements(list.getDataVector(), list.getElementStartIndex(row), list.getElementEndIndex(row));
        }
        if (vector instanceof LargeListVector list) {
            return elements(
                    list.getDataVector(), (int) list.getElementStartIndex(row), (int) list.getElementEndIndex(row));
        }
        if (vector instanceof FixedSizeListVector list) {
            return elements(list.getDataVector(), list.getElementStartIndex(row), list.getElementEndIndex(row));
        }
        if (vector instanceof StructVector struct) {
            List<@Nullable Object> fields = new ArrayList<>();
            struct.getChildrenFromFields().forEach(child -> fields.add(value(child, row)));
            return fields;
        }
        return plain(vector, row);
    }

    private static @Nullable Object plain(ValueVector vector, int row) {
        Field field = vector.getField();
        return switch (field.getType().getTypeID()) {
            case Date ->
                vector instanceof DateDayVector days
                        ? LocalDate.ofEpochDay(days.get(row))
                        : LocalDate.ofEpochDay(Math.floorDiv(((DateMilliVector) vector).get(row), 86_400_000L));
            case Time -> LocalTime.ofNanoOfDay(nanosOfDay(vector, row));
            case Utf8, LargeUtf8, Utf8View -> text(((VariableWidthFieldVector) vector).get(row));
            case FixedSizeBinary -> {
                byte[] bytes = ((FixedSizeBinaryVector) vector).get(row);
                yield isUuid(field) ? uuid(bytes) : bytes;
            }
            default -> vector.getObject(row);
        };
    }

    private static Object integer(Field field, long value) {
        SqlType type = integer((ArrowType.Int) field.getType());
        return switch (type.kind()) {
            case INTEGER -> (Object) (int) value;
            case DECIMAL -> new BigDecimal(Long.toUnsignedString(value));
            default -> value;
        };
    }

    private static Object timestamp(ArrowType.Timestamp type, long value) {
        long perSecond = perSecond(type.getUnit());
        long seconds = Math.floorDiv(value, perSecond);
        int nanos = (int) (Math.floorMod(value, perSecond) * (1_000_000_000L / perSecond));
        return type.getTimezone() == null
                ? LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC)
                : Instant.ofEpochSecond(seconds, nanos);
    }

    private static long perSecond(TimeUnit unit) {
        return switch (unit) {
            case SECOND -> 1;
            case MILLISECOND -> 1_000;
            case MICROSECOND -> 1_000_000;
            case NANOSECOND -> 1_000_000_000;
        };
    }

    private static long nanosOfDay(ValueVector vector, int row) {
        TimeUnit unit = ((ArrowType.Time) vector.getField().getType()).getUnit();
        long value = switch (unit) {
            case SECOND -> ((TimeSecVector) vector).get(row);
            case MILLISECOND -> ((TimeMilliVector) vector).get(row);
            case MICROSECOND -> ((TimeMicroVector) vector).get(row);
            case NANOSECOND -> ((TimeNanoVector) vector).get(row);
        };
        return value * (1_000_000_000L / perSecond(unit));
    }

    private static String text(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        // what bytes become that are no text, unless it was there
        if (text.indexOf('\uFFFD') >= 0 && !new Utf8().isText(bytes)) {
            throw new IllegalArgumentException(Utf8.REASON);
        }
        return text;
    }

    private static UUID uuid(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new UUID(buffer.getLong(), buffer.getLong());
    }

    private static List<@Nullable Object> elements(ValueVector data, int from, int to) {
        List<@Nullable Object> elements = new ArrayList<>(to - from);
        for (int at = from; at < to; at++) {
            elements.add(value(data, at));
        }
        return elements;
    }

    private static Map<Object, @Nullable Object> entries(MapVector map, int row) {
        StructVector pairs = (StructVector) map.getDataVector();
        FieldVector keys = pairs.getChildrenFromFields().get(0);
        FieldVector values = pairs.getChildrenFromFields().get(1);
        Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
        for (int at = map.getElementStartIndex(row); at < map.getElementEndIndex(row); at++) {
            Object key = value(keys, at);
            if (key == null) {
                throw new IllegalArgumentException("a key of it is NULL");
            }
            entries.put(key, value(values, at));
        }
        return entries;
    }
}
