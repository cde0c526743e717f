package io.strandline.sink.database;

import io.strandline.common.ErrorCode;
import io.strandline.common.Failpoint;
import io.strandline.common.StrandlineException;
import io.strandline.sink.CommitStamp;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.StagingGroup;
import io.strandline.sink.WriteMode;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Overwrite: a run's rows wait in a table of their own, and take the place of the table's rows in one transaction. The table
 * itself stays, with its indexes, grants and whatever refers to it.
 */
final class Staging implements StagingGroup {
    private static final String PREFIX = "strandline_staging_";

    private final Destination destination;

    /** Columns that the run gave; the others are filled in by the database when the rows become the table's. */
    private final Set<String> given = new LinkedHashSet<>();

    private @Nullable CommitStamp stamp;

    Staging(Destination destination) {
        this.destination = destination;
    }

    static String quoted(Destination destination, RunId run) {
        return Sql.quote(destination.settings().schema(), PREFIX + run);
    }

    void wrote(List<String> columns) {
        given.addAll(columns);
    }

    /** Remembers what moves when the staged rows become the table's, and not before. */
    void stamped(CommitStamp last) {
        stamp = last;
    }

    @Override
    public void begin(SinkCallContext context) {
        destination.change(context, "stage rows", () -> {
            requireNoCascade();
            destination
                    .runs()
                    .begin(
                            context,
                            destination.isJournaled(context.key()),
                            destination.table().written());
            destination
                    .session()
                    .run(destination.kind().stagingTable(quoted(destination, context.run()), destination.quoted()));
            return true;
        });
    }

    /** Rows of other tables that would go with this one's are in no journal. */
    private void requireNoCascade() throws SQLException {
        List<String> others = destination
                .kind()
                .cascades(
                        destination.session().connection(),
                        destination.settings().schema(),
                        destination.settings().table());
        if (!others.isEmpty()) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    destination.shown() + " cannot be overwritten: rows of " + String.join(", ", others)
                            + " refer to it ON DELETE CASCADE, SET NULL or SET DEFAULT, would change with it, and could not"
                            + " be brought back. Upsert with a cleanup instead.");
        }
    }

    @Override
    public void commit(SinkCallContext context) {
        try {
            destination.change(
                    context,
                    "replace its rows",
                    () -> {
                        replace(context);
                        return true;
                    },
                    elsewhere -> elsewhere.isReplaced(
                            context.run(), destination.kind().forUpdate()));
        } catch (StrandlineException e) {
            if (e.getCause() instanceof SQLException cause
                    && DatabaseErrors.isOfRow(cause)
                    && !DatabaseErrors.isOfReference(cause)) {
                throw new StrandlineException(
                        ErrorCode.BAD_VALUE,
                        destination.shown() + " does not take the staged rows: " + DatabaseErrors.message(cause)
                                + ". Its rows are as they were; correct the rows and overwrite again.",
                        e);
            }
            throw e;
        }
    }

    private void replace(SinkCallContext context) throws SQLException {
        Session session = destination.session();
        RunTable runs = destination.runs();
        if (!runs.replace(context.run())) {
            requireReplaced(context);
            return;
        }
        if (stamp != null) {
            runs.advance(stamp.scope(), stamp.token());
        }
        destination.kind().lock(session.connection(), destination.quoted());
        String staged = quoted(destination, context.run());
        if (!isStaged(context.run())) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    destination.shown() + ": what run " + context.run()
                            + " staged is not there any more: it was aborted, or"
                            + " its table dropped. The table's rows are as they were; begin another run.");
        }
        boolean journaled = destination.isJournaled(context.key());
        if (journaled) {
            destination.journal(context.key()).noteBefore(context.run(), "1 = 1");
        }
        session.run("DELETE FROM " + destination.quoted());
        fill(context, staged);
        if (journaled) {
            destination.journal(context.key()).noteAfter(context.run(), "1 = 1");
        }
        session.run("DROP TABLE " + staged);
        Failpoint.SINK_SWAP_UNCOMMITTED.reach();
    }

    private void requireReplaced(SinkCallContext context) throws SQLException {
        destination.runs().requireNotGivenUp(context.run());
        if (!destination.runs().isReplaced(context.run(), "")) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    destination.shown() + ": nothing is known of run " + context.run()
                            + " here any more. The table's rows are as they were; begin another run.");
        }
    }

    private void fill(SinkCallContext context, String staged) throws SQLException {
        Session session = destination.session();
        if (given.isEmpty()) {
            return;
        }
        String columns = Sql.columns(List.copyOf(given), "");
        long rows = session.count("SELECT count(*) FROM " + staged);
        long taken = session.update("INSERT INTO " + destination.quoted() + " (" + columns + ")"
                + destination.kind().overriding() + " SELECT " + columns + " FROM " + staged);
        if (taken != rows) {
            throw new StrandlineException(
                    ErrorCode.ROWS_UNACCOUNTED,
                    destination.shown() + ": of " + rows + " staged rows the table took " + taken
                            + ". Look for triggers or rules that drop rows there. Its rows are as they were; run "
                            + context.run() + " replaced nothing.");
        }
    }

    private boolean isStaged(RunId run) throws SQLException {
        return destination
                .kind()
                .describe(
                        destination.session().connection(),
                        destination.settings().schema(),
                        PREFIX + run)
                .isPresent();
    }

    @Override
    public void abort(SinkCallContext context) {
        // also where the table itself is gone, and with it what is prepared for changes
        destination.within(
                context,
                "remove staged rows",
                () -> {
                    destination.session().run("DROP TABLE IF EXISTS " + quoted(destination, context.run()));
                    return true;
                },
                null);
    }

    @Override
    public Set<RunId> staged(SinkCallContext context) {
        return destination.ask(context, "look for staged rows", () -> {
            Set<RunId> staged = new TreeSet<>();
            List<RunTable.Written> runs =
                    destination.isKnown() ? destination.runs().all() : List.of();
            for (RunTable.Written run : runs) {
                if (run.mode() == WriteMode.OVERWRITE && isStaged(run.run())) {
                    staged.add(run.run());
                }
            }
            return staged;
        });
    }
}
