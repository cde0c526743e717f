package io.strandline.gateway.sql;

import io.strandline.sqlkit.SqlType;
import io.strandline.sqlkit.calcite.CalciteTypes;
import io.strandline.sqlkit.calcite.Representation;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.remote.TypedValue;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.jspecify.annotations.Nullable;

/**
 * A client's value or a literal as a table takes it: of the Java class of the column's type, with every digit of a time and of
 * a number, or not at all. Calcite has no part in it, and with it none of its milliseconds.
 */
final class ExactValues {
    private static final RelDataTypeFactory TYPES = new JavaTypeFactoryImpl(StrandlineTypeSystem.INSTANCE);

    private ExactValues() {}

    /** The value, or empty if it is none of the type, or one that the type would cut. */
    static Optional<Object> of(Rep rep, Object value, SqlType type, ZoneId zone) {
        try {
            return Optional.ofNullable(converted(rep, value, type, zone));
        } catch (DateTimeException | ArithmeticException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static @Nullable Object converted(Rep rep, Object value, SqlType type, ZoneId zone) {
        return switch (type.kind()) {
            case TIMESTAMP -> TimeConversion.exactInstant(rep, value, zone);
            case LOCAL_TIMESTAMP -> TimeConversion.exactTimestamp(rep, value);
            case TIME -> TimeConversion.exactTime(rep, value);
            case ARRAY ->
                value instanceof List<?> list && type.element() != null ? elements(list, type.element(), zone) : null;
            case DECIMAL -> {
                Object number = calcites(rep, value, type, zone);
                yield number == null ? null : fitted((BigDecimal) number, type);
            }
            case TEXT, BOOLEAN, INTEGER, BIGINT, REAL, DOUBLE, DATE, UUID, BINARY -> {
                Object converted = calcites(rep, value, type, zone);
                yield converted == null
                        ? null
                        : Representation.fromInternal(type).apply(converted);
            }
            case MAP, ROW -> null;
        };
    }

    private static @Nullable Object calcites(Rep rep, Object value, SqlType type, ZoneId zone) {
        return ValueConversion.convert(rep, value, CalciteTypes.of(type, TYPES), zone)
                .orElse(null);
    }

    /**
     * The number with the type's scale.
     *
     * @throws ArithmeticException if it has more digits
     */
    static BigDecimal fitted(BigDecimal number, SqlType type) {
        BigDecimal fitted = number.setScale(type.scale(), RoundingMode.UNNECESSARY);
        if (fitted.precision() > type.precision()) {
            throw new ArithmeticException("too many digits");
        }
        return fitted;
    }

    private static @Nullable Object elements(List<?> list, SqlType element, ZoneId zone) {
        List<@Nullable Object> converted = new ArrayList<>(list.size());
        for (Object each : list) {
            Rep rep =
                    each instanceof TypedValue typed ? typed.type : each == null ? Rep.OBJECT : Rep.of(each.getClass());
            Object raw = each instanceof TypedValue typed ? typed.value : each;
            Object one = raw == null ? null : converted(rep, raw, element, zone);
            if (raw != null && one == null) {
                return null;
            }
            converted.add(one);
        }
        return converted;
    }
}
