package io.strandline.gateway.sql;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
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
 * @param asIs class of the values that are the wire's already
 * @param toWire makes the wire's value of any of Calcite's that is not null
 */
record WireType(ColumnMetaData.AvaticaType type, Class<?> asIs, UnaryOperator<Object> toWire) {
    static WireType of(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case BOOLEAN -> scalar(Types.BOOLEAN, "BOOLEAN", Rep.BOOLEAN, Boolean.class, value -> value);
            case TINYINT ->
                scalar(Types.TINYINT, "TINYINT", Rep.BYTE, Byte.class, value -> ((Number) value).byteValue());
            case SMALLINT ->
                scalar(Types.SMALLINT, "SMALLINT", Rep.SHORT, Short.class, value -> ((Number) value).shortValue());
            case INTEGER ->
                scalar(Types.INTEGER, "INTEGER", Rep.INTEGER, Integer.class, value -> ((Number) value).intValue());
            case BIGINT, UTINYINT, USMALLINT, UINTEGER ->
                scalar(Types.BIGINT, "BIGINT", Rep.LONG, Long.class, value -> ((Number) value).longValue());
            case DECIMAL -> scalar(Types.DECIMAL, "DECIMAL", Rep.NUMBER, BigDecimal.class, value -> value);
            case UBIGINT ->
                scalar(
                        Types.DECIMAL,
                        "DECIMAL",
                        Rep.NUMBER,
                        BigDecimal.class,
                        value -> new BigDecimal(value.toString()));
            case REAL -> scalar(Types.REAL, "REAL", Rep.FLOAT, Float.class, value -> ((Number) value).floatValue());
            case FLOAT, DOUBLE ->
                scalar(Types.DOUBLE, "DOUBLE", Rep.DOUBLE, Double.class, value -> ((Number) value).doubleValue());
            case DATE -> scalar(Types.DATE, "DATE", Rep.INTEGER, Integer.class, value -> ((Number) value).intValue());
            case TIME, TIME_WITH_LOCAL_TIME_ZONE ->
                scalar(
                        Types.TIME,
                        type.getSqlTypeName().getName(),
                        Rep.INTEGER,
                        Integer.class,
                        v -> ((Number) v).intValue());
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                scalar(
                        Types.TIMESTAMP,
                        type.getSqlTypeName().getName(),
                        Rep.LONG,
                        Long.class,
                        v -> ((Number) v).longValue());
            case BINARY, VARBINARY ->
                scalar(
                        Types.VARBINARY,
                        "VARBINARY",
                        Rep.BYTE_STRING,
                        byte[].class,
                        value -> ((ByteString) value).getBytes());
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
            default -> scalar(Types.VARCHAR, "VARCHAR", Rep.STRING, String.class, Object::toString);
        };
    }

    private static WireType scalar(int jdbcType, String name, Rep rep, Class<?> asIs, UnaryOperator<Object> toWire) {
        return new WireType(ColumnMetaData.scalar(jdbcType, name, rep), asIs, toWire);
    }

    private static WireType array(WireType element, RelDataType type) {
        String name = element.type().getName() + " " + type.getSqlTypeName().getName();
        return new WireType(ColumnMetaData.array(element.type(), name, Rep.ARRAY), NothingAsIs.class, value -> {
            List<@Nullable Object> elements = new ArrayList<>();
            for (Object each : (List<?>) value) {
                elements.add(each == null ? null : element.convert(each));
            }
            return elements;
        });
    }

    private static WireType text(RelDataType type) {
        return scalar(Types.VARCHAR, "VARCHAR", Rep.STRING, NothingAsIs.class, value -> ValueTexts.of(value, type));
    }

    /** Whether a value of Calcite's is the wire's already. */
    boolean isWires(Object value) {
        return value.getClass() == asIs;
    }

    /** The wire's value of one of Calcite's. */
    Object convert(Object value) {
        return isWires(value) ? value : toWire.apply(value);
    }

    /** Of which there are no values. */
    private static final class NothingAsIs {}
}
