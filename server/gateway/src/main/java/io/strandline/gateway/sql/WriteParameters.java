package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.SqlType;
import io.strandline.sqlkit.calcite.CalciteTypes;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.avatica.remote.TypedValue;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a statement that writes: those that a column is given as they are, with every digit, and those that its
 * query computes with. Each is converted before anything runs (GW-4). Immutable.
 */
final class WriteParameters {
    private final List<Wanted> wanted;

    private WriteParameters(List<Wanted> wanted) {
        this.wanted = List.copyOf(wanted);
    }

    /** What a parameter is to be. */
    private sealed interface Wanted permits Direct, Computed {
        RelDataType type(RelDataTypeFactory types);
    }

    /** What a column, or an element of it, is given. */
    record Direct(String column, SqlType type) implements Wanted {
        @Override
        public RelDataType type(RelDataTypeFactory types) {
            return CalciteTypes.of(type, types);
        }
    }

    /** What is computed with, or compared. */
    private record Computed(RelDataType type) implements Wanted {
        @Override
        public RelDataType type(RelDataTypeFactory types) {
            return type;
        }
    }

    /**
     * All of a statement.
     *
     * @param direct by number
     * @param numbers of those of its query
     * @param types of those of its query
     */
    static WriteParameters of(Map<Integer, Direct> direct, List<Integer> numbers, List<RelDataType> types) {
        List<@Nullable Wanted> wanted = new ArrayList<>(Collections.nCopies(direct.size() + numbers.size(), null));
        direct.forEach(wanted::set);
        for (int i = 0; i < numbers.size(); i++) {
            wanted.set(numbers.get(i), new Computed(types.get(i)));
        }
        return new WriteParameters(wanted.stream().map(Objects::requireNonNull).toList());
    }

    /** Their types, for who binds them. */
    List<RelDataType> types(RelDataTypeFactory types) {
        return wanted.stream().map(each -> each.type(types)).toList();
    }

    /**
     * The values: of a column's Java class, or in Calcite's representation for what is computed with.
     *
     * @throws StrandlineException {@code BAD_ARGUMENT} naming the parameter's number; {@code LOSES_PRECISION} for a time with
     *     digits that an expression would cut
     */
    @Nullable
    Object[] bind(List<? extends @Nullable TypedValue> values, ZoneId zone) {
        if (values.size() != wanted.size()) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "the statement has " + wanted.size() + (wanted.size() == 1 ? " parameter" : " parameters") + " but "
                            + values.size() + (values.size() == 1 ? " was" : " were")
                            + " bound. Bind one value for each \"?\".");
        }
        @Nullable Object[] bound = new Object[values.size()];
        for (int i = 0; i < bound.length; i++) {
            TypedValue value = values.get(i);
            if (value != null && value.value != null) {
                bound[i] = wanted.get(i) instanceof Direct direct
                        ? direct(i, value, direct, zone)
                        : computed(i, value, ((Computed) wanted.get(i)).type(), zone);
            }
        }
        return bound;
    }

    private static Object direct(int index, TypedValue value, Direct wanted, ZoneId zone) {
        return ExactValues.of(value.type, value.value, wanted.type(), zone)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.BAD_ARGUMENT,
                        "parameter " + (index + 1) + ", for column " + SqlNames.quoteIfNeeded(wanted.column())
                                + ", is bound to a value of type " + ParameterValues.typeName(value.type)
                                + " that does not convert to " + wanted.type().sqlText()
                                + ", or not without losing digits. Bind a value of that type."));
    }

    private static Object computed(int index, TypedValue value, RelDataType type, ZoneId zone) {
        if (FineTimes.isCut(value.value, type)) {
            throw new StrandlineException(
                    ErrorCode.LOSES_PRECISION,
                    "parameter " + (index + 1)
                            + " has digits finer than milliseconds, and times are computed in milliseconds. Bind it without"
                            + " them, or where a column is given it as it is.");
        }
        return ParameterValues.bind(index, value, type, zone);
    }
}
