package io.strandline.sink.database;

import io.strandline.common.ErrorCode;
import io.strandline.common.Failpoint;
import io.strandline.common.StrandlineException;
import io.strandline.sink.Page;
import io.strandline.sink.PageReport;
import io.strandline.sink.RowOutcome;
import io.strandline.sink.RowPolicy;
import io.strandline.sink.RunId;
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
import java.util.stream.Collectors;

/** Writes pages: each in one transaction, those under one token in one. */
final class PageWriter {
    private static final String PAGE = "strandline_page";
    private static final String IN_PAGE = "EXISTS (SELECT 1 FROM " + PAGE + " p WHERE ";

    private final Destination destination;
    private final Session session;
    private final DatabaseKind kind;
    private boolean begun;
    private boolean stale;

    PageWriter(Destination destination) {
        this.destination = destination;
        this.session = destination.session();
        this.kind = destination.kind();
    }

    PageReport write(Page page, RowPolicy policy, WriteCall call) {
        destination.prepare(call.context());
        try {
            Connection connection = session.begin(call.context().roundTrips());
            begin(call.context());
            PageReport report = report(connection, page, policy, call.context());
            if (report instanceof PageReport.Failed) {
                begun = false;
                session.rollBack();
                return report;
            }
            call.account(report);
            boolean last = call.stamp() == null || call.stamp().complete();
            if (call.stamp() != null && last) {
                destination.runs().set(call.stamp().scope(), call.stamp().token());
            }
            destination.runs().landed(call.context(), call.page());
            if (last) {
                Failpoint.SINK_PAGE_UNCOMMITTED.reach();
                commit(call);
                Failpoint.SINK_PAGE_COMMITTED.reach();
            }
            return report;
        } catch (SQLException e) {
            begun = false;
            throw destination.failed("take a page", e);
        } catch (RuntimeException | Error e) {
            begun = false;
            session.rollBack();
            throw e;
        }
    }

    /** The run's row, in the transaction of its first page; and the table that pages go through. */
    private void begin(SinkCallContext context) throws SQLException {
        if (begun) {
            return;
        }
        DatabaseTable table = destination.table();
        destination.runs().begin(context, destination.isJournaled(context.key()), table.written());
        if (stale) {
            session.run("DROP TABLE IF EXISTS " + PAGE);
            stale = false;
        }
        session.run("CREATE TEMPORARY TABLE IF NOT EXISTS " + PAGE + " AS SELECT t.* FROM " + destination.quoted()
                + " t WHERE 1 = 0");
        begun = true;
    }

