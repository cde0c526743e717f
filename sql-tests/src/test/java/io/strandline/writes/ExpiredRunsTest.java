package io.strandline.writes;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.fixture.DemoGateway;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Old snapshots of a table that runs wrote (CAT-16). */
class ExpiredRunsTest {
    @TempDir
    static Path folder;

    private static DemoGateway gateway;

    /** Ten days on, so that what it writes is old. */
    @BeforeAll
    static void serve() {
        gateway = DemoGateway.start(folder.resolve("lake"), Clock.offset(Clock.systemUTC(), Duration.ofDays(10)));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private static List<String> rows(Statement statement, String sql, String... columns) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (ResultSet read = statement.executeQuery(sql)) {
            while (read.next()) {
                List<String> row = new ArrayList<>();
                for (String column : columns) {
                    row.add(String.valueOf(read.getObject(column)));
                }
                rows.add(String.join("|", row));
            }
        }
        return rows;
    }

    /** Three runs, the second followed by a commit of somebody else; it alone can be rolled back. */
    private static String secondRun(Statement statement, String table) throws SQLException {
        statement.execute("CREATE TABLE lake.scratch." + table + " (id BIGINT NOT NULL)");
        statement.execute("INSERT INTO lake.scratch." + table + " VALUES (1)");
        statement.execute("INSERT INTO lake.scratch." + table + " VALUES (2)");
        statement.execute("CALL rewrite_manifests('lake.scratch." + table + "')");
        statement.execute("INSERT INTO lake.scratch." + table + " VALUES (3)");
        List<String> runs = rows(
                statement,
                "SELECT run_id FROM sink.runs WHERE table_name = '" + table + "' ORDER BY started_at",
                "run_id");
        assertThat(runs).hasSize(3);
        statement.execute("CALL sink.forget_run(run_id => '" + runs.get(0) + "')");
        statement.execute("CALL sink.forget_run(run_id => '" + runs.get(2) + "')");
        return runs.get(1);
    }

    private static List<String> expire(Statement statement, String table, String more) throws SQLException {
        String sql = "CALL expire_snapshots(table_name => 'lake.scratch." + table + "', dry_run => FALSE" + more + ")";
        try (ResultSet read = statement.executeQuery(sql)) {
            assertThat(read.next()).isTrue();
            return List.of(
                    read.getString("expired_snapshots_count"),
                    List.of((Object[]) read.getArray("final_runs").getArray()).toString(),
                    List.of((Object[]) read.getArray("retained_runs").getArray())
                            .toString());
        }
    }

    /** Also what others committed since the run stays: where it is gone, nobody knows whether it was the run's. */
    @Test
    void aRunThatCanBeRolledBackKeepsWhatThatNeeds() throws SQLException {
        try (Connection connection = gateway.connect();
                Statement statement = connection.createStatement()) {
            String run = secondRun(statement, "kept");
            assertThat(expire(statement, "kept", "")).containsExactly("0", "[]", "[" + run + "]");
            assertThat(rows(statement, "CALL sink.rollback(run_id => '" + run + "')", "done", "reason"))
                    .containsExactly("true|null");
            assertThat(rows(statement, "SELECT id FROM lake.scratch.kept ORDER BY id", "id"))
                    .containsExactly("1", "3");
            assertThat(expire(statement, "kept", "")).containsExactly("4", "[]", "[]");
        }
    }

    @Test
    void forceMakesRunsFinalAndNamesThem() throws SQLException {
        try (Connection connection = gateway.connect();
                Statement statement = connection.createStatement()) {
            String run = secondRun(statement, "forced");
            assertThat(expire(statement, "forced", ", force => TRUE")).containsExactly("3", "[" + run + "]", "[]");
            for (String force : List.of("FALSE", "TRUE")) {
                assertThat(rows(
                                statement,
                                "CALL sink.rollback(run_id => '" + run + "', force => " + force + ")",
                                "done",
                                "reason",
                                "conflict"))
                        .containsExactly("false|conflicts|history_gone");
            }
            assertThat(rows(statement, "SELECT id FROM lake.scratch.forced ORDER BY id", "id"))
                    .containsExactly("1", "2", "3");
            assertThat(rows(statement, "SELECT ref_name FROM catalog.refs WHERE table_name = 'forced'", "ref_name"))
                    .containsExactly("main");
        }
    }
}
