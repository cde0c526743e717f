package io.strandline.sink.database;

import static java.util.Objects.requireNonNull;

import io.strandline.common.Text;
import io.strandline.sink.CommitToken;
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

    /** A run that wrote the table. */
    record Written(RunId run, WriteMode mode, boolean journaled, long pages, List<String> columns) {}

    boolean isThere(DatabaseKind kind) throws SQLException {
        return kind.describe(session.connection(), settings.schema(), "strandline_token")
                .isPresent();
    }

    void prepare() throws SQLException {
        session.run(
                "CREATE TABLE IF NOT EXISTS " + runs + " (table_name TEXT NOT NULL, run_id TEXT NOT NULL, mode TEXT NOT"
                        + " NULL, journaled INTEGER NOT NULL, pages BIGINT NOT NULL, columns TEXT NOT NULL, PRIMARY KEY (table_name,"
                        + " run_id))");
        session.run("CREATE TABLE IF NOT EXISTS " + tokens
                + " (table_name TEXT NOT NULL, scope TEXT NOT NULL, token TEXT NOT"
                + " NULL, PRIMARY KEY (table_name, scope))");
    }

    void begin(SinkCallContext context, boolean journaled, List<String> columns) throws SQLException {
        session.update(
                "INSERT INTO " + runs
                        + " (table_name, run_id, mode, journaled, pages, columns) VALUES (?, ?, ?, ?, 0, ?) ON"
                        + " CONFLICT (table_name, run_id) DO UPDATE SET columns = excluded.columns",
                settings.table(),
                context.run().text(),
                context.mode().text(),
                journaled ? 1 : 0,
                String.join("\n", columns));
    }

    /** Notes that a page lands; in its transaction. */
    void landed(SinkCallContext context, long page) throws SQLException {
        session.update(
                "UPDATE " + runs + " SET pages = ? WHERE table_name = ? AND run_id = ?",
                page + 1,
                settings.table(),
                context.run().text());
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

    List<Written> all() throws SQLException {
        return session.query(
                "SELECT run_id, mode, journaled, pages, columns FROM " + runs + " WHERE table_name = ? ORDER BY run_id",
                row -> new Written(
                        new RunId(row.getString(1)),
                        WriteMode.valueOf(Text.upper(row.getString(2))),
                        row.getInt(3) == 1,
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

    void set(String scope, @Nullable CommitToken token) throws SQLException {
        if (token == null) {
            session.update("DELETE FROM " + tokens + " WHERE table_name = ? AND scope = ?", settings.table(), scope);
            return;
        }
        session.update(
                "INSERT INTO " + tokens
                        + " (table_name, scope, token) VALUES (?, ?, ?) ON CONFLICT (table_name, scope) DO"
                        + " UPDATE SET token = excluded.token",
                settings.table(),
                scope,
                token.text());
    }
}
