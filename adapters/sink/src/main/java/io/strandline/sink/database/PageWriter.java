package io.strandline.sink.database;

import io.strandline.common.ErrorCode;
import io.strandline.common.Failpoint;
import io.strandline.common.StrandlineException;
import io.strandline.sink.CommitStamp;
import io.strandline.sink.CommitToken;
import io.strandline.sink.Page;
import io.strandline.sink.PageReport;
import io.strandline.sink.RowOutcome;
import io.strandline.sink.RowPolicy;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.WriteCall;
import io.strandline.sink.WriteMode;
import io.strandline.sink.WriteReport;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes pages. Those under one token are one transaction, with it; those under none are one up to the flush, so that a
 * statement is done or not done as a whole; those that are staged are one each.
 */
final class PageWriter {
    private final Destination destination;
    private final Staging staging;
    private final Session session;
    private final DatabaseKind kind;
    private final RowWriter rows;

    /** The connection that has the table which pages go through; null if it has to be made anew. */
    private @Nullable Connection begun;

    /** The token whose pages are in the open transaction. */
    private @Nullable CommitToken open;

    /** The last page in the open transaction; -1 if there is none. */
    private long last = -1;

    /** How many pages were taken into the open transaction. */
    private long pending;

    private @Nullable Unanswered unanswered;

    /** Why pages of the run that were taken are gone. */
    private @Nullable StrandlineException undone;

    /** A page whose commit was not answered. */
    private record Unanswered(long page, PageReport report) {}

    PageWriter(Destination destination, Staging staging) {
        this.destination = destination;
        this.staging = staging;
        this.session = destination.session();
        this.kind = destination.kind();
        this.rows = new RowWriter(destination);
    }

    PageReport write(Page page, RowPolicy policy, WriteCall call) {
        if (undone != null) {
            throw undone;
        }
        SinkCallContext context = call.context();
        try {
            begin(context);
            Connection connection = session.begin(context.roundTrips());
            if (!destination.runs().claim(context.run(), call.page())) {
                return landedBefore(call);
            }
            if (context.mode() == WriteMode.OVERWRITE) {
                staging.wrote(page.schema().names());
            } else {
                advance(call.stamp());
            }
            PageReport report = report(connection, page, policy, context);
            if (report instanceof PageReport.Failed) {
                rollBack();
                return report;
            }
            call.account(report);
            last = call.page();
            if (call.stamp() != null ? call.stamp().complete() : context.mode() == WriteMode.OVERWRITE) {
                land(call, report);
            } else {
                pending++;
            }
            return report;
        } catch (SQLException e) {
            throw lost(destination.failed("take a page", e));
        } catch (StrandlineException e) {
            throw lost(e);
        } catch (RuntimeException | Error e) {
            rollBack();
            throw e;
        }
    }

    /** The run's row, committed before its first page; and the table that pages go through. */
    private void begin(SinkCallContext context) throws SQLException {
        Connection connection = session.connection();
        if (connection == begun) {
            return;
        }
        destination.prepare(context);
        boolean own = !session.isInTransaction();
        session.begin(context.roundTrips());
        DatabaseTable table = destination.table();
        destination.runs().begin(context, destination.isJournaled(context.key()), table.written());
        rows.begin();
        if (own) {
            session.commit();
        }
        begun = connection;
    }

    private void advance(@Nullable CommitStamp stamp) throws SQLException {
        if (stamp != null && !stamp.token().equals(open)) {
            destination.runs().advance(stamp.scope(), stamp.token());
            open = stamp.token();
        }
    }

    private void land(WriteCall call, PageReport report) throws SQLException {
        Failpoint.SINK_PAGE_UNCOMMITTED.reach();
        unanswered = new Unanswered(call.page(), report);
        commit(call.context());
        unanswered = null;
        if (call.stamp() != null && call.context().mode() == WriteMode.OVERWRITE) {
            staging.stamped(call.stamp());
        }
        Failpoint.SINK_PAGE_COMMITTED.reach();
    }

