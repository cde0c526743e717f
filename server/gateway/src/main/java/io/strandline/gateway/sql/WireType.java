package io.strandline.gateway.sql;

import static java.util.Objects.requireNonNull;

import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/**
 * How values of a type go over Avatica's wire.
 *
 * <p>A TIMESTAMP WITH LOCAL TIME ZONE goes as a {@code long} of milliseconds since the epoch in UTC, its JDBC type TIMESTAMP,
 * its type name told apart. Nothing on this side shifts it; a stock client shifts by the zone of its connection, which
 * {@code timeZone=UTC} in its URL makes none. What JDBC has no type for (MAP, ROW, VARIANT, UUID, intervals) goes as text,
 * structures as JSON.
 *
 * @param type as Avatica describes it
 * @param toWire makes the wire's value of Calcite's that is not null
 */
record WireType(ColumnMetaData.AvaticaType type, UnaryOperator<Object> toWire) {
    static WireType of(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case BOOLEAN -> scalar(Types.BOOLEAN, "BOOLEAN", Rep.BOOLEAN, value -> value);
            case TINYINT -> scalar(Types.TINYINT, "TINYINT", Rep.BYTE, value -> ((Number) value).byteValue());
            case SMALLINT -> scalar(Types.SMALLINT, "SMALLINT", Rep.SHORT, value -> ((Number) value).shortValue());
            case INTEGER -> scalar(Types.INTEGER, "INTEGER", Rep.INTEGER, value -> ((Number) value).intValue());
            case BIGINT, UTINYINT, USMALLINT, UINTEGER ->
                scalar(Types.BIGINT, "BIGINT", Rep.LONG, value -> ((Number) value).longValue());
            case DECIMAL -> scalar(Types.DECIMAL, "DECIMAL", Rep.NUMBER, value -> value);
            case UBIGINT ->
                scalar(Types.DECIMAL, "DECIMAL", Rep.NUMBER, value -> new java.math.BigDecimal(value.toString()));
            case REAL -> scalar(Types.REAL, "REAL", Rep.FLOAT, value -> ((Number) value).floatValue());
            case FLOAT, DOUBLE -> scalar(Types.DOUBLE, "DOUBLE", Rep.DOUBLE, value -> ((Number) value).doubleValue());
            case DATE -> scalar(Types.DATE, "DATE", Rep.INTEGER, value -> ((Number) value).intValue());
            case TIME, TIME_WITH_LOCAL_TIME_ZONE ->
                scalar(Types.TIME, type.getSqlTypeName().getName(), Rep.INTEGER, v -> ((Number) v).intValue());
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                scalar(Types.TIMESTAMP, type.getSqlTypeName().getName(), Rep.LONG, v -> ((Number) v).longValue());
            case BINARY, VARBINARY ->
                scalar(Types.VARBINARY, "VARBINARY", Rep.BYTE_STRING, value -> ((ByteString) value).getBytes());
            case ARRAY, MULTISET -> array(of(requireNonNull(type.getComponentType())), type);
            case INTERVAL_YEAR,
                    INTERVAL_YEAR_MONTH,
                    INTERVAL_MONTH,
                    INTERVAL_DAY,
                    INTERVAL_DAY_HOUR,
                    INTERVAL_DAY_MINUTE,
                    INTERVAL_DAY_SECOND,
                    INTERVAL_HOUR,
                    INTERVAL_HOUR_MINUTE,
                    INTERVAL_HOUR_SECOND,
                    INTERVAL_MINUTE,
                    INTERVAL_MINUTE_SECOND,
                    INTERVAL_SECOND -> text(type);
            case MAP, ROW, STRUCTURED -> text(type);
            default -> scalar(Types.VARCHAR, "VARCHAR", Rep.STRING, Object::toString);
        };
    }

    private static WireType scalar(int jdbcType, String name, Rep rep, UnaryOperator<Object> toWire) {
        return new WireType(ColumnMetaData.scalar(jdbcType, name, rep), toWire);
    }

    private static WireType array(WireType element, RelDataType type) {
        String name = element.type().getName() + " " + type.getSqlTypeName().getName();
        return new WireType(ColumnMetaData.array(element.type(), name, Rep.ARRAY), value -> {
            List<@Nullable Object> elements = new ArrayList<>();
            for (Object each : (List<?>) value) {
                elements.add(each == null ? null : element.toWire().apply(each));
            }
            return elements;
        });
    }

    private static WireType text(RelDataType type) {
        return scalar(Types.VARCHAR, "VARCHAR", Rep.STRING, value -> ValueTexts.of(value, type));
    }
}
