package io.strandline.sink.database;

import static java.util.Objects.requireNonNull;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.sink.CommitToken;
import io.strandline.sink.Landing;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.WriteMode;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is known in the database of the runs that wrote a table, and of the tokens of its scopes. */
final class RunTable {
    private final Session session;
    private final DatabaseSettings settings;
    private final String runs;
    private final String tokens;

    RunTable(Session session, DatabaseSettings settings) {
        this.session = session;
        this.settings = settings;
        this.runs = Sql.quote(settings.schema(), "strandline_run");
        this.tokens = Sql.quote(settings.schema(), "strandline_token");
    }

    /** A run that wrote the table, which had those columns. */
    record Written(RunId run, WriteMode mode, Notes notes, long pages, List<String> columns) {}

    /** What is kept to undo a run. */
    enum Notes {
        NONE(0),
        KEPT(1),
        /** The table's columns changed, and another run began: its notes are of what there is now. */
        OUTDATED(2);

        private final int kept;

        Notes(int kept) {
            this.kept = kept;
        }

        static Notes of(int kept) {
            return kept == KEPT.kept ? KEPT : kept == OUTDATED.kept ? OUTDATED : NONE;
        }
    }

    private static final String WRITING = "writing";
    private static final String REPLACED = "replaced";
    private static final String GIVEN_UP = "given up";

    boolean isThere(DatabaseKind kind) throws SQLException {
        return kind.describe(session.connection(), settings.schema(), "strandline_token")
                .isPresent();
    }

    void prepare() throws SQLException {
        session.run(
                "CREATE TABLE IF NOT EXISTS " + runs + " (table_name TEXT NOT NULL, run_id TEXT NOT NULL, mode TEXT NOT"
                        + " NULL, journaled INTEGER NOT NULL, pages BIGINT NOT NULL, state TEXT NOT NULL, columns TEXT NOT NULL,"
                        + " PRIMARY KEY (table_name, run_id))");
        session.run("CREATE TABLE IF NOT EXISTS " + tokens
                + " (table_name TEXT NOT NULL, scope TEXT NOT NULL, token TEXT NOT"
                + " NULL, PRIMARY KEY (table_name, scope))");
    }

    /**
     * The run's row; committed before its first page, so that another connection can wait for who writes the page.
     *
     * @throws StrandlineException {@link ErrorCode#REFUSED} for a run that was given up
     */
    void begin(SinkCallContext context, boolean journaled, List<String> columns) throws SQLException {
        long begun = session.update(
                "INSERT INTO " + runs
                        + " AS r (table_name, run_id, mode, journaled, pages, state, columns) VALUES (?, ?, ?, ?, 0, ?, ?) ON"
                        + " CONFLICT (table_name, run_id) DO UPDATE SET columns = excluded.columns WHERE r.state <> ?",
                settings.table(),
                context.run().text(),
                context.mode().text(),
                (journaled ? Notes.KEPT : Notes.NONE).kept,
                WRITING,
                String.join("\n", columns),
                GIVEN_UP);
        if (begun == 0) {
            throw givenUp(context.run());
        }
    }

    /** Nothing of the run lands any more: its pages find their row so. Waits for one that is about to land. */
    void fence(SinkCallContext context) throws SQLException {
        session.update(
                "INSERT INTO " + runs
                        + " AS r (table_name, run_id, mode, journaled, pages, state, columns) VALUES (?, ?, ?, ?, 0, ?, '') ON"
                        + " CONFLICT (table_name, run_id) DO UPDATE SET state = excluded.state WHERE r.state = ?",
                settings.table(),
                context.run().text(),
                context.mode().text(),
                Notes.NONE.kept,
                GIVEN_UP,
                WRITING);
    }

    /** Says of a run that is fenced why it goes on no more; nothing of another. */
    void requireNotGivenUp(RunId run) throws SQLException {
        if (session.query(
                        "SELECT state FROM " + runs + " WHERE table_name = ? AND run_id = ?",
                        row -> row.getString(1),
                        settings.table(),
                        run.text())
                .contains(GIVEN_UP)) {
            throw givenUp(run);
        }
    }

    private static StrandlineException givenUp(RunId run) {
        return new StrandlineException(
                ErrorCode.REFUSED,
                "run " + run + " was given up by abort_run: nothing more of it is written. Begin another run.");
    }

    /** What was kept to undo the runs that there were is gone. */
    void outdate() throws SQLException {
        session.update(
                "UPDATE " + runs + " SET journaled = ? WHERE table_name = ? AND journaled = ?",
                Notes.OUTDATED.kept,
                settings.table(),
                Notes.KEPT.kept);
    }

    /**
     * Notes that a page lands, in its transaction and before its rows; waits for an earlier try of the same page.
     *
     * @return whether it has not landed yet
     */
    boolean claim(RunId run, long page) throws SQLException {
        return session.update(
                        "UPDATE " + runs
                                + " SET pages = ? WHERE table_name = ? AND run_id = ? AND pages <= ? AND state = ?",
                        page + 1,
                        settings.table(),
                        run.text(),
                        page,
                        WRITING)
                == 1;
    }