    /** A page that is sent again although an earlier try of it was about to land, and now has. */
    private PageReport landedBefore(WriteCall call) {
        rollBack();
        if (unanswered == null || unanswered.page() != call.page()) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    destination.shown() + ": page " + call.page() + " of run "
                            + call.context().run() + " is there already; it is not written twice.");
        }
        PageReport report = unanswered.report();
        call.account(report);
        if (call.stamp() != null && call.context().mode() == WriteMode.OVERWRITE) {
            staging.stamped(call.stamp());
        }
        return report;
    }

    /** Makes what is in the open transaction durable. */
    void flush(SinkCallContext context) {
        if (undone != null) {
            throw undone;
        }
        if (last < 0) {
            return;
        }
        Failpoint.SINK_PAGE_UNCOMMITTED.reach();
        try {
            commit(context);
        } catch (SQLException e) {
            throw lost(destination.failed("commit the pages of a run", e));
        }
        Failpoint.SINK_PAGE_COMMITTED.reach();
    }

    private void commit(SinkCallContext context) throws SQLException {
        long page = last;
        try {
            destination.commit(
                    context, "commit a page", elsewhere -> elsewhere.pages(context.run(), kind.forUpdate()) > page);
        } catch (SQLException e) {
            if (DatabaseErrors.isOfRow(e)) {
                throw new StrandlineException(
                        ErrorCode.BAD_VALUE,
                        destination.shown() + " does not take the rows when they are committed: "
                                + DatabaseErrors.message(e) + ". Nothing of them is written.",
                        e);
            }
            throw e;
        }
        forgetOpen();
    }

    /** What failed: if pages before it went with it, sending this one again must not look as if they were there. */
    private StrandlineException lost(StrandlineException failure) {
        boolean more = pending > 0;
        rollBack();
        if (more) {
            undone = new StrandlineException(
                    failure.code(),
                    failure.getMessage() + " The pages of the run before it are undone with it: begin the run again.",
                    failure);
            return undone;
        }
        return failure;
    }

    private void forgetOpen() {
        open = null;
        last = -1;
        pending = 0;
    }

    private void rollBack() {
        session.rollBack();
        forgetOpen();
    }

    private PageReport report(Connection connection, Page page, RowPolicy policy, SinkCallContext context)
            throws SQLException {
        Map<Integer, String> failed = unsendable(page);
        if (failed.isEmpty()) {
            Savepoint before = connection.setSavepoint();
            try {
                return answer(page, failed, policy, rows.apply(page, context));
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
            return answer(page, failed, policy, rows.apply(rest, context));
        } catch (SQLException e) {
            if (!DatabaseErrors.isOfRow(e)) {
                throw e;
            }
            connection.rollback(before);
            Map<Integer, String> more = refused(connection, page, policy, context);
            more.putAll(failed);
            return answer(page, more, policy, rows.apply(page.where(row -> !more.containsKey(row)), context));
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
                failed.put(row, DatabaseErrors.message(e));
            }
        }
        connection.rollback(whole);
        return failed;
    }

    private static PageReport answer(Page page, Map<Integer, String> failed, RowPolicy policy, long written) {
        if (policy == RowPolicy.WHOLE_PAGE) {
            return new PageReport.Written(WriteReport.accepted(written));
        }
        List<RowOutcome> outcomes = new ArrayList<>();
        long left = written;
        for (int row = 0; row < page.size(); row++) {
            if (failed.containsKey(row)) {
                outcomes.add(new RowOutcome.Failed(failed.get(row)));
            } else if (left-- > 0) {
                // fewer than were sent leave a row without an outcome, which its accounting finds
                outcomes.add(RowOutcome.ACCEPTED);
            }
        }
        return new PageReport.Rows(outcomes);
    }

    /** The table that pages go through is made anew. */
    void columnsChanged() {
        begun = null;
    }

    void abandon() {
        rollBack();
    }
}
