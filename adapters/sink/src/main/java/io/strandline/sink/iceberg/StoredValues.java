package io.strandline.sink.iceberg;

import io.strandline.common.Text;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import java.util.UUID;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.parquet.io.api.Binary;

/** Values of SQL as Iceberg stores those of one type: exactly, or not at all. */
final class StoredValues {
    private static final int NANOS_IN_MICRO = 1_000;
    private static final int UUID_BYTES = 16;

    private final Type.PrimitiveType type;

    StoredValues(Type.PrimitiveType type) {
        this.type = type;
    }

    /** A value that the type cannot hold; the message says why, to follow the column's name. */
    static final class Unfit extends Exception {
        private static final long serialVersionUID = 1L;

        private final String reason;

        Unfit(String reason) {
            // a fault of a row among millions: why is all that is looked at
            super(reason, null, false, false);
            this.reason = reason;
        }

        String reason() {
            return reason;
        }
    }

    /** A boolean (0 or 1), number, day, time or unscaled decimal. */
    long whole(Object value) throws Unfit {
        try {
            return switch (type.typeId()) {
                case BOOLEAN -> value instanceof Boolean flag ? (flag ? 1 : 0) : misfit(value);
                case INTEGER -> Math.toIntExact(integral(value));
                case LONG -> integral(value);
                case DATE -> value instanceof LocalDate day ? Math.toIntExact(day.toEpochDay()) : misfit(value);
                case TIME -> value instanceof LocalTime time ? wholeMicros(time.toNanoOfDay()) : misfit(value);
                case TIMESTAMP -> timestamp(value, ((Types.TimestampType) type).shouldAdjustToUTC(), false);
                case TIMESTAMP_NANO -> timestamp(value, ((Types.TimestampNanoType) type).shouldAdjustToUTC(), true);
                case DECIMAL -> unscaled(value).longValueExact();
                default -> misfit(value);
            };
        } catch (ArithmeticException | DateTimeException e) {
            throw new Unfit(Shown.of(value) + " is out of the range of " + type);
        }
    }

    /** A float or double. */
    double floating(Object value) throws Unfit {
        if (type.typeId() == Type.TypeID.FLOAT) {
            if (value instanceof Float number) {
                return number;
            }
            double wide = asDouble(value);
            if (Double.isFinite(wide) && (float) wide != wide) {
                throw new Unfit(Shown.of(value) + " would lose digits in a float");
            }
            return wide;
        }
        return asDouble(value);
    }

    private double asDouble(Object value) throws Unfit {
        if (value instanceof Double || value instanceof Float || value instanceof Integer) {
            return ((Number) value).doubleValue();
        }
        return misfit(value);
    }

    /** Text, bytes, a UUID or a long decimal. */
    Binary bytes(Object value) throws Unfit {
        return switch (type.typeId()) {
            case STRING -> value instanceof CharSequence text ? utf8(text.toString()) : misfitBytes(value);
            case UUID -> value instanceof UUID uuid ? uuid(uuid) : misfitBytes(value);
            case BINARY -> value instanceof byte[] bytes ? Binary.fromConstantByteArray(bytes) : misfitBytes(value);
            case FIXED -> fixed(value);
            case DECIMAL -> decimal(value);
            default -> misfitBytes(value);
        };
    }

    private static Binary utf8(String text) throws Unfit {
        if (Text.hasLoneSurrogate(text)) {
            throw new Unfit("it holds half a surrogate pair, which UTF-8 does not");
        }
        // an array of its own is read faster than the buffer that fromString makes
        return Binary.fromConstantByteArray(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Binary uuid(UUID uuid) {
        ByteBuffer bytes = ByteBuffer.allocate(UUID_BYTES);
        bytes.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
        return Binary.fromConstantByteArray(bytes.array());
    }

    private Binary fixed(Object value) throws Unfit {
        int length = ((Types.FixedType) type).length();
        if (!(value instanceof byte[] bytes)) {
            return misfitBytes(value);
        }
        if (bytes.length != length) {
            throw new Unfit("it has " + bytes.length + " bytes; " + type + " takes " + length);
        }
        return Binary.fromConstantByteArray(bytes);
    }

    private Binary decimal(Object value) throws Unfit {
        return bigEndian(unscaled(value), ((Types.DecimalType) type).precision());
    }

    /** Two's complement in as many bytes as decimals of that precision take, filled up with the sign. */
    static Binary bigEndian(BigInteger unscaled, int precision) {
        byte[] least = unscaled.toByteArray();
        byte[] bytes = new byte[TypeUtil.decimalRequiredBytes(precision)];
        byte sign = (byte) (unscaled.signum() < 0 ? 0xFF : 0);
        int filled = bytes.length - least.length;
        Arrays.fill(bytes, 0, filled, sign);
        System.arraycopy(least, 0, bytes, filled, least.length);
        return Binary.fromConstantByteArray(bytes);
    }

    private BigInteger unscaled(Object value) throws Unfit {
        Types.DecimalType decimal = (Types.DecimalType) type;
        BigDecimal number;
        if (value instanceof BigDecimal given) {
            number = given;
        } else if (value instanceof Integer || value instanceof Long) {
            number = BigDecimal.valueOf(((Number) value).longValue());
        } else {
            throw unfit(value);
        }
        BigDecimal scaled;
        try {
            scaled = number.setScale(decimal.scale(), RoundingMode.UNNECESSARY);
        } catch (ArithmeticException e) {
            throw new Unfit(Shown.of(value) + " has more than " + decimal.scale() + " digits after the point");
        }
        if (scaled.precision() > decimal.precision()) {
            throw new Unfit(Shown.of(value) + " has more digits than " + type);
        }
        return scaled.unscaledValue();
    }

    private long integral(Object value) throws Unfit {
        if (value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof BigDecimal number) {
            return number.longValueExact();
        }
        return misfit(value);
    }

    private long timestamp(Object value, boolean zoned, boolean nanos) throws Unfit {
        long seconds;
        int fraction;
        if (zoned && value instanceof Instant instant) {
            seconds = instant.getEpochSecond();
            fraction = instant.getNano();
        } else if (zoned && value instanceof OffsetDateTime offset) {
            seconds = offset.toEpochSecond();
            fraction = offset.getNano();
        } else if (!zoned && value instanceof LocalDateTime local) {
            seconds = local.toEpochSecond(ZoneOffset.UTC);
            fraction = local.get(ChronoField.NANO_OF_SECOND);
        } else {
            return misfit(value);
        }
        return nanos
                ? Math.addExact(Math.multiplyExact(seconds, 1_000_000_000L), fraction)
                : Math.addExact(Math.multiplyExact(seconds, 1_000_000L), wholeMicros(fraction));
    }

    private static long wholeMicros(long nanos) throws Unfit {
        if (nanos % NANOS_IN_MICRO != 0) {
            throw new Unfit("it has digits below a microsecond, which the column does not keep. Cast it to"
                    + " TIMESTAMP(6) or less to accept the loss");
        }
        return nanos / NANOS_IN_MICRO;
    }

    private long misfit(Object value) throws Unfit {
        throw unfit(value);
    }

    private Binary misfitBytes(Object value) throws Unfit {
        throw unfit(value);
    }

    private Unfit unfit(Object value) {
        return new Unfit(Shown.of(value) + " is no " + type);
    }
}
