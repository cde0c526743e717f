package io.strandline.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.iceberg.IcebergCatalog;
import io.strandline.catalog.iceberg.LakeColumn;
import io.strandline.catalog.iceberg.LakeWriter;
import io.strandline.common.TableRef;
import io.strandline.gateway.StrandlineGateway;
import io.strandline.gateway.config.ConfigReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A started gateway compares by itself, runs in the background what it is asked to, and stops what is killed. */
class ScheduledScanTest {
    @TempDir
    Path folder;

    private StrandlineGateway gateway;

    @BeforeEach
    void start() throws IOException {
        Map<String, String> properties = Map.of(
                "type",
                "jdbc",
                "uri",
                catalogUrl(),
                "warehouse",
                folder.resolve("lake").toString());
        try (IcebergCatalog catalog = CatalogFactory.create("lake", properties);
                LakeWriter writer = LakeWriter.on(catalog)) {
            writer.createNamespace(List.of("pad"));
            writer.createTable(
                    new TableRef("lake", List.of("pad"), "stray"),
                    List.of(LakeColumn.of("id", "long")),
                    Optional.of(folder.resolve("uploads").resolve("stray").toString()),
                    Map.of());
        }
        Files.writeString(folder.resolve("policy.yaml"), "automatic_repairs: [MISSING]\n");
        serve();
    }

