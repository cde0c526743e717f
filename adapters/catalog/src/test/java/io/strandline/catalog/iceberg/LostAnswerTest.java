package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.DesiredJson;
import io.strandline.catalog.Plan;
import io.strandline.catalog.Planner;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TestCall;
import io.strandline.common.ErrorCode;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A drop whose answer does not come is neither done nor refused, and is sent once. */
class LostAnswerTest {
    private static EmbeddedPostgres postgres;

    @TempDir
    Path directory;

    private Lake lake;
    private TableRef ref;

    @BeforeAll
    static void start() throws IOException {
        postgres = EmbeddedPostgres.start();
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    @BeforeEach
    void openLake() throws SQLException {
        lake = new Lake(
                "lake",
                Map.of(
                        "type",
                        "jdbc",
                        "uri",
                        postgres.getJdbcUrl("postgres", "postgres"),
                        "warehouse",
                        directory.toString(),
                        "strandline.timeout",
                        "8s"));
        try (Connection database = database();
                Statement statement = database.createStatement()) {
            statement.execute("TRUNCATE iceberg_tables");
        }
        ref = lake.table("sales", "orders");
    }

    @AfterEach
    void closeLake() {
        lake.close();
    }

    private static Connection database() throws SQLException {
        return postgres.getPostgresDatabase().getConnection();
    }

    /** Starts a drop that waits for the row, which somebody else has locked. */
    private CompletableFuture<ErrorCode> dropThatWaits(Connection holder) throws SQLException {
        holder.setAutoCommit(false);
        try (Statement statement = holder.createStatement()) {
            statement.execute("SELECT * FROM iceberg_tables FOR UPDATE");
        }
        CompletableFuture<ErrorCode> drop = CompletableFuture.supplyAsync(() -> {
            try {
                lake.catalog.drop(ref, new TestCall());
                throw new AssertionError("the drop was answered");
            } catch (StrandlineException e) {
                return e.code();
            }
        });
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> drop.isDone() || waiting(holder) > 0);
        return drop;
    }

    private static int waiting(Connection holder) throws SQLException {
        try (Statement statement = holder.createStatement()) {
            // a transaction sees the activity as it was when it looked first
            statement.execute("SELECT pg_stat_clear_snapshot()");
            try (ResultSet row = statement.executeQuery("SELECT count(*) FROM pg_stat_activity"
                    + " WHERE wait_event_type = 'Lock' AND query LIKE 'DELETE FROM iceberg_tables%'")) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /** The server ends the connection while the change is under way. */
    @Test
    void aCutConnectionLeavesTheOutcomeUnknown() throws Exception {
        try (Connection holder = database()) {
            CompletableFuture<ErrorCode> drop = dropThatWaits(holder);
            try (Statement statement = holder.createStatement()) {
                statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE wait_event_type = 'Lock' AND query LIKE 'DELETE FROM iceberg_tables%'");
            }
            assertThat(drop.get()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
            holder.rollback();
        }
        // not sent a second time: the row is still there
        assertThat(lake.catalog.exists(ref, new TestCall())).isTrue();
    }

    /** The limit runs out while the change is under way; it is made after that. */
    @Test
    void aChangeThatOutlivesItsLimitIsUnknown() throws Exception {
        try (Connection holder = database()) {
            CompletableFuture<ErrorCode> drop = dropThatWaits(holder);
            assertThat(drop.get()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
            holder.rollback();
        }
    }

    /** Twin: a database that says no has changed nothing, and that is known. */
    @Test
    void aRefusalOfTheDatabaseIsNoLostAnswer() throws SQLException {
        try (Connection database = database();
                Statement statement = database.createStatement()) {
            statement.execute("ALTER TABLE iceberg_tables ADD COLUMN held int DEFAULT 1");
            statement.execute("CREATE TABLE holds (c text, n text, t text, FOREIGN KEY (c, n, t)"
                    + " REFERENCES iceberg_tables (catalog_name, table_namespace, table_name))");
            statement.execute("INSERT INTO holds VALUES ('lake', 'sales', 'orders')");
            try {
                CatalogContract.assertCode(ErrorCode.BACKEND, () -> lake.catalog.drop(ref, new TestCall()));
                assertThat(lake.catalog.exists(ref, new TestCall())).isTrue();
            } finally {
                statement.execute("DROP TABLE holds");
                statement.execute("ALTER TABLE iceberg_tables DROP COLUMN held");
            }
        }
    }

    /** A cancel does not stop a change that was sent: its outcome is waited for. */
    @Test
    void aCancelWaitsForTheOutcomeOfAChange() throws SQLException, ExecutionException, InterruptedException {
        try (Connection holder = database()) {
            holder.setAutoCommit(false);
            try (Statement statement = holder.createStatement()) {
                statement.execute("SELECT * FROM iceberg_tables FOR UPDATE");
            }
            TestCall call = new TestCall();
            CompletableFuture<Boolean> drop = CompletableFuture.supplyAsync(() -> lake.catalog.drop(ref, call));
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> drop.isDone() || waiting(holder) > 0);
            call.cancel();
            holder.rollback();
            assertThat(drop.get()).isTrue();
        }
        assertThat(lake.catalog.exists(ref, new TestCall())).isFalse();
    }

    /** CAT-18: a commit whose answer is lost is unknown, and its metadata file is left: the row may name it. */
    @Test
    void aLostCommitLeavesItsFile() throws Exception {
        TableState live = lake.catalog.describe(ref, new TestCall()).orElseThrow();
        Plan plan = new Planner(LocationRules.defaults())
                .plan(
                        DesiredJson.parse(ref, "{\"columns\": [{\"name\": \"fresh\", \"type\": \"int\"}]}"),
                        Optional.of(live),
                        Set.of());
        int files = metadataFiles(live);
        try (Connection holder = database()) {
            holder.setAutoCommit(false);
            try (Statement statement = holder.createStatement()) {
                statement.execute("SELECT * FROM iceberg_tables FOR UPDATE");
            }
            CompletableFuture<Void> commit = CompletableFuture.runAsync(
                    () -> lake.catalog.commit(ref, Optional.of(live), plan.target(), new TestCall()));
            String waiting =
                    " FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE iceberg_tables%'";
            Awaitility.await().atMost(Duration.ofSeconds(3)).until(() -> {
                try (Statement statement = holder.createStatement();
                        ResultSet row = statement.executeQuery("SELECT count(*)" + waiting)) {
                    return row.next() && row.getInt(1) > 0;
                }
            });
            try (Statement statement = holder.createStatement()) {
                statement.execute("SELECT pg_terminate_backend(pid)" + waiting);
            }
            assertThatThrownBy(commit::get)
                    .hasCauseInstanceOf(StrandlineException.class)
                    .satisfies(e -> assertThat(((StrandlineException) e.getCause()).code())
                            .isEqualTo(ErrorCode.OUTCOME_UNKNOWN));
            holder.rollback();
        }
        assertThat(metadataFiles(live)).isEqualTo(files + 1);
        assertThat(lake.catalog.describe(ref, new TestCall()).orElseThrow()).isEqualTo(live);
    }

    private static int metadataFiles(TableState state) throws IOException {
        try (Stream<Path> files = Files.list(
                LocalPaths.of(String.valueOf(state.metadataLocation())).getParent())) {
            return (int) files.filter(file -> file.toString().endsWith(".metadata.json"))
                    .count();
        }
    }
}
