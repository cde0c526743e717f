package io.strandline.gateway.sql;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.avatica.util.DateTimeUtils;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.jspecify.annotations.Nullable;

/**
 * Values that JDBC has no type for, as text to read: intervals as SQL writes them, MAP and ROW as JSON. In JSON a row is an
 * object by field name, a map one by key; times are ISO 8601, an instant in UTC; bytes are hexadecimal. Stateless.
 */
final class ValueTexts {
    private static final ObjectMapper JSON = new ObjectMapper();

    private ValueTexts() {}

    /** A value that is not null, in Calcite's representation. */
    static String of(Object value, RelDataType type) {
        SqlIntervalQualifier interval = type.getIntervalQualifier();
        if (interval != null) {
            return interval(((Number) value).longValue(), interval);
        }
        try {
            return JSON.writeValueAsString(tree(value, type));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String interval(long value, SqlIntervalQualifier interval) {
        return interval.isYearMonth()
                ? DateTimeUtils.intervalYearMonthToString(Math.toIntExact(value), interval.timeUnitRange)
                : DateTimeUtils.intervalDayTimeToString(value, interval.timeUnitRange, fraction(value));
    }

    /** Digits of a second: those there are. */
    private static int fraction(long millis) {
        return millis % 1000 == 0 ? 0 : 3;
    }

    private static @Nullable Object tree(@Nullable Object value, RelDataType type) {
        if (value == null) {
            return null;
        }
        if (type.isStruct()) {
            return row(value instanceof Object[] array ? Arrays.asList(array) : (List<?>) value, type);
        }
        return switch (type.getSqlTypeName()) {
            case MAP -> map((Map<?, ?>) value, type);
            case ARRAY, MULTISET -> elements((List<?>) value, requireNonNull(type.getComponentType()));
            default -> leaf(value, type);
        };
    }

    private static Object row(List<?> values, RelDataType type) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (int i = 0; i < values.size(); i++) {
            row.put(
                    type.getFieldList().get(i).getName(),
                    tree(values.get(i), type.getFieldList().get(i).getType()));
        }
        return row;
    }

    private static Object map(Map<?, ?> entries, RelDataType type) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        RelDataType keyType = requireNonNull(type.getKeyType());
        RelDataType valueType = requireNonNull(type.getValueType());
        entries.forEach((key, value) -> map.put(String.valueOf(tree(key, keyType)), tree(value, valueType)));
        return map;
    }

    private static Object elements(List<?> values, RelDataType type) {
        List<@Nullable Object> elements = new ArrayList<>();
        values.forEach(value -> elements.add(tree(value, type)));
        return elements;
    }

    private static Object leaf(Object value, RelDataType type) {
        if (type.getIntervalQualifier() != null) {
            return of(value, type);
        }
        return switch (type.getSqlTypeName()) {
            case DATE -> TimeTexts.date(((Number) value).intValue());
            case TIME -> TimeTexts.time(((Number) value).intValue());
            case TIMESTAMP -> TimeTexts.timestamp(((Number) value).longValue()).replace(' ', 'T');
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                Instant.ofEpochMilli(((Number) value).longValue()).toString();
            case BINARY, VARBINARY -> HexFormat.of().formatHex(((ByteString) value).getBytes());
            case DECIMAL -> value instanceof BigDecimal decimal ? new BigDecimal(decimal.toPlainString()) : value;
            default -> value instanceof Number || value instanceof Boolean ? value : value.toString();
        };
    }
}
