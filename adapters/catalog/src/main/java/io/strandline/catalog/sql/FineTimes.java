package io.strandline.catalog.sql;

import static java.util.Objects.requireNonNull;

import io.strandline.common.CallContext;
import io.strandline.common.SqlNames;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.SqlType;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tells of times of the lake whose digits finer than milliseconds a statement leaves out: one warning for each column that has
 * such, never a silent cut. For one reading of a table; thread-safe.
 */
final class FineTimes {
    private static final int NANOS_PER_MILLI = 1_000_000;

    private final TableRef table;
    private final Set<String> exact;
    private final CallContext call;
    private final Set<String> told;

    /** Columns of tables that a statement was warned of. */
    private record Told(TableRef table) {}

    /**
     * A reading.
     *
     * @param exact columns whose digits are not left out
     */
    FineTimes(TableRef table, Set<String> exact, CallContext call) {
        this.table = table;
        this.exact = exact;
        this.call = call;
        this.told = call.once(new Told(table), ConcurrentHashMap::newKeySet);
    }

    /** A value of the column is shown. */
    void shown(String column, Object value, Predicate<Object> isCut) {
        if (!told.contains(column) && !exact.contains(column) && isCut.test(value) && told.add(column)) {
            call.warn("column " + SqlNames.quoteIfNeeded(column) + " of " + table
                    + " has times with digits finer than milliseconds, which are left out. Read it with an engine that"
                    + " keeps them if they matter.");
        }
    }

    /** What tells whether a value of that type that is not null loses digits; null if none does. */
    static @Nullable Predicate<Object> isCut(SqlType type) {
        return switch (type.kind()) {
            case TIMESTAMP, LOCAL_TIMESTAMP, TIME -> FineTimes::isFine;
            case ARRAY -> {
                Predicate<Object> element = isCut(requireNonNull(type.element()));
                yield element == null ? null : value -> anyIn((List<?>) value, element);
            }
            case MAP -> map(isCut(requireNonNull(type.key())), isCut(requireNonNull(type.element())));
            case ROW -> row(type.fields());
            case TEXT, BOOLEAN, INTEGER, BIGINT, REAL, DOUBLE, DECIMAL, DATE, UUID, BINARY -> null;
        };
    }

    private static boolean isFine(Object time) {
        return ((TemporalAccessor) time).get(ChronoField.NANO_OF_SECOND) % NANOS_PER_MILLI != 0;
    }

    private static @Nullable Predicate<Object> map(
            @Nullable Predicate<Object> key, @Nullable Predicate<Object> mapped) {
        if (key == null && mapped == null) {
            return null;
        }
        return value -> anyIn(((Map<?, ?>) value).keySet(), key) || anyIn(((Map<?, ?>) value).values(), mapped);
    }

    private static @Nullable Predicate<Object> row(List<SqlType.Field> fields) {
        List<Optional<Predicate<Object>>> each = fields.stream()
                .map(field -> Optional.ofNullable(isCut(field.type())))
                .toList();
        if (each.stream().allMatch(Optional::isEmpty)) {
            return null;
        }
        return value -> {
            List<?> values = (List<?>) value;
            for (int i = 0; i < values.size(); i++) {
                Object one = values.get(i);
                if (one != null
                        && each.get(i).isPresent()
                        && each.get(i).orElseThrow().test(one)) {
                    return true;
                }
            }
            return false;
        };
    }

    private static boolean anyIn(Iterable<?> values, @Nullable Predicate<Object> isCut) {
        if (isCut != null) {
            for (Object value : values) {
                if (value != null && isCut.test(value)) {
                    return true;
                }
            }
        }
        return false;
    }
}
