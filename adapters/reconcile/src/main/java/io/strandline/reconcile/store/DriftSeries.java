package io.strandline.reconcile.store;

import io.strandline.reconcile.DriftDay;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The days of one connection, catalog, namespace and kind: a running sum over the days on which something changed, the days
 * between filled in.
 *
 * @param changes at least one, in order of day
 */
record DriftSeries(String connection, String catalog, String namespace, String kind, List<Change> changes) {
    /**
     * What changed on a day.
     *
     * @param epochDay days since 1970-01-01
     * @param provable how many more of the open ones are provable
     */
    record Change(long epochDay, long opened, long resolved, long provable) {
        private Change plus(Change later) {
            return new Change(
                    later.epochDay, opened + later.opened, resolved + later.resolved, provable + later.provable);
        }
    }

    /** Whether the other is of the same connection, catalog, namespace and kind. */
    boolean isSameAs(DriftSeries other) {
        return connection.equals(other.connection)
                && catalog.equals(other.catalog)
                && namespace.equals(other.namespace)
                && kind.equals(other.kind);
    }

    /**
     * Its days from the first change on.
     *
     * @param end last day there is, if no change is later
     * @param from first day wanted
     * @param to last day wanted
     */
    Stream<DriftDay> days(long end, long from, long to) {
        long first = changes.get(0).epochDay();
        long last = Math.max(end, changes.get(changes.size() - 1).epochDay());
        List<Change> sums = new ArrayList<>(changes.size());
        Change sum = new Change(first, 0, 0, 0);
        for (Change change : changes) {
            sum = sum.plus(change);
            sums.add(sum);
        }
        Cursor cursor = new Cursor(sums);
        return LongStream.rangeClosed(Math.max(first, from), Math.min(last, to)).mapToObj(cursor::day);
    }

    /** Walks the sums as the days go by. */
    private final class Cursor {
        private final List<Change> sums;
        private int at;

        Cursor(List<Change> sums) {
            this.sums = sums;
        }

        DriftDay day(long epochDay) {
            while (at + 1 < sums.size() && sums.get(at + 1).epochDay() <= epochDay) {
                at++;
            }
            Change sum = sums.get(at);
            Change today = changes.get(at);
            boolean changed = today.epochDay() == epochDay;
            return new DriftDay(
                    connection,
                    catalog,
                    namespace,
                    kind,
                    LocalDate.ofEpochDay(epochDay),
                    sum.opened() - sum.resolved(),
                    changed ? today.opened() : 0,
                    changed ? today.resolved() : 0,
                    sum.provable());
        }
    }
}
