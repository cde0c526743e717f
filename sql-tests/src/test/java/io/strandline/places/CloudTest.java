package io.strandline.places;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.iceberg.LakeColumn;
import io.strandline.common.SystemCall;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Findings and repairs on a REST catalog whose tables and sources are on S3, all real servers. */
class CloudTest {
    private static final AtomicInteger TESTS = new AtomicInteger();
    private static Cloud shared;

    @TempDir
    Path directory;

    private final List<String> namespace = List.of("scratch_" + TESTS.incrementAndGet());
    private Cloud cloud;
    private StrandlineGateway gateway;
    private Connection connection;

    @BeforeAll
    static void startServers() throws IOException {
        shared = new Cloud();
    }

    @AfterAll
    static void stopServers() {
        shared.close();
    }

    @BeforeEach
    void start() throws IOException, SQLException {
        start(shared);
    }

    private void start(Cloud on) throws IOException, SQLException {
        cloud = on;
        cloud.writer.createNamespace(namespace);
        gateway = StrandlineGateway.start(new ConfigReader(name -> null).read(config()));
        connection = DriverManager.getConnection(gateway.jdbcUrl());
    }

    @AfterEach
    void stop() throws SQLException {
        connection.close();
        gateway.close();
    }

    private Path config() throws IOException {
        Files.writeString(directory.resolve("s3-secret"), Cloud.SECRET + "\n");
        List<String> lines = new ArrayList<>(List.of(
                "server: { listen: \"127.0.0.1:0\" }",
                "store: { url: \"jdbc:sqlite:" + directory.resolve("store.db") + "\" }",
                "object_stores:",
                "  main: { type: s3, buckets: [uploads], endpoint: \"" + cloud.s3.endpoint() + "\", region: us-east-1,"
                        + " access_key: someone, secret_key: { file: s3-secret }, path_style: true, timeout: 5s }",
                "connections:",
                "  scratch: { catalog: lake, namespace: " + namespace.get(0)
                        + ", external_locations: [\"s3://uploads\"] }",
                "catalogs:",
                "  lake:"));
        cloud.lake().forEach((key, value) -> lines.add("    " + key + ": \"" + value + "\""));
        return Files.writeString(directory.resolve("strandline.yaml"), String.join("\n", lines) + "\n");
    }

    private TableRef ref(String table) {
        return new TableRef("lake", namespace, table);
    }

    private void table(String name, String place) {
        cloud.writer.createTable(ref(name), List.of(LakeColumn.of("id", "long")), Optional.of(place), Map.of());
    }

