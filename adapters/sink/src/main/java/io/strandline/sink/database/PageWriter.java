package io.strandline.sink.database;

import io.strandline.common.ErrorCode;
import io.strandline.common.Failpoint;
import io.strandline.common.StrandlineException;
import io.strandline.sink.CommitStamp;
import io.strandline.sink.CommitToken;
import io.strandline.sink.Page;
import io.strandline.sink.PageReport;
import io.strandline.sink.RowPolicy;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.WriteCall;
import io.strandline.sink.WriteMode;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
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
    private final RowTrials trials;

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
        this.trials = new RowTrials(destination, rows);
    }

    PageReport write(Page page, RowPolicy policy, WriteCall call) {
        return write(
                call, page.schema().names(), connection -> trials.report(connection, page, policy, call.context()));
    }

    /** Puts rows of a page into the open transaction, all of those that it reports as written. */
    interface Rows {
        PageReport put(Connection connection) throws SQLException;
    }

    /**
     * Writes a page.
     *
     * @param columns that it gives
     */
    PageReport write(WriteCall call, List<String> columns, Rows given) {
        if (undone != null) {
            throw undone;
        }
        SinkCallContext context = call.context();
        try {
            begin(context);
            Connection connection = session.begin(context.roundTrips());
            if (!destination.runs().claim(context.run(), call.page())) {
                destination.runs().requireNotGivenUp(context.run());
                return landedBefore(call);
            }
            if (context.mode() == WriteMode.OVERWRITE) {
                staging.wrote(columns);
            } else {
                advance(call.stamp());
            }
            PageReport report = given.put(connection);
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
                                + DatabaseErrors.reason(e, context.mode()) + ". Nothing of them is written.",
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

    /** What writes rows into the open transaction. */
    RowWriter rows() {
        return rows;
    }

    /** The table that pages go through is made anew. */
    void columnsChanged() {
        begun = null;
    }

    void abandon() {
        rollBack();
    }
}