    private PageReport report(Connection connection, Page page, RowPolicy policy, SinkCallContext context)
            throws SQLException {
        Map<Integer, String> failed = unsendable(page);
        if (failed.isEmpty()) {
            Savepoint before = connection.setSavepoint();
            try {
                return answer(page, failed, policy, apply(page, context));
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
            return answer(page, failed, policy, apply(rest, context));
        } catch (SQLException e) {
            if (!DatabaseErrors.isOfRow(e)) {
                throw e;
            }
            connection.rollback(before);
            Map<Integer, String> more = refused(connection, page, policy, context);
            more.putAll(failed);
            return answer(page, more, policy, apply(page.where(row -> !more.containsKey(row)), context));
        }
    }

    private Map<Integer, String> unsendable(Page page) throws SQLException {
        Map<Integer, String> failed = new TreeMap<>();
        for (int row = 0; row < page.size(); row++) {
            String reason = kind.unsendable(page, row, destination.table()).orElse(null);
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
        Savepoint whole = connection.setSavepoint();
        for (int row = 0; row < page.size() && (failed.isEmpty() || policy == RowPolicy.PER_ROW); row++) {
            int only = row;
            if (kind.unsendable(page, row, destination.table()).isPresent()) {
                continue;
            }
            Savepoint one = connection.setSavepoint();
            try {
                apply(page.where(at -> at == only), context);
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

    private long apply(Page page, SinkCallContext context) throws SQLException {
        if (page.isEmpty()) {
            return 0;
        }
        DatabaseTable table = destination.table();
        context.roundTrips().count();
        if (context.mode() == WriteMode.OVERWRITE) {
            return kind.load(session.connection(), Staging.quoted(destination, context.run()), page, table);
        }
        boolean journaled = destination.isJournaled(context.key());
        if (context.mode() == WriteMode.APPEND && !journaled) {
            return kind.load(session.connection(), destination.quoted(), page, table);
        }
        session.run(kind.clear(PAGE));
        kind.load(session.connection(), PAGE, page, table);
        return switch (context.mode()) {
            case APPEND -> append(page, context);
            case UPSERT -> upsert(page, context, journaled);
            case DELETE -> delete(page, context, journaled);
            case OVERWRITE -> throw new IllegalStateException("it is staged");
        };
    }

    private long append(Page page, SinkCallContext context) throws SQLException {
        return kind.appendNoted(
                session.connection(),
                destination.table(),
                destination.journal(context.key()),
                page.schema().names(),
                context.run());
    }

    private long upsert(Page page, SinkCallContext context, boolean journaled) throws SQLException {
        String which = IN_PAGE + Sql.same(context.key(), "p", "t") + ")";
        if (journaled) {
            destination.journal(context.key()).noteBefore(context.run(), which);
        }
        List<String> columns = page.schema().names();
        String set = columns.stream()
                .filter(column ->
                        columns.size() == context.key().size() || !context.key().contains(column))
                .map(column -> Sql.quote(column) + " = excluded." + Sql.quote(column))
                .collect(Collectors.joining(", "));
        long written = session.update("INSERT INTO " + destination.quoted() + " (" + Sql.columns(columns, "") + ")"
                + kind.overriding() + " SELECT " + Sql.columns(columns, "") + " FROM " + PAGE
                + " WHERE true ON CONFLICT (" + Sql.columns(context.key(), "") + ") DO UPDATE SET " + set);
        if (journaled) {
            destination.journal(context.key()).noteAfter(context.run(), which);
        }
        return written;
    }

    private long delete(Page page, SinkCallContext context, boolean journaled) throws SQLException {
        String which = IN_PAGE + Sql.same(context.key(), "p", "t") + ")";
        long there = journaled
                ? destination.journal(context.key()).noteBefore(context.run(), which)
                : session.count("SELECT count(*) FROM " + destination.quoted() + " t WHERE " + which);
        long gone = session.update("DELETE FROM " + destination.quoted() + " AS t WHERE " + which);
        return page.size() - (there - gone);
    }

    /** Commits; when the answer is lost, the database is asked whether the page has landed (SNK-6). */
    private void commit(WriteCall call) throws SQLException {
        try {
            session.commit();
        } catch (SQLException lost) {
            session.close();
            begun = false;
            if (!landed(call, lost)) {
                throw new StrandlineException(
                        ErrorCode.CONFLICT,
                        destination.shown()
                                + ": the connection was lost while a page was committed, and it did not land: "
                                + DatabaseErrors.message(lost) + ". Send it again.",
                        lost);
            }
        }
    }

    private boolean landed(WriteCall call, SQLException lost) {
        RunId run = call.context().run();
        try (Destination again = destination.again()) {
            again.session().begin(call.context().roundTrips());
            return again.runs().pages(run, kind.forUpdate()) > call.page();
        } catch (SQLException e) {
            lost.addSuppressed(e);
            throw new StrandlineException(
                    ErrorCode.OUTCOME_UNKNOWN,
                    destination.shown()
                            + ": the connection was lost while a page was committed, and the database does not"
                            + " say whether it landed. Look at the table, then CALL sink.abort_run('" + run + "').",
                    lost);
        }
    }

    /** The table that pages go through is made anew. */
    void columnsChanged() {
        begun = false;
        stale = true;
    }

    void abandon() {
        begun = false;
        session.rollBack();
    }
}