    private void serve() throws IOException {
        Path config = Files.writeString(
                folder.resolve("strandline.yaml"),
                String.join(
                        "\n",
                        "server: { listen: \"127.0.0.1:0\" }",
                        "store: { url: \"jdbc:sqlite:" + folder.resolve("store.db") + "\" }",
                        "catalogs:",
                        "  lake: { type: jdbc, uri: \"" + catalogUrl() + "\", warehouse: \"" + folder.resolve("lake")
                                + "\" }",
                        "connections:",
                        "  demo:",
                        "    catalog: lake",
                        "    namespace: pad",
                        "    external_locations: [\"" + folder.resolve("uploads") + "\"]",
                        "    scan: { every: 10s, jitter: 0s }",
                        "    policy: policy.yaml",
                        "  quiet:",
                        "    catalog: lake",
                        "    namespace: pad",
                        ""));
        gateway = StrandlineGateway.start(new ConfigReader(name -> null).read(config));
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    private String catalogUrl() {
        return "jdbc:sqlite:" + folder.resolve("lake.db");
    }

    private List<String> rows(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(gateway.jdbcUrl());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> all = new ArrayList<>();
            while (rows.next()) {
                StringJoiner row = new StringJoiner("|");
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.add(String.valueOf(rows.getString(i)));
                }
                all.add(row.toString());
            }
            return all;
        }
    }

    private void awaitRows(Duration atMost, String sql, String... expected) {
        await().atMost(atMost)
                .ignoreExceptionsInstanceOf(SQLException.class)
                .untilAsserted(() -> assertThat(rows(sql)).containsExactly(expected));
    }

    /** It is an ordinary statement of the user scheduler, to be found wherever statements are; a restart waits its turn. */
    @Test
    void aConnectionIsComparedAtItsTimes() throws Exception {
        awaitRows(
                Duration.ofSeconds(20),
                "SELECT connection_name, requested_by, orphans, status FROM reconcile.scans",
                "demo|scheduler|1|ok");
        String id = rows("SELECT statement_id FROM reconcile.scans").get(0);
        awaitRows(
                Duration.ofSeconds(5),
                "SELECT user_name, text, state, session_id FROM runtime.statements WHERE statement_id = '" + id + "'",
                "scheduler|CALL reconcile.reconcile(connection => 'demo')|DONE|null");
        assertThat(rows("SELECT procedure_name, target, state, is_background FROM runtime.jobs WHERE job_id = '" + id
                        + "'"))
                .containsExactly("reconcile.reconcile|demo|DONE|true");
        assertThat(rows("SELECT user_name, action, state FROM runtime.audit WHERE statement_id = '" + id + "'"))
                .containsExactly("scheduler|reconcile.scan|DONE");
        assertThat(rows("SELECT connection_name, every_ms, jitter_ms, failures, error, next_scan_at > last_scan_at"
                        + " FROM reconcile.schedules"))
                .containsExactly("demo|10000|0|0|null|true");

        gateway.close();
        serve();
        awaitRows(
                Duration.ofSeconds(20),
                "SELECT count(*), max(started_at) >= min(started_at) + INTERVAL '10' SECOND FROM reconcile.scans",
                "2|true");
    }

    /** What the connection's policy lets be repaired is repaired after a scan, as a statement of the user policy. */
    @Test
    void afterAScanThePolicyRepairs() throws SQLException {
        rows("CALL register(connection => 'demo', table_name => 'stray')");
        try (Connection catalog = DriverManager.getConnection(catalogUrl());
                Statement drop = catalog.createStatement()) {
            assertThat(drop.executeUpdate("DELETE FROM iceberg_tables WHERE table_name = 'stray'"))
                    .isOne();
        }
        awaitRows(
                Duration.ofSeconds(30),
                "SELECT user_name, state FROM runtime.audit WHERE action = 'reconcile.forget'",
                "policy|DONE");
        assertThat(rows("SELECT count(*) FROM registry.registrations")).containsExactly("0");
        assertThat(rows("SELECT DISTINCT user_name, procedure_name, target FROM runtime.jobs ORDER BY 1"))
                .containsExactly("policy|reconcile.repair_all|demo", "scheduler|reconcile.reconcile|demo");
    }

    /** GW-1: the job is begun at once, watched, and ends; its rows are those that the call would have given. */
    @Test
    void aComparisonRunsInTheBackgroundAndIsWatched() throws SQLException {
        String job = rows("CALL reconcile(connection => 'quiet', background => TRUE)")
                .get(0);
        awaitRows(
                Duration.ofSeconds(20),
                "SELECT target, state, error FROM runtime.jobs WHERE job_id = '" + job + "'",
                "quiet|DONE|null");
        assertThat(rows("SELECT requested_by, status FROM reconcile.scans WHERE statement_id = '" + job + "'"))
                .hasSize(1);
        assertThat(rows("SELECT default_value FROM runtime.parameters WHERE procedure_name = 'reconcile'"
                        + " AND parameter_name = 'background'"))
                .containsExactly("false");
    }

    /** GW-5: within a second, also while the catalog does not answer: a job, a call that is waited for, and a scan. */
    @Test
    void whatIsKilledEndsWithinASecondWhileTheCatalogHangs() throws Exception {
        try (Connection catalog = DriverManager.getConnection(catalogUrl());
                Statement lock = catalog.createStatement()) {
            lock.execute("BEGIN EXCLUSIVE");
            String job = rows("CALL reconcile(connection => 'quiet', background => TRUE)")
                    .get(0);
            String state = "SELECT state FROM runtime.jobs WHERE job_id = '" + job + "'";
            awaitRows(Duration.ofSeconds(5), state, "RUNNING");
            rows("CALL kill_statement('" + job + "')");
            awaitRows(Duration.ofSeconds(1), state, "CANCELLED");

            assertKilledWithinASecond("CALL reconcile(connection => 'quiet')");
            assertKilledWithinASecond("SELECT * FROM reconcile.findings WHERE connection_name = 'quiet'");
            lock.execute("ROLLBACK");
        }
    }

    private void assertKilledWithinASecond(String sql) throws Exception {
        CompletableFuture<String> ended = CompletableFuture.supplyAsync(() -> {
            try {
                return "rows " + rows(sql);
            } catch (SQLException e) {
                return e.getSQLState();
            }
        });
        String running = "SELECT statement_id FROM runtime.statements WHERE state = 'RUNNING' AND text = '"
                + sql.replace("'", "''") + "'";
        await().untilAsserted(() -> assertThat(rows(running)).hasSize(1));
        String id = rows(running).get(0);
        long killed = System.nanoTime();
        assertThat(rows("CALL kill_statement('" + id + "')")).containsExactly(id + "|true|null");
        assertThat(ended.get()).as(sql).isEqualTo("57014");
        assertThat(Duration.ofNanos(System.nanoTime() - killed)).as(sql).isLessThan(Duration.ofSeconds(1));
    }
}
