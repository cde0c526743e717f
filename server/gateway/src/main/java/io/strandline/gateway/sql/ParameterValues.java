package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.remote.TypedValue;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/** Binds parameters: each is converted to the type its plan wants before anything runs (GW-4). */
public final class ParameterValues {
    private ParameterValues() {}

    /**
     * The values in Calcite's representation.
     *
     * @param zone zone of times without one that are bound where an instant is wanted (GW-9)
     * @param warnings told of each time whose digits finer than milliseconds are cut
     * @throws StrandlineException {@code BAD_ARGUMENT} naming the parameter's number, its value's type and the type wanted
     */
    public static @Nullable Object[] bind(
            List<? extends @Nullable TypedValue> values,
            List<RelDataType> types,
            ZoneId zone,
            Consumer<String> warnings) {
        if (values.size() != types.size()) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "the statement has " + count(types.size()) + " but " + values.size()
                            + (values.size() == 1 ? " was" : " were") + " bound. Bind one value for each \"?\".");
        }
        @Nullable Object[] bound = new Object[types.size()];
        for (int i = 0; i < bound.length; i++) {
            TypedValue value = values.get(i);
            bound[i] = value == null || value.value == null ? null : bind(i, value, types.get(i), zone);
            if (value != null && FineTimes.isCut(value.value, types.get(i))) {
                warnings.accept(
                        "parameter " + (i + 1)
                                + " has digits finer than milliseconds, and times are computed in milliseconds: they were cut.");
            }
        }
        return bound;
    }

    /**
     * One that is not null.
     *
     * @param index its number less one
     */
    static Object bind(int index, TypedValue value, RelDataType type, ZoneId zone) {
        return ValueConversion.convert(value.type, value.value, type, zone)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.BAD_ARGUMENT,
                        "parameter " + (index + 1) + " is bound to a value of type " + typeName(value.type)
                                + " that does not convert to "
                                + type.getSqlTypeName().getSpaceName()
                                + ". Bind a value of that type."));
    }

    /**
     * One value, for whoever names it otherwise than by number.
     *
     * @return empty if it does not convert
     */
    public static Optional<Object> convert(Rep rep, Object value, RelDataType type, ZoneId zone) {
        return ValueConversion.convert(rep, value, type, zone);
    }

    private static String count(int parameters) {
        return parameters == 1 ? "1 parameter" : parameters + " parameters";
    }

    /** The SQL name of what a client bound. */
    public static String typeName(Rep rep) {
        return switch (rep) {
            case BOOLEAN, PRIMITIVE_BOOLEAN -> "BOOLEAN";
            case BYTE, PRIMITIVE_BYTE, UBYTE -> "TINYINT";
            case SHORT, PRIMITIVE_SHORT, USHORT -> "SMALLINT";
            case INTEGER, PRIMITIVE_INT, UINTEGER -> "INTEGER";
            case LONG, PRIMITIVE_LONG, ULONG -> "BIGINT";
            case FLOAT, PRIMITIVE_FLOAT -> "REAL";
            case DOUBLE, PRIMITIVE_DOUBLE -> "DOUBLE";
            case NUMBER -> "DECIMAL";
            case CHARACTER, PRIMITIVE_CHAR, STRING -> "VARCHAR";
            case JAVA_SQL_DATE -> "DATE";
            case JAVA_SQL_TIME -> "TIME";
            case JAVA_SQL_TIMESTAMP, JAVA_UTIL_DATE -> "TIMESTAMP";
            case BYTE_STRING -> "VARBINARY";
            case ARRAY, MULTISET -> "ARRAY";
            case STRUCT -> "ROW";
            case OBJECT -> "OBJECT";
        };
    }
}