    private List<List<@Nullable String>> rows(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<List<@Nullable String>> all = new ArrayList<>();
            while (rows.next()) {
                List<@Nullable String> row = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.add(rows.getString(i));
                }
                all.add(row);
            }
            return all;
        }
    }

    private @Nullable String value(String sql) throws SQLException {
        List<List<@Nullable String>> rows = rows(sql);
        assertThat(rows).as(sql).hasSize(1);
        return rows.get(0).get(0);
    }

    /** The named column of the first row. */
    private @Nullable String called(String call, String column) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(call)) {
            assertThat(rows.next()).as(call).isTrue();
            return rows.getString(column);
        }
    }

    private @Nullable String provable(String table) throws SQLException {
        return value("SELECT provable FROM reconcile.findings WHERE kind = 'ORPHAN' AND table_name = '" + table + "'");
    }

    /** REC-6, REC-10, LOC-3, LOC-4: an orphan is provable only while its source's object is there, by its exact key. */
    @Test
    void anOrphanOnS3IsDroppedOnlyWhileItsSourceIsThere() throws Exception {
        String key = "in/p=a%2Fb x/rows.csv";
        cloud.s3.put("uploads", key, "1\n");
        table("stray", "s3a://uploads/in/p=a%2Fb x");
        table("pinned", "s3a://uploads/in/p=a%2Fb x_pinned");
        rows("CALL register_source('file', 'f1', 's3://uploads/" + key + "')");
        assertThat(provable("stray")).isEqualTo("true");
        assertThat(provable("pinned")).isEqualTo("false");
        cloud.s3.delete("uploads", key);
        cloud.s3.put("uploads", "in/p=a/b x/rows.csv", "1\n");
        assertThat(provable("stray")).isEqualTo("false");
        assertThat(called("CALL repair('scratch', 'drop', 'stray')", "reason")).isEqualTo("not_provable");
        cloud.s3.put("uploads", key, "1\n");
        String fix = value("SELECT fix_sql FROM reconcile.findings WHERE table_name = 'stray'");
        assertThat(called(String.valueOf(fix), "done")).isEqualTo("true");
        assertThat(called("CALL repair('scratch', 'drop', 'pinned')", "reason")).isEqualTo("not_provable");
        assertThat(rows("SELECT table_name FROM catalog.tables WHERE namespace = '" + namespace.get(0) + "'"))
                .containsExactly(List.of("pinned"));
    }

    /** Case 35: a store that is away is no absence: the rest is answered, and nothing is dropped. */
    @Test
    void aStoreThatIsAwayProvesNothing() throws Exception {
        stop();
        try (Cloud away = new Cloud()) {
            start(away);
            aStoreThatGoesAwayProvesNothing();
        }
    }

    private void aStoreThatGoesAwayProvesNothing() throws Exception {
        cloud.s3.put("uploads", "f1/rows.csv", "1\n");
        table("stray", "s3://uploads/f1");
        rows("CALL register_source('file', 'f1', 's3://uploads/f1/rows.csv')");
        rows("CALL register_source('file', 'f2', 'gs://elsewhere/f2/rows.csv')");
        assertThat(provable("stray")).isEqualTo("true");
        cloud.s3.close();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("CALL repair('scratch', 'drop', 'stray')")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getBoolean("done")).isFalse();
            assertThat(rows.getString("detail")).doesNotContain(Cloud.SECRET);
        }
        cloud.rest.close();
        assertThat(rows("SELECT status, error FROM catalog.catalogs WHERE catalog_name = 'lake'")
                        .toString())
                .contains("error")
                .doesNotContain(Cloud.SECRET);
    }

    /** A registration follows its source on S3; REC-16: not into a directory that holds something else. */
    /** CAT-3, CAT-4: on a REST catalog a table is created, changed and dropped by SQL; a refused change leaves its metadata. */
    @Test
    void aTableIsMadeAndChangedBySql() throws Exception {
        String table = "lake." + namespace.get(0) + ".trips";
        String seen = "FROM catalog.tables WHERE catalog_name = 'lake' AND namespace = '" + namespace.get(0)
                + "' AND table_name = 'trips'";
        change("CREATE TABLE " + table + " (id INT NOT NULL, note VARCHAR, at DATE) PARTITIONED BY (month(at))");
        change("ALTER TABLE " + table
                + " ALTER COLUMN id TYPE BIGINT, DROP COLUMN note, ADD COLUMN price DECIMAL(9, 2)");
        List<List<@Nullable String>> before = rows("SELECT metadata_location, column_count, location " + seen);
        assertThat(before.get(0).get(1)).isEqualTo("3");
        assertThat(before.get(0).get(2)).startsWith("s3://warehouse/");
        assertThatThrownBy(() -> change("ALTER TABLE " + table + " DROP COLUMN at, ADD COLUMN x INT"))
                .hasMessageContaining("partition field \"at_month\"");
        assertThat(rows("SELECT metadata_location, column_count, location " + seen))
                .isEqualTo(before);
        change("DROP TABLE " + table);
        assertThat(rows("SELECT location " + seen)).isEmpty();
    }

    private void change(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql)).isZero();
        }
    }

    @Test
    void aRegistrationFollowsItsSource() throws Exception {
        cloud.s3.put("uploads", "a/rows.csv", "1\n");
        table("orders", "s3://uploads/a");
        rows("CALL register_source('file', 'f1', 's3://uploads/a/rows.csv')");
        cloud.s3.put("uploads", "a/other.csv", "1\n");
        assertThatThrownBy(() -> rows("CALL register(connection => 'scratch', table_name => 'orders',"
                        + " source_id => 'f1', follows => true)"))
                .hasMessageContaining("s3://uploads/a/other.csv");
        cloud.s3.delete("uploads", "a/other.csv");
        rows("CALL register(connection => 'scratch', table_name => 'orders', source_id => 'f1', follows => true)");
        cloud.s3.put("uploads", "b/rows.csv", "1\n");
        List<List<@Nullable String>> moved = rows("CALL move_source('file', 'f1', 's3://uploads/b/rows.csv')");
        assertThat(moved).hasSize(2);
        assertThat(value("SELECT last_error FROM registry.registrations")).contains("s3://uploads/a", "s3://uploads/b");
        cloud.catalog.drop(ref("orders"), new SystemCall(Instant.EPOCH));
        table("orders", "s3://uploads/b");
        assertThat(value("SELECT kind FROM reconcile.findings WHERE connection_name = 'scratch' AND kind = 'DRIFTED'"))
                .isEqualTo("DRIFTED");
        assertThat(called("CALL follow('scratch')", "done")).isEqualTo("true");
        assertThat(value("SELECT last_error FROM registry.registrations")).isNull();
        assertThat(rows("SELECT kind FROM reconcile.findings WHERE kind = 'DRIFTED'"))
                .isEmpty();
    }

    /** REC-7: what comes from a webhook goes with it. */
    @Test
    void aWebhooksRegistrationGoesWithIt() throws Exception {
        table("clicks", "s3://uploads/hooks/clicks");
        rows("CALL register_source('webhook', 'clicks', 's3://uploads/hooks/clicks/')");
        rows("CALL register(connection => 'scratch', table_name => 'clicks', source_kind => 'webhook',"
                + " source_id => 'clicks')");
        cloud.catalog.drop(ref("clicks"), new SystemCall(Instant.EPOCH));
        assertThat(rows("SELECT kind, provable, source_exists FROM reconcile.findings WHERE table_name = 'clicks'"))
                .containsExactly(List.of("MISSING", "false", "true"));
        assertThat(rows("CALL unregister_source('webhook', 'clicks')")).hasSize(2);
        assertThat(rows("SELECT registration_id FROM registry.registrations")).isEmpty();
        assertThat(rows("SELECT kind FROM reconcile.findings WHERE table_name = 'clicks'"))
                .isEmpty();
    }
}
