package io.strandline.gateway.sql;

import static java.util.Objects.requireNonNull;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.calcite.linq4j.Enumerator;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one execution as its table takes them, made as they are asked for; each some hundred is a safe point (GW-5).
 * Whatever goes wrong comes out as a coded error. Used by one thread.
 */
final class WrittenRows implements Iterator<@Nullable Object[]> {
    private static final int ROWS_BETWEEN_CHECKPOINTS = 256;

    private final WriteSource source;
    private final List<@Nullable Object[]> bound;
    private final StatementCall call;
    private final ZoneId zone;
    private @Nullable ScanTap tap;
    private @Nullable Enumerator<?> asked;
    private int set;
    private int place;
    private long given;
    private @Nullable Object @Nullable [] next;

    /**
     * Rows that nobody asked for yet.
     *
     * @param bound values of the parameters, as often as the statement runs in one
     */
    WrittenRows(WriteSource source, List<@Nullable Object[]> bound, StatementCall call, ZoneId zone) {
        this.source = source;
        this.bound = bound;
        this.call = call;
        this.zone = zone;
    }

    @Override
    public boolean hasNext() {
        if (next == null) {
            try {
                next = advance();
            } catch (Throwable e) {
                QueryPlan query = source.query();
                throw StatementErrors.whileRunning(
                        query == null ? e : query.constants().reason(e));
            }
        }
        return next != null;
    }

    @Override
    public @Nullable Object[] next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        @Nullable Object[] row = requireNonNull(next);
        next = null;
        return row;
    }

    private @Nullable Object @Nullable [] advance() {
        while (set < bound.size()) {
            if (given++ % ROWS_BETWEEN_CHECKPOINTS == 0) {
                call.checkpoint();
            }
            @Nullable Object[] row = source.writtenOut() ? written() : queried();
            if (row != null) {
                return row;
            }
            set++;
            place = 0;
            asked = null;
        }
        return null;
    }

    /** The next of VALUES; what is computed for them is computed once. */
    private @Nullable Object @Nullable [] written() {
        if (place == source.rows().size()) {
            return null;
        }
        QueryPlan query = source.query();
        if (place == 0 && query != null) {
            asked = open(query);
            asked.moveNext();
        }
        return row(source.rows().get(place++));
    }

    private @Nullable Object @Nullable [] queried() {
        if (asked == null) {
            asked = open(requireNonNull(source.query()));
        }
        return asked.moveNext() ? row(source.rows().get(0)) : null;
    }

    private Enumerator<?> open(QueryPlan query) {
        @Nullable Object[] own = new Object[source.parameters().size()];
        for (int i = 0; i < own.length; i++) {
            own[i] = bound.get(set)[source.parameters().get(i)];
        }
        tap = new ScanTap(call, source.bare());
        StatementData data = new StatementData(query.typeFactory(), zone, own, query.planned(), tap);
        Enumerator<?> opened = query.code().bind(data).enumerator();
        call.opened(opened);
        return opened;
    }

    private @Nullable Object[] row(List<ValueSource> sources) {
        QueryPlan query = source.query();
        @Nullable
        Object[] asks =
                query == null || asked == null ? new Object[0] : query.columns().values(asked.current());
        @Nullable Object[] row = new Object[sources.size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = value(sources.get(i), asks);
        }
        return row;
    }

    private @Nullable Object value(ValueSource from, @Nullable Object[] asks) {
        if (from instanceof ValueSource.Fixed fixed) {
            return fixed.value();
        }
        if (from instanceof ValueSource.Bound parameter) {
            return bound.get(set)[parameter.parameter()];
        }
        if (from instanceof ValueSource.Elements list) {
            List<@Nullable Object> elements = new ArrayList<>();
            list.elements().forEach(each -> elements.add(value(each, asks)));
            return elements;
        }
        ValueSource.Asked column = (ValueSource.Asked) from;
        ScanTap scan = requireNonNull(tap);
        Object value = scan.has(column.column()) ? scan.value(column.column()) : asks[column.column()];
        return value == null ? null : column.assigned().apply(value);
    }
}
