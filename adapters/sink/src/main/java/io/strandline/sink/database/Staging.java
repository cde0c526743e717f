package io.strandline.sink.database;

import io.strandline.common.ErrorCode;
import io.strandline.common.Failpoint;
import io.strandline.common.StrandlineException;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.StagingGroup;
import io.strandline.sink.WriteMode;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Overwrite: a run's rows wait in a table of their own, and take the place of the table's rows in one transaction. The table
 * itself stays, with its indexes, grants and whatever refers to it.
 */
final class Staging implements StagingGroup {
    private static final String PREFIX = "strandline_staging_";

    private final Destination destination;

    Staging(Destination destination) {
        this.destination = destination;
    }

    static String quoted(Destination destination, RunId run) {
        return Sql.quote(destination.settings().schema(), PREFIX + run);
    }

    @Override
    public void begin(SinkCallContext context) {
        destination.change(context, "stage rows", () -> {
            destination
                    .runs()
                    .begin(
                            context,
                            destination.isJournaled(context.key()),
                            destination.table().written());
            destination
                    .session()
                    .run("CREATE TABLE " + quoted(destination, context.run()) + " AS SELECT t.* FROM "
                            + destination.quoted() + " t WHERE 1 = 0");
            return true;
        });
    }

    @Override
    public void commit(SinkCallContext context) {
        try {
            destination.change(context, "replace its rows", () -> {
                replace(context);
                return true;
            });
        } catch (StrandlineException e) {
            if (e.getCause() instanceof SQLException cause && DatabaseErrors.isOfRow(cause)) {
                throw new StrandlineException(
                        ErrorCode.BAD_VALUE,
                        destination.shown() + " does not take the staged rows: " + DatabaseErrors.message(cause)
                                + ". Its rows are as they were; correct the rows and overwrite again.",
                        e);
            }
            requireDone(context, e);
        }
    }

    private void replace(SinkCallContext context) throws SQLException {
        Session session = destination.session();
        boolean journaled = destination.isJournaled(context.key());
        destination.kind().lock(session.connection(), destination.quoted());
        if (journaled) {
            destination.journal(context.key()).noteBefore(context.run(), "1 = 1");
        }
        session.run("DELETE FROM " + destination.quoted());
        String columns = Sql.columns(destination.table().written(), "");
        session.update("INSERT INTO " + destination.quoted() + " (" + columns + ")"
                + destination.kind().overriding() + " SELECT " + columns + " FROM "
                + quoted(destination, context.run()));
        if (journaled) {
            destination.journal(context.key()).noteAfter(context.run(), "1 = 1");
        }
        session.run("DROP TABLE " + quoted(destination, context.run()));
        Failpoint.SINK_SWAP_UNCOMMITTED.reach();
    }

    /** What is staged is gone exactly when it has become the table's. */
    private void requireDone(SinkCallContext context, StrandlineException failure) {
        destination.session().close();
        try (Destination again = destination.again()) {
            if (again.kind()
                    .describe(again.session().connection(), again.settings().schema(), PREFIX + context.run())
                    .isPresent()) {
                throw failure;
            }
        } catch (SQLException e) {
            failure.addSuppressed(e);
            throw new StrandlineException(
                    ErrorCode.OUTCOME_UNKNOWN,
                    destination.shown() + ": whether its rows were replaced is not known: " + failure.getMessage()
                            + " Look at the table, then CALL sink.abort_run('" + context.run() + "').",
                    failure);
        }
    }

    @Override
    public void abort(SinkCallContext context) {
        destination.change(context, "remove staged rows", () -> {
            destination.session().run("DROP TABLE IF EXISTS " + quoted(destination, context.run()));
            return true;
        });
    }

    @Override
    public Set<RunId> staged(SinkCallContext context) {
        return destination.ask(context, "look for staged rows", () -> {
            Set<RunId> staged = new TreeSet<>();
            List<RunTable.Written> runs =
                    destination.isKnown() ? destination.runs().all() : List.of();
            for (RunTable.Written run : runs) {
                if (run.mode() == WriteMode.OVERWRITE
                        && destination
                                .kind()
                                .describe(
                                        destination.session().connection(),
                                        destination.settings().schema(),
                                        PREFIX + run.run())
                                .isPresent()) {
                    staged.add(run.run());
                }
            }
            return staged;
        });
    }
}
