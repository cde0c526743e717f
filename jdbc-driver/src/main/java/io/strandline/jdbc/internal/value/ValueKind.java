package io.strandline.jdbc.internal.value;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.avatica.ColumnMetaData.ArrayType;
import org.apache.calcite.avatica.ColumnMetaData.AvaticaType;
import org.jspecify.annotations.Nullable;

/**
 * How a column's values travel, and the one Java type that stands for them inside the driver. Zoneless dates and times
 * become {@code java.time} values without a zone and are never shifted; zoned ones become an {@link Instant}.
 */
public enum ValueKind {
    /** {@link Boolean}. */
    BOOLEAN {
        @Override
        Object read(Object raw) {
            return raw instanceof Number ? ((Number) raw).intValue() != 0 : raw;
        }
    },
    /** TINYINT, SMALLINT and INTEGER as {@link Integer}. */
    INTEGER {
        @Override
        Object read(Object raw) {
            return raw instanceof Number ? ((Number) raw).intValue() : raw;
        }
    },
    /** BIGINT as {@link Long}. */
    LONG {
        @Override
        Object read(Object raw) {
            return raw instanceof Number ? ((Number) raw).longValue() : raw;
        }
    },
    /** REAL as {@link Float}. */
    FLOAT {
        @Override
        Object read(Object raw) {
            return raw instanceof Number ? (Object) ((Number) raw).floatValue() : Float.valueOf(raw.toString());
        }
    },
    /** FLOAT and DOUBLE as {@link Double}; NaN and infinities may come as text. */
    DOUBLE {
        @Override
        Object read(Object raw) {
            return raw instanceof Number ? (Object) ((Number) raw).doubleValue() : Double.valueOf(raw.toString());
        }
    },
    /** DECIMAL as {@link BigDecimal}. */
    DECIMAL {
        @Override
        Object read(Object raw) {
            if (raw instanceof BigDecimal) {
                return raw;
            }
            return raw instanceof BigInteger ? new BigDecimal((BigInteger) raw) : new BigDecimal(raw.toString());
        }
    },
    /** Character types as {@link String}. */
    TEXT {
        @Override
        Object read(Object raw) {
            return raw instanceof List ? TextForms.array((List<?>) raw) : raw.toString();
        }
    },
    /** Binary types as {@code byte[]}; base64 where the codec has no bytes. */
    BYTES {
        @Override
        Object read(Object raw) {
            return raw instanceof byte[] ? raw : Base64.getDecoder().decode(raw.toString());
        }
    },
    /** DATE, days since 1970-01-01, as {@link LocalDate}. */
    DATE {
        @Override
        Object read(Object raw) {
            return raw instanceof Number
                    ? LocalDate.ofEpochDay(((Number) raw).longValue())
                    : LocalDate.parse(raw.toString());
        }
    },
    /** TIME, milliseconds of the day, as {@link LocalTime}. */
    TIME {
        @Override
        Object read(Object raw) {
            return raw instanceof Number
                    ? LocalTime.ofNanoOfDay(Math.floorMod(((Number) raw).longValue(), MILLIS_OF_DAY) * NANOS_OF_MILLI)
                    : LocalTime.parse(raw.toString());
        }
    },
    /** TIMESTAMP, milliseconds of a wall clock that knows no zone, as {@link LocalDateTime}. */
    TIMESTAMP {
        @Override
        Object read(Object raw) {
            return raw instanceof Number
                    ? WallClock.fields(((Number) raw).longValue())
                    : TextForms.timestamp(raw.toString());
        }
    },
    /** TIMESTAMP WITH (LOCAL) TIME ZONE, milliseconds of the epoch, as {@link Instant}. */
    INSTANT {
        @Override
        Object read(Object raw) {
            return raw instanceof Number
                    ? Instant.ofEpochMilli(((Number) raw).longValue())
                    : TextForms.instant(raw.toString());
        }
    },
    /** ARRAY as a {@link List} of what travelled. */
    ARRAY {
        @Override
        Object read(Object raw) {
            return raw;
        }
    },
    /** Anything else as it travelled. */
    OTHER {
        @Override
        Object read(Object raw) {
            return raw;
        }
    };

    private static final long MILLIS_OF_DAY = 86_400_000L;
    private static final long NANOS_OF_MILLI = 1_000_000L;

    /** The kind of a column or element type. */
    public static ValueKind of(AvaticaType type) {
        return type instanceof ArrayType ? ARRAY : of(type.id, type.name);
    }

    /** The kind of a JDBC type; the name tells zoned timestamps from zoneless ones where the number does not. */
    public static ValueKind of(int jdbcType, @Nullable String typeName) {
        switch (jdbcType) {
            case Types.BOOLEAN:
            case Types.BIT:
                return BOOLEAN;
            case Types.TINYINT:
            case Types.SMALLINT:
            case Types.INTEGER:
                return INTEGER;
            case Types.BIGINT:
                return LONG;
            case Types.REAL:
                return FLOAT;
            case Types.FLOAT:
            case Types.DOUBLE:
                return DOUBLE;
            case Types.DECIMAL:
            case Types.NUMERIC:
                return DECIMAL;
            case Types.CHAR:
            case Types.VARCHAR:
            case Types.LONGVARCHAR:
            case Types.NCHAR:
            case Types.NVARCHAR:
            case Types.LONGNVARCHAR:
            case Types.CLOB:
            case Types.NCLOB:
                return TEXT;
            case Types.BINARY:
            case Types.VARBINARY:
            case Types.LONGVARBINARY:
            case Types.BLOB:
                return BYTES;
            case Types.DATE:
                return DATE;
            case Types.TIME:
                return TIME;
            case Types.TIMESTAMP_WITH_TIMEZONE:
                return INSTANT;
            case Types.ARRAY:
                return ARRAY;
            default:
                return ofName(jdbcType, typeName == null ? "" : typeName.toUpperCase(Locale.ROOT));
        }
    }

    private static ValueKind ofName(int jdbcType, String typeName) {
        if (typeName.startsWith("TIMESTAMP") && (typeName.contains("ZONE") || typeName.contains("_TZ"))) {
            return INSTANT;
        }
        return jdbcType == Types.TIMESTAMP ? TIMESTAMP : OTHER;
    }

    /**
     * The Java value of one that travelled.
     *
     * @throws SQLException 22018 if it is none of this kind
     */
    public final Object decode(Object raw) throws SQLException {
        try {
            return read(raw);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw SqlErrors.of(SqlState.BAD_CAST, "the gateway sent \"" + raw + "\" as a " + name(), e);
        }
    }

    abstract Object read(Object raw);
}
