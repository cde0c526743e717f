package io.strandline.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.fixture.DemoGateway;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs by SQL: across statements, with tokens, and undone. */
class SinkRunTest {
    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final String TOKEN = "0000000000000000000";

    @TempDir
    static Path folder;

    private static DemoGateway gateway;

    private final String name = "run_" + TABLES.incrementAndGet();
    private final String table = "lake.scratch." + name;
    private Connection connection;
    private Statement statement;

    @BeforeAll
    static void serve() {
        gateway = DemoGateway.start(folder.resolve("lake"));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @BeforeEach
    void connect() throws SQLException {
        connection = gateway.connect();
        statement = connection.createStatement();
        statement.execute("CREATE TABLE " + table + " (id BIGINT NOT NULL, name VARCHAR)");
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
    }

    private List<String> rows(String sql) throws SQLException {
        List<String> read = new ArrayList<>();
        try (Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery(sql)) {
            while (rows.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    values.add(String.valueOf(rows.getString(i)));
                }
                read.add(String.join("|", values));
            }
        }
        return read;
    }

    private String value(String sql, String column) throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(column);
        }
    }

    private List<String> content() throws SQLException {
        return rows("SELECT id, name FROM " + table + " ORDER BY id, name");
    }

    private int insert(String values) throws SQLException {
        return statement.executeUpdate("INSERT INTO " + table + " (id, name) VALUES " + values);
    }

    private String lastRun() throws SQLException {
        return value(
                "SELECT run_id FROM sink.runs WHERE table_name = '" + name + "' ORDER BY started_at DESC LIMIT 1",
                "run_id");
    }

    private static String failure(String state, ThrowingCallable call) {
        SQLException failure = catchThrowableOfType(SQLException.class, call);
        assertThat(failure.getSQLState()).as(failure.getMessage()).isEqualTo(state);
        return failure.getMessage();
    }

    /** SNK-10: an append's rows go, and a second time there is nothing to undo. */
    @Test
    void undoesAnAppend() throws SQLException {
        insert("(1, 'a')");
        insert("(2, 'b'), (3, 'c')");
        String run = lastRun();
        assertThat(rows("SELECT run_id FROM sink.runs WHERE run_id = '" + run + "' AND undoable"))
                .hasSize(1);
        assertThat(value("CALL sink.rollback(run_id => '" + run + "', dry_run => TRUE)", "deleted"))
                .isEqualTo("2");
        assertThat(content()).hasSize(3);
        assertThat(value("CALL sink.rollback(run_id => '" + run + "')", "done")).isEqualTo("true");
        assertThat(content()).containsExactly("1|a");
        assertThat(value("CALL sink.rollback(run_id => '" + run + "')", "note")).contains("nothing to undo");
        assertThat(rows("SELECT rolled_back_at IS NULL FROM sink.runs WHERE run_id = '" + run + "'"))
                .containsExactly("false");
    }

    /** SNK-10, SNK-11: an upsert's rows come back, unless a later run wrote them. */
    @Test
    void undoesAnUpsertOrListsConflicts() throws SQLException {
        insert("(1, 'a'), (2, 'b')");
        statement.execute("SET sink.key = 'id'");
        statement.execute("SET sink.mode = 'upsert'");
        insert("(2, 'x'), (3, 'c')");
        String first = lastRun();
        insert("(3, 'y')");
        String second = lastRun();
        assertThat(value("CALL sink.rollback(run_id => '" + first + "')", "reason"))
                .isEqualTo("conflicts");
        assertThat(content()).containsExactly("1|a", "2|x", "3|y");
        assertThat(value("CALL sink.rollback(run_id => '" + second + "')", "done"))
                .isEqualTo("true");
        assertThat(value("CALL sink.rollback(run_id => '" + first + "')", "done"))
                .isEqualTo("true");
        assertThat(content()).containsExactly("1|a", "2|b");
        failure("42704", () -> rows("CALL sink.rollback(run_id => '0123456789abcdef0123456789abcdef')"));
        failure("22023", () -> rows("CALL sink.rollback(run_id => 'the last one')"));
    }

    /** SNK-13. */
    @Test
    void aForgottenRunIsFinal() throws SQLException {
        insert("(1, 'a')");
        String run = lastRun();
        for (int i = 0; i < 2; i++) {
            assertThat(value("CALL sink.forget_run(run_id => '" + run + "')", "undoable"))
                    .isEqualTo("false");
        }
        assertThat(failure("55000", () -> rows("CALL sink.rollback(run_id => '" + run + "')")))
                .contains("not_undoable");
        assertThat(content()).containsExactly("1|a");
    }

    /** Statements of a session go into its run, and are there when it is committed; another session's are their own. */
    @Test
    void aRunSpansStatements() throws SQLException {
        String run = value("CALL sink.begin_run(sink => '" + table + "')", "run_id");
        insert("(1, 'a')");
        insert("(2, 'b')");
        assertThat(content()).isEmpty();
        try (Connection other = gateway.connect();
                Statement own = other.createStatement()) {
            own.executeUpdate("INSERT INTO " + table + " (id, name) VALUES (9, 'other')");
        }
        assertThat(failure("55000", () -> rows("CALL sink.begin_run(sink => '" + table + "')")))
                .contains(run);
        assertThat(value("CALL sink.commit_run(run_id => '" + run + "')", "accepted"))
                .isEqualTo("2");
        assertThat(content()).containsExactly("1|a", "2|b", "9|other");
        assertThat(failure("55000", () -> rows("CALL sink.commit_run(run_id => '" + run + "')")))
                .contains("is done");
        insert("(3, 'c')");
        assertThat(lastRun()).isNotEqualTo(run);
    }

    /** What a run staged is gone when it is given up, by a call or with its session. */
    @Test
    void aRunIsGivenUp() throws SQLException {
        insert("(1, 'a')");
        String run = value("CALL sink.begin_run(sink => '" + table + "', mode => 'overwrite')", "run_id");
        insert("(2, 'b')");
        assertThat(value("CALL sink.abort_run(run_id => '" + run + "')", "state"))
                .isEqualTo("aborted");
        assertThat(content()).containsExactly("1|a");
        String left;
        try (Connection other = gateway.connect();
                Statement own = other.createStatement();
                ResultSet begun =
                        own.executeQuery("CALL sink.begin_run(sink => '" + table + "', mode => 'overwrite')")) {
            begun.next();
            left = begun.getString("run_id");
        }
        assertThat(rows("SELECT state, fix_sql FROM sink.runs WHERE run_id = '" + left + "'"))
                .containsExactly("aborted|null");
        assertThat(content()).containsExactly("1|a");
    }

    /** SNK-5, SNK-12: what comes again at or below the token changes nothing, until the run is undone. */
    @Test
    void tokensMakeReplaysHarmless() throws SQLException {
        statement.execute("SET sink.scope = 'shop'");
        statement.execute("SET sink.token = '" + TOKEN + "1'");
        assertThat(insert("(1, 'a'), (2, 'b')")).isEqualTo(2);
        String run = lastRun();
        assertThat(insert("(1, 'a'), (2, 'b')")).isZero();
        assertThat(rows("SELECT scope, token FROM sink.commit_tokens WHERE sink_id = '" + table + "'"))
                .containsExactly("shop|" + TOKEN + "1");
        assertThat(content()).containsExactly("1|a", "2|b");
        assertThat(value("CALL sink.rollback(run_id => '" + run + "')", "done")).isEqualTo("true");
        assertThat(rows("SELECT scope, token FROM sink.commit_tokens WHERE sink_id = '" + table + "'"))
                .isEmpty();
        assertThat(insert("(1, 'a'), (2, 'b')")).isEqualTo(2);
        assertThat(value("CALL sink.rewind_commit_token('" + table + "', 'shop', NULL)", "previous_token"))
                .isEqualTo(TOKEN + "1");
        assertThat(insert("(3, 'c')")).isEqualTo(1);
    }

    @Test
    void optionsAreShownAndReset() throws SQLException {
        statement.execute("SET sink.mode = 'UPSERT'");
        String settings = "SELECT setting FROM runtime.settings WHERE name = 'sink.mode'";
        assertThat(rows(settings)).containsExactly("upsert");
        assertThat(failure("55000", () -> insert("(1, 'a')"))).contains("sink.key");
        statement.execute("RESET sink.mode");
        assertThat(rows(settings)).containsExactly("null");
        assertThat(insert("(1, 'a')")).isEqualTo(1);
    }

    /** A sink that SQL declares says how its table is written. */
    @Test
    void aSinkIsDeclared() throws SQLException {
        String create =
                "CALL sink.create_sink(sink => '" + name + "', settings => '{\"driver\": \"iceberg\", \"table\": \""
                        + table + "\", \"mode\": \"upsert\", \"key\": [\"id\"], \"mask\": {\"name\": \"redact\"}}')";
        assertThat(value(create, "write_mode")).isEqualTo("upsert");
        failure("42P07", () -> rows(create));
        insert("(1, 'a')");
        insert("(1, 'b')");
        assertThat(content()).containsExactly("1|***");
        assertThat(rows("SELECT guarantee, declared_in FROM sink.capabilities WHERE sink_id = '" + name + "'"))
                .containsExactly("atomic_watermark|sql");
        assertThat(rows("CALL sink.check_sink('" + name + "')")).isNotEmpty();
        value("CALL sink.drop_sink('" + name + "')", "sink_id");
        assertThat(insert("(1, 'c')")).isEqualTo(1);
        assertThat(content()).containsExactly("1|***", "1|c");
        assertThat(failure(
                        "F0000",
                        () -> rows("CALL sink.create_sink('x', '{\"driver\": \"icebrg\", \"table\": \"b.c\"}')")))
                .contains("did you mean");
    }
}