    /**
     * Notes that the staged rows become the table's, in the transaction in which they do.
     *
     * @return whether they have not yet
     */
    boolean replace(RunId run) throws SQLException {
        return session.update(
                        "UPDATE " + runs + " SET state = ? WHERE table_name = ? AND run_id = ? AND state = ?",
                        REPLACED,
                        settings.table(),
                        run.text(),
                        WRITING)
                == 1;
    }

    /** Whether the staged rows became the table's; waits for a transaction that is about to do that. */
    boolean isReplaced(RunId run, String forUpdate) throws SQLException {
        return session.query(
                        "SELECT state FROM " + runs + " WHERE table_name = ? AND run_id = ?" + forUpdate,
                        row -> row.getString(1),
                        settings.table(),
                        run.text())
                .contains(REPLACED);
    }

    Optional<Written> find(RunId run) throws SQLException {
        return all().stream().filter(written -> written.run().equals(run)).findFirst();
    }

    /** Waits for a transaction that is about to land a page. */
    long pages(RunId run, String forUpdate) throws SQLException {
        List<Long> pages = session.query(
                "SELECT pages FROM " + runs + " WHERE table_name = ? AND run_id = ?" + forUpdate,
                row -> row.getLong(1),
                settings.table(),
                run.text());
        return pages.isEmpty() ? 0 : pages.get(0);
    }

    /**
     * What of a run is there. Without a scope its pages are one transaction; an overwrite is there with its commit. Waits for
     * a transaction that is about to land a page.
     */
    Landing landing(SinkCallContext context, String forUpdate) throws SQLException {
        return session
                .query(
                        "SELECT pages, state FROM " + runs + " WHERE table_name = ? AND run_id = ?" + forUpdate,
                        row -> {
                            boolean there = context.mode() == WriteMode.OVERWRITE
                                    ? REPLACED.equals(row.getString(2))
                                    : row.getLong(1) > 0;
                            return !there
                                    ? Landing.NONE
                                    : context.scope() == null || context.mode() == WriteMode.OVERWRITE
                                            ? Landing.WHOLE
                                            : Landing.SOME;
                        },
                        settings.table(),
                        context.run().text())
                .stream()
                .findFirst()
                .orElse(Landing.NONE);
    }

    List<Written> all() throws SQLException {
        return session.query(
                "SELECT run_id, mode, journaled, pages, columns FROM " + runs
                        + " WHERE table_name = ? AND columns <> '' ORDER BY run_id",
                row -> new Written(
                        new RunId(row.getString(1)),
                        WriteMode.valueOf(Text.upper(row.getString(2))),
                        Notes.of(row.getInt(3)),
                        row.getLong(4),
                        List.of(row.getString(5).split("\n"))),
                settings.table());
    }

    void forget(RunId run) throws SQLException {
        session.update("DELETE FROM " + runs + " WHERE table_name = ? AND run_id = ?", settings.table(), run.text());
    }

    Map<String, CommitToken> tokens() throws SQLException {
        Map<String, CommitToken> found = new LinkedHashMap<>();
        session.query(
                        "SELECT scope, token FROM " + tokens + " WHERE table_name = ? ORDER BY scope",
                        row -> Map.entry(row.getString(1), new CommitToken(row.getString(2))),
                        settings.table())
                .forEach(token -> found.put(token.getKey(), token.getValue()));
        return found;
    }

    /**
     * Moves the token of a scope, if it is the expected one.
     *
     * @return whether it was
     */
    boolean move(String scope, @Nullable CommitToken from, @Nullable CommitToken to) throws SQLException {
        String table = settings.table();
        if (from == null && to == null) {
            return tokens().get(scope) == null;
        }
        if (from == null) {
            return session.update(
                            "INSERT INTO " + tokens
                                    + " (table_name, scope, token) VALUES (?, ?, ?) ON CONFLICT (table_name, scope) DO NOTHING",
                            table,
                            scope,
                            requireNonNull(to).text())
                    == 1;
        }
        String where = " WHERE table_name = ? AND scope = ? AND token = ?";
        return to == null
                ? session.update("DELETE FROM " + tokens + where, table, scope, from.text()) == 1
                : session.update("UPDATE " + tokens + " SET token = ?" + where, to.text(), table, scope, from.text())
                        == 1;
    }

    /**
     * Moves the token of a scope, in the transaction of its rows and before them; waits for another that moves it.
     *
     * @throws StrandlineException {@link ErrorCode#REFUSED} if it is there, or beyond it, already
     */
    void advance(String scope, CommitToken token) throws SQLException {
        // by the digits that lead, which alone are compared
        long moved = session.update(
                "INSERT INTO " + tokens
                        + " AS k (table_name, scope, token) VALUES (?, ?, ?) ON CONFLICT (table_name, scope) DO UPDATE SET"
                        + " token = excluded.token WHERE substr(k.token, 1, 20) < substr(excluded.token, 1, 20)",
                settings.table(),
                scope,
                token.text());
        if (moved == 0) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    "table " + settings.schema() + "." + settings.table() + ": another run moved scope " + scope
                            + " to "
                            + tokens().get(scope) + " meanwhile, which covers " + token
                            + ". Nothing was written; let one run at a time use a scope.");
        }
    }
}
