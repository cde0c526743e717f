package io.strandline.writes;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.fixture.DemoGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages about sinks: each statement in them works as it stands there, on tables of the demo's, and each setting is one. */
class SinkPagesTest {
    private static final List<String> PAGES = List.of("sinks.md", "sinks-database.md", "sinks-iceberg.md");

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\n(.*?)^```$");
    /** Without those on a run that is only spoken of. */
    private static final Pattern INLINE_CALL = Pattern.compile("(?s)(?<!`)`(CALL [^`\u2026]*\\))`");

    @TempDir
    static Path folder;

    private static DemoGateway gateway;

    @BeforeAll
    static void serve() {
        gateway = DemoGateway.start(folder.resolve("lake"));
        List<String> prepared = new ArrayList<>();
        for (String name : List.of("orders", "archive", "stage_orders", "stage_orders_eu", "stage_orders_us")) {
            prepared.add("CREATE TABLE lake.scratch." + name
                    + " (id BIGINT NOT NULL, total DECIMAL(10, 2), placed_at TIMESTAMP(6))");
            prepared.add("INSERT INTO lake.scratch." + name + " VALUES (3, 1.50, TIMESTAMP '2025-03-01 12:00:00')");
        }
        prepared.add(
                "CREATE TABLE lake.scratch.people (id BIGINT NOT NULL, email VARCHAR, phone VARCHAR, age INTEGER)");
        gateway.run(prepared);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    /** The demo's user may make tables in one namespace only. */
    private static String page(String name) throws IOException {
        return Files.readString(Path.of("..", "docs", name))
                .replace("lake.sales.", "lake.scratch.")
                .replace("lake.crm.", "lake.scratch.")
                .replace("lake.stage.", "lake.scratch.stage_");
    }

    private static List<String> blocks(String page, String language) {
        return BLOCK.matcher(page)
                .results()
                .filter(block -> block.group(1).equals(language))
                .map((MatchResult block) -> block.group(2))
                .toList();
    }

    private static List<String> statements(String page) {
        List<String> statements = new ArrayList<>();
        blocks(page, "sql").forEach(block -> statements.add("SET sink.key = 'id';\n" + block));
        INLINE_CALL
                .matcher(page)
                .results()
                .map((MatchResult call) -> call.group(1).replace('\n', ' '))
                .forEach(statements::add);
        return statements;
    }

    private static String lastRun(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet run = statement.executeQuery("SELECT run_id FROM sink.runs WHERE table_name = 'orders'"
                        + " ORDER BY started_at DESC LIMIT 1")) {
            assertThat(run.next()).isTrue();
            return run.getString(1);
        }
    }

    /** Each block in a session of its own; a run that a page leaves open is the last one. */
    @Test
    void eachStatementWorks() throws IOException, SQLException {
        int done = 0;
        for (String name : PAGES) {
            for (String block : statements(page(name))) {
                try (Connection connection = gateway.connect();
                        Statement statement = connection.createStatement()) {
                    for (String sql : block.strip().split(";\\s*(\n|$)")) {
                        try {
                            statement.execute(
                                    sql.contains("'\u2026'") ? sql.replace("\u2026", lastRun(connection)) : sql);
                            done++;
                        } catch (SQLException e) {
                            throw new AssertionError(name + " has\n" + sql, e);
                        }
                    }
                }
            }
        }
        assertThat(done).isGreaterThan(20);
    }

    /** As a part of a configuration file. */
    @Test
    void eachSettingIsOne() throws IOException, SQLException {
        List<String> settings = new ArrayList<>();
        for (String name : PAGES) {
            settings.addAll(blocks(page(name), "yaml"));
        }
        assertThat(settings).isNotEmpty();
        for (String section : settings) {
            Path config = gateway.lake().config();
            String before = Files.readString(config);
            Files.writeString(config, before + "\n" + section);
            gateway.restart();
            try (Connection connection = gateway.connect();
                    Statement statement = connection.createStatement();
                    ResultSet checks = statement.executeQuery(
                            "SELECT sink_id, check_name, outcome, detail FROM sink.checks ORDER BY sink_id")) {
                int seen = 0;
                while (checks.next()) {
                    seen++;
                    assertThat(checks.getString("outcome"))
                            .as(checks.getString("sink_id") + " " + checks.getString("detail"))
                            .isNotEqualTo("fail");
                }
                assertThat(seen).isPositive();
            } finally {
                Files.writeString(config, Files.readString(config).replace("\n" + section, ""));
                gateway.restart();
            }
        }
    }
}
