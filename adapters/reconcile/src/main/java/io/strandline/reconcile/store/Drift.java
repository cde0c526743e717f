package io.strandline.reconcile.store;

import static io.strandline.reconcile.store.HistoryTables.CATALOG;
import static io.strandline.reconcile.store.HistoryTables.CONNECTION;
import static io.strandline.reconcile.store.HistoryTables.FINDING;
import static io.strandline.reconcile.store.HistoryTables.KIND;
import static io.strandline.reconcile.store.HistoryTables.NAMESPACE;
import static io.strandline.reconcile.store.HistoryTables.PROVABLE;
import static io.strandline.reconcile.store.HistoryTables.number;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.max;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.sum;
import static org.jooq.impl.DSL.table;
import static org.jooq.impl.DSL.when;

import io.strandline.reconcile.DriftDay;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.database.StoreDatabase;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Select;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/**
 * Counts findings by day, from the findings themselves: the store sums what changed on which day, and the days in between are
 * made here. In memory are the days of change only.
 */
final class Drift {
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final Field<Long> CHANGED_ON = number("changed_on");
    private static final Field<Integer> OPENED = DSL.field(name("opened"), SQLDataType.INTEGER);
    private static final Field<Integer> RESOLVED = DSL.field(name("resolved"), SQLDataType.INTEGER);
    private static final Field<Integer> PROVED = DSL.field(name("proved"), SQLDataType.INTEGER);
    private static final Field<Integer> NONE = inline(0);
    private static final Field<Integer> ONE = inline(1);
    private static final List<Field<String>> SERIES = List.of(CONNECTION, CATALOG, NAMESPACE, KIND);

    private final Wanted wanted;

    Drift(Wanted wanted) {
        this.wanted = wanted;
    }

    private record Target(String connection, String namespace) {}

    private record Read(List<DriftSeries> series, Map<Target, Long> lastScans) {}

    Stream<DriftDay> days(StoreDatabase store) {
        long from = bound(true);
        long to = bound(false);
        Read read = store.read(dsl -> new Read(series(dsl, to), lastScans(dsl)));
        return read.series().stream().flatMap(series -> {
            Target target = new Target(series.connection(), series.namespace());
            return series.days(read.lastScans().getOrDefault(target, Long.MIN_VALUE), from, to);
        });
    }

    private List<DriftSeries> series(DSLContext dsl, long to) {
        var changes = changes(
                        number("first_seen"),
                        ONE,
                        NONE,
                        when(PROVABLE.isTrue(), ONE).otherwise(NONE))
                .unionAll(changes(
                        number("resolved_at"),
                        NONE,
                        ONE,
                        when(PROVABLE.isTrue(), inline(-1)).otherwise(NONE)))
                .asTable("changes");
        Field<BigDecimal> opened = sum(OPENED);
        Field<BigDecimal> resolved = sum(RESOLVED);
        Field<BigDecimal> proved = sum(PROVED);
        List<Field<?>> keys = new ArrayList<>(SERIES);
        keys.add(CHANGED_ON);
        List<DriftSeries> all = new ArrayList<>();
        dsl.select(keys)
                .select(opened, resolved, proved)
                .from(changes)
                .where(CHANGED_ON.le(to))
                .groupBy(keys)
                .orderBy(keys)
                .forEach(row -> add(
                        all,
                        row,
                        new DriftSeries.Change(
                                row.get(CHANGED_ON),
                                row.get(opened).longValueExact(),
                                row.get(resolved).longValueExact(),
                                row.get(proved).longValueExact())));
        return all;
    }

    private static void add(List<DriftSeries> all, Record row, DriftSeries.Change change) {
        DriftSeries series = new DriftSeries(
                row.get(CONNECTION), row.get(CATALOG), row.get(NAMESPACE), row.get(KIND), new ArrayList<>());
        DriftSeries last = all.isEmpty() ? null : all.get(all.size() - 1);
        if (last == null || !last.isSameAs(series)) {
            all.add(series);
            last = series;
        }
        last.changes().add(change);
    }

    private Select<Record> changes(
            Field<Long> at, Field<Integer> opened, Field<Integer> resolved, Field<Integer> proved) {
        return DSL.select(SERIES)
                .select(at.div(inline(DAY)).as(CHANGED_ON), opened.as(OPENED), resolved.as(RESOLVED), proved.as(PROVED))
                .from(FINDING)
                .where(condition())
                .and(at.isNotNull());
    }

    private Condition condition() {
        Condition all = DSL.noCondition();
        for (Field<String> field : SERIES) {
            Set<Object> among = wanted.among(field.getName()).orElse(null);
            if (among != null) {
                // PostgreSQL has no U+0000, so nothing there equals a text that has it
                all = all.and(field.in(among.stream()
                        .map(String.class::cast)
                        .filter(text -> text.indexOf('\0') < 0)
                        .toList()));
            }
        }
        return all;
    }

    private static Map<Target, Long> lastScans(DSLContext dsl) {
        Field<Long> last = max(number("ended_at"));
        Map<Target, Long> days = new HashMap<>();
        dsl.select(CONNECTION, NAMESPACE, last)
                .from(table(name("scan")))
                .where(DSL.field(name("error")).isNull())
                .groupBy(CONNECTION, NAMESPACE)
                .forEach(row -> days.put(new Target(row.get(CONNECTION), row.get(NAMESPACE)), row.get(last) / DAY));
        return days;
    }

    /** The first day that is wanted, or the last. */
    private long bound(boolean first) {
        return wanted.conditions().stream()
                .filter(condition -> condition.column().equals("day_utc"))
                .mapToLong(condition -> first ? lowest(condition) : highest(condition))
                .reduce(first ? Math::max : Math::min)
                .orElse(first ? Long.MIN_VALUE : Long.MAX_VALUE);
    }

    private static long lowest(io.strandline.sqlkit.Condition condition) {
        return switch (condition.operator()) {
            case EQUAL, IN, GREATER, GREATER_OR_EQUAL ->
                condition.values().stream().mapToLong(Drift::epochDay).min().orElse(Long.MIN_VALUE);
            case NOT_EQUAL, LESS, LESS_OR_EQUAL, IS_NULL, IS_NOT_NULL -> Long.MIN_VALUE;
        };
    }

    private static long highest(io.strandline.sqlkit.Condition condition) {
        return switch (condition.operator()) {
            case EQUAL, IN, LESS, LESS_OR_EQUAL ->
                condition.values().stream().mapToLong(Drift::epochDay).max().orElse(Long.MAX_VALUE);
            case NOT_EQUAL, GREATER, GREATER_OR_EQUAL, IS_NULL, IS_NOT_NULL -> Long.MAX_VALUE;
        };
    }

    private static long epochDay(Object day) {
        return ((LocalDate) day).toEpochDay();
    }
}
