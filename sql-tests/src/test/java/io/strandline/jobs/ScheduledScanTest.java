package io.strandline.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A started gateway compares by itself, runs in the background what it is asked to, and stops what is killed. */
class ScheduledScanTest {
    @TempDir
    Path folder;

    private ScannedLake lake;

    @BeforeEach
    void start() throws IOException {
        lake = new ScannedLake(folder);
        lake.table("stray", "stray");
        Files.writeString(folder.resolve("policy.yaml"), "automatic_repairs: [MISSING]\n");
        serve();
    }

    private void serve() throws IOException {
        lake.serve(
                "  demo:",
                "    catalog: lake",
                "    namespace: pad",
                "    external_locations: [\"" + lake.uploads("") + "\"]",
                "    scan: { every: 10s, jitter: 0s }",
                "    policy: policy.yaml",
                "  quiet:",
                "    catalog: lake",
                "    namespace: pad");
    }

    @AfterEach
    void stop() {
        lake.close();
    }

    private List<String> rows(String sql) throws SQLException {
        return lake.rows(sql);
    }

    private void awaitRows(Duration atMost, String sql, String... expected) {
        lake.awaitRows(atMost, sql, expected);
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
        try (Connection catalog = DriverManager.getConnection(lake.catalogUrl());
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
        try (Connection catalog = DriverManager.getConnection(lake.catalogUrl());
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
