package io.strandline.sink.database;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.SinkCallContext;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One table and what stands beside it, for one driver: looked at when first needed. */
final class Destination implements AutoCloseable {
    private final Connections connections;
    private final DatabaseKind kind;
    private final DatabaseSettings settings;
    private final Session session;
    private final RunTable runs;
    private @Nullable DatabaseTable table;
    private boolean prepared;

    Destination(Connections connections) {
        this.connections = connections;
        this.kind = connections.kind();
        this.settings = connections.settings();
        this.session = new Session(connections);
        this.runs = new RunTable(session, settings);
    }

    /** Something asked of the database. */
    interface Work<T> {
        T done() throws SQLException;
    }

    DatabaseKind kind() {
        return kind;
    }

    DatabaseSettings settings() {
        return settings;
    }

    Session session() {
        return session;
    }

    RunTable runs() {
        return runs;
    }

    /** Another connection to the same, for when this one is lost. */
    Destination again() {
        return new Destination(connections);
    }

    String shown() {
        return "table " + settings.schema() + "." + settings.table() + " (" + kind.name() + ")";
    }

    String quoted() {
        return Sql.quote(settings.schema(), settings.table());
    }

    StrandlineException failed(String what, SQLException e) {
        session.rollBack();
        return session.isStopped()
                ? new StrandlineException(
                        ErrorCode.CANCELLED,
                        shown() + ": it was stopped while it was to " + what + ". Nothing was changed by that.",
                        e)
                : DatabaseErrors.of(shown(), what, e);
    }

    /** Asks outside of any transaction. */
    <T> T ask(SinkCallContext context, String what, Work<T> work) {
        context.roundTrips().count();
        try {
            return work.done();
        } catch (SQLException e) {
            throw failed(what, e);
        }
    }

    /** Does something after what stands beside the table is there, in the open transaction or else in one of its own. */
    <T> T change(SinkCallContext context, String what, Work<T> work) {
        return change(context, what, work, null);
    }

    /**
     * The same, where nothing has to stand beside the table.
     *
     * @param landed as {@link #change}
     */
    <T> T within(SinkCallContext context, String what, Work<T> work, @Nullable Landed landed) {
        boolean own = !session.isInTransaction();
        try {
            session.begin(context.roundTrips());
            T done = work.done();
            if (own) {
                commit(context, what, landed);
            }
            return done;
        } catch (SQLException e) {
            throw failed(what, e);
        } catch (RuntimeException | Error e) {
            session.rollBack();
            throw e;
        }
    }

    /**
     * As {@link #change(SinkCallContext, String, Work)}.
     *
     * @param landed tells whether it was done when the answer to the commit is lost; null if nothing does
     */
    <T> T change(SinkCallContext context, String what, Work<T> work, @Nullable Landed landed) {
        prepare(context);
        return within(context, what, work, landed);
    }

    /** Asked of another connection: whether something was committed. Waits for a transaction that is about to. */
    interface Landed {
        boolean isSeen(RunTable elsewhere) throws SQLException;
    }

    /**
     * Commits; when the answer is lost, the database is asked what became of it (SNK-6).
     *
     * @throws SQLException if the database refused
     * @throws StrandlineException {@link ErrorCode#CONFLICT} if it did not land; {@link ErrorCode#OUTCOME_UNKNOWN} if the
     *     database cannot tell
     */
    void commit(SinkCallContext context, String what, @Nullable Landed landed) throws SQLException {
        try {
            session.commit();
        } catch (SQLException e) {
            if (DatabaseErrors.isRefusedCommit(e)) {
                throw e;
            }
            session.close();
            if (!isSeen(context, what, landed, e)) {
                throw new StrandlineException(
                        ErrorCode.CONFLICT,
                        shown() + ": the connection was lost while it was to " + what + ", which did not happen: "
                                + DatabaseErrors.message(e) + ". Send it again.",
                        e);
            }
        }
    }

    private boolean isSeen(SinkCallContext context, String what, @Nullable Landed landed, SQLException lost) {
        if (landed != null) {
            try (Destination again = again()) {
                again.session().begin(context.roundTrips());
                return landed.isSeen(again.runs());
            } catch (SQLException | StrandlineException e) {
                lost.addSuppressed(e);
            }
        }
        throw new StrandlineException(
                ErrorCode.OUTCOME_UNKNOWN,
                shown() + ": the connection was lost while it was to " + what
                        + ", and the database does not say whether"
                        + " that happened: " + DatabaseErrors.message(lost) + ". Look at the table; run "
                        + context.run() + " is the one that wrote it.",
                lost);
    }

    Optional<DatabaseTable> look() throws SQLException {
        Optional<DatabaseTable> found = kind.describe(session.connection(), settings.schema(), settings.table());
        table = found.orElse(null);
        return found;
    }

    /** Whether a run was ever here: only then is there anything beside the table. */
    boolean isKnown() throws SQLException {
        return runs.isThere(kind);
    }

    void lookAgain() {
        table = null;
        prepared = false;
    }

    DatabaseTable table() throws SQLException {
        DatabaseTable known = table;
        return known != null ? known : look().orElseThrow(this::noTable);
    }

    private StrandlineException noTable() {
        return new StrandlineException(
                ErrorCode.NO_SUCH_TABLE,
                shown() + " is not there. Create it in the database, or correct the sink's declaration.");
    }

    /** Whether rows are noted, so that runs can be undone. */
    boolean isJournaled(List<String> key) throws SQLException {
        return settings.keepsJournal() && !table().identity(key).isEmpty();
    }

    JournalTable journal(List<String> key) throws SQLException {
        return new JournalTable(session, kind, table(), table().identity(key));
    }

    /** The journal as it is now; empty if there is none. */
    Optional<DatabaseTable> noted() throws SQLException {
        return kind.describe(session.connection(), settings.schema(), JournalTable.nameOf(settings.table()));
    }

    /** Makes what stands beside the table, once. */
    void prepare(SinkCallContext context) {
        if (prepared) {
            return;
        }
        try {
            requireUnique(table(), context);
            boolean journaled = isJournaled(context.key());
            if (!runs.isThere(kind) || (journaled && !journal(context.key()).isPrepared())) {
                boolean own = !session.isInTransaction();
                session.begin(context.roundTrips());
                kind.serialise(session.connection(), settings.schema());
                runs.prepare();
                if (journaled && journal(context.key()).prepare()) {
                    runs.outdate();
                }
                if (own) {
                    session.commit();
                }
            }
            prepared = true;
        } catch (SQLException e) {
            throw failed("prepare the tables beside it", e);
        }
    }

    /** Fences a run off. What is noted of other runs stays as it is, and the table need not take rows. */
    void fence(SinkCallContext context) {
        within(
                context,
                "give a run up",
                () -> {
                    if (!runs.isThere(kind)) {
                        kind.serialise(session.connection(), settings.schema());
                        runs.prepare();
                    }
                    runs.fence(context);
                    return true;
                },
                null);
    }

    private void requireUnique(DatabaseTable there, SinkCallContext context) {
        if (context.mode().isKeyed() && !there.isUnique(context.key())) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    shown() + " has no unique index on exactly " + context.key()
                            + ", by which rows are to be found. CREATE"
                            + " UNIQUE INDEX ON " + quoted() + " (" + Sql.columns(context.key(), "")
                            + ") in the database, or choose another key.");
        }
    }

    /** Ends what the database is doing for it; called from another thread. */
    void stop() {
        try {
            session.stop();
        } catch (SQLException e) {
            throw DatabaseErrors.of(shown(), "be stopped", e);
        }
    }

    @Override
    public void close() {
        session.close();
    }
}
