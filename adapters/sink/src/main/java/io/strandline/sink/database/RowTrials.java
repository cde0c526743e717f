package io.strandline.sink.database;

import io.strandline.sink.Page;
import io.strandline.sink.PageReport;
import io.strandline.sink.RowOutcome;
import io.strandline.sink.RowPolicy;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.WriteReport;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What becomes of the rows of a page: they are tried together, and one by one where the database refuses them so (SNK-3). */
final class RowTrials {
    private final Destination destination;
    private final DatabaseKind kind;
    private final RowWriter rows;

    RowTrials(Destination destination, RowWriter rows) {
        this.destination = destination;
        this.kind = destination.kind();
        this.rows = rows;
    }

    /** Writes the rows of a page into the open transaction; what failed leaves nothing. */
    PageReport report(Connection connection, Page page, RowPolicy policy, SinkCallContext context) throws SQLException {
        Map<Integer, String> failed = unsendable(page);
        if (failed.isEmpty()) {
            Savepoint before = connection.setSavepoint();
            try {
                return answer(page, failed, policy, apply(connection, before, page, context));
            } catch (SQLException e) {
                if (!DatabaseErrors.isOfRow(e)) {
                    throw e;
                }
                connection.rollback(before);
                failed = refused(connection, page, policy, context);
                if (failed.isEmpty()) {
                    // together they are refused, one by one they are not
                    throw e;
                }
            }
        }
        if (policy == RowPolicy.WHOLE_PAGE) {
            Map.Entry<Integer, String> first = failed.entrySet().iterator().next();
            return new PageReport.Failed(first.getKey(), first.getValue());
        }
        Map<Integer, String> out = failed;
        Page rest = page.where(row -> !out.containsKey(row));
        Savepoint before = connection.setSavepoint();
        try {
            return answer(page, failed, policy, apply(connection, before, rest, context));
        } catch (SQLException e) {
            if (!DatabaseErrors.isOfRow(e)) {
                throw e;
            }
            connection.rollback(before);
            Map<Integer, String> more = refused(connection, page, policy, context);
            more.putAll(failed);
            Page taken = page.where(row -> !more.containsKey(row));
            return answer(page, more, policy, apply(connection, before, taken, context));
        }
    }

    /**
     * What the database took.
     *
     * @param written as it says
     * @param replaced rows that were sent, by their index, in whose place a later one was written
     */
    private record Applied(long written, Set<Integer> replaced) {}

    /** Writes rows; of those whose keys are equal for the database alone the last (SNK-4). */
    private Applied apply(Connection connection, Savepoint before, Page page, SinkCallContext context)
            throws SQLException {
        try {
            return new Applied(rows.apply(page, context), Set.of());
        } catch (SQLException e) {
            if (!DatabaseErrors.isOfEqualKeys(e)) {
                throw e;
            }
            connection.rollback(before);
            Set<Integer> replaced = rows.replaced(page, context);
            return new Applied(rows.apply(page.where(row -> !replaced.contains(row)), context), replaced);
        }
    }

    private Map<Integer, String> unsendable(Page page) throws SQLException {
        List<DatabaseTable.Column> columns =
                destination.table().columns(page.schema().names());
        Map<Integer, String> failed = new TreeMap<>();
        for (int row = 0; row < page.size(); row++) {
            String reason = kind.unsendable(columns, page.rows().get(row)).orElse(null);
            if (reason != null) {
                failed.put(row, reason);
            }
        }
        return failed;
    }

    /** Finds the rows that are refused by trying one after the other, and leaves nothing. */
    private Map<Integer, String> refused(Connection connection, Page page, RowPolicy policy, SinkCallContext context)
            throws SQLException {
        Map<Integer, String> failed = new TreeMap<>();
        Map<Integer, String> unsendable = unsendable(page);
        Savepoint whole = connection.setSavepoint();
        for (int row = 0; row < page.size() && (failed.isEmpty() || policy == RowPolicy.PER_ROW); row++) {
            int only = row;
            if (unsendable.containsKey(row)) {
                continue;
            }
            Savepoint one = connection.setSavepoint();
            try {
                rows.apply(page.where(at -> at == only), context);
                connection.releaseSavepoint(one);
            } catch (SQLException e) {
                if (!DatabaseErrors.isOfRow(e)) {
                    throw e;
                }
                connection.rollback(one);
                failed.put(row, DatabaseErrors.reason(e, context.mode()));
            }
        }
        connection.rollback(whole);
        return failed;
    }

    private static PageReport answer(Page page, Map<Integer, String> failed, RowPolicy policy, Applied applied) {
        if (policy == RowPolicy.WHOLE_PAGE) {
            return new PageReport.Written(
                    new WriteReport(applied.written(), applied.replaced().size(), 0));
        }
        List<RowOutcome> outcomes = new ArrayList<>();
        long left = applied.written();
        int sent = 0;
        for (int row = 0; row < page.size(); row++) {
            if (failed.containsKey(row)) {
                outcomes.add(new RowOutcome.Failed(failed.get(row)));
            } else if (applied.replaced().contains(sent++)) {
                outcomes.add(RowOutcome.COALESCED);
            } else if (left-- > 0) {
                // fewer than were sent leave a row without an outcome, which its accounting finds
                outcomes.add(RowOutcome.ACCEPTED);
            }
        }
        return new PageReport.Rows(outcomes);
    }
}
