package io.strandline.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.iceberg.IcebergCatalog;
import io.strandline.catalog.iceberg.LakeWriter;
import io.strandline.common.TableRef;
import io.strandline.fixture.GatewayProcess;
import io.strandline.fixtures.TrinoServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A table that we made, changed and wrote to, as Trino reads it from the same catalog: it says the same. */
@Tag("peers")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TrinoAgreesTest {
    private static final TableRef ORDERS = new TableRef("lake", List.of("sales"), "orders");
    private static final String WHERE =
            " WHERE catalog_name = 'lake' AND namespace = 'sales' AND table_name = 'orders'";

    private GatewayProcess gateway;
    private Connection ours;
    private TrinoServer trino;
    private Connection theirs;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException, SQLException {
        Map<String, String> properties = Map.of(
                "type", "jdbc",
                "uri", "jdbc:sqlite:" + folder.resolve("lake.db"),
                "warehouse", "file://" + folder.resolve("warehouse"));
        try (IcebergCatalog catalog = CatalogFactory.create("lake", properties);
                LakeWriter writer = LakeWriter.on(catalog)) {
            writer.createNamespace(List.of("sales"));
            gateway = GatewayProcess.serve(config(folder, properties));
            ours = gateway.connect();
            change(writer);
        }
        trino = TrinoServer.start("2g", Map.of("lake", inTrino(folder)));
        theirs = DriverManager.getConnection(trino.jdbcUrl(), "reader", null);
    }

    @AfterAll
    void stop() throws SQLException {
        theirs.close();
        trino.close();
        ours.close();
        gateway.close();
    }

    private static Path config(Path folder, Map<String, String> lake) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "server:",
                "  listen: 127.0.0.1:0",
                "store:",
                "  url: jdbc:sqlite:" + folder.resolve("store.db"),
                "catalogs:",
                "  lake:"));
        lake.forEach((key, value) -> lines.add("    " + key + ": " + value));
        return Files.write(folder.resolve("strandline.yaml"), lines);
    }

    private static Map<String, String> inTrino(Path folder) {
        return Map.of(
                "connector.name", "iceberg",
                "iceberg.catalog.type", "jdbc",
                "iceberg.jdbc-catalog.driver-class", "org.sqlite.JDBC",
                "iceberg.jdbc-catalog.connection-url", "jdbc:sqlite:" + folder.resolve("lake.db"),
                "iceberg.jdbc-catalog.connection-user", "none",
                "iceberg.jdbc-catalog.connection-password", "none",
                "iceberg.jdbc-catalog.catalog-name", "lake",
                "iceberg.jdbc-catalog.default-warehouse-dir", "file://" + folder.resolve("warehouse"),
                "fs.local.enabled", "true",
                "local.location", "/");
    }

    /** Made, written to, given other columns, written to again. */
    private void change(LakeWriter writer) throws SQLException {
        execute("CALL reconcile_table('lake.sales.orders', '{\"columns\": ["
                + "{\"name\": \"id\", \"type\": \"int\", \"nullable\": false},"
                + "{\"name\": \"note\", \"type\": \"string\", \"comment\": \"as it came\"}]}')");
        writer.append(ORDERS, List.of(List.of(1, "first"), List.of(2, "second")));
        execute("CALL reconcile_table('lake.sales.orders', '{\"columns\": ["
                + "{\"name\": \"id\", \"type\": \"long\"},"
                + "{\"name\": \"remark\", \"renamed_from\": \"note\", \"type\": \"string\"},"
                + "{\"name\": \"amount\", \"type\": \"decimal(10, 2)\"},"
                + "{\"name\": \"tags\", \"type\": \"map<string, list<double>>\"},"
                + "{\"name\": \"addr\", \"type\": \"struct<street: string, zip: int>\"}],"
                + " \"properties\": {\"comment\": \"all orders\"}}')");
        writer.append(ORDERS, List.of(Arrays.asList(3L, "third", new BigDecimal("3.50"), null, null)));
        execute("CALL create_tag(table_name => 'lake.sales.orders', tag => 'kept')");
        writer.append(ORDERS, List.of(Arrays.asList(4L, "taken back", null, null, null)));
        String kept = rows(ours, "SELECT snapshot_id FROM catalog.refs" + WHERE + " AND ref_name = 'kept'")
                .get(0);
        execute("CALL rollback_to_snapshot('lake.sales.orders', " + kept + ")");
        execute("ALTER TABLE lake.sales.orders ADD COLUMN late DATE");
        execute("COMMENT ON COLUMN lake.sales.orders.late IS 'came last'");
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = ours.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void readsTheSameColumns() throws SQLException {
        assertThat(rows(
                        theirs,
                        "SELECT column_name, data_type, is_nullable FROM lake.information_schema.columns WHERE"
                                + " table_schema = 'sales' AND table_name = 'orders' ORDER BY ordinal_position"))
                .containsExactly(
                        "id bigint NO",
                        "remark varchar YES",
                        "amount decimal(10,2) YES",
                        "tags map(varchar, array(double)) YES",
                        "addr row(\"street\" varchar, \"zip\" integer) YES",
                        "late date YES");
        assertThat(rows(
                        ours,
                        "SELECT column_path, sql_type, is_nullable FROM catalog.columns" + WHERE
                                + " AND parent_id IS NULL ORDER BY ordinal_position"))
                .containsExactly(
                        "id BIGINT false",
                        "remark VARCHAR true",
                        "amount DECIMAL(10, 2) true",
                        "tags MAP<VARCHAR, DOUBLE ARRAY> true",
                        "addr ROW(street VARCHAR, zip INTEGER) true",
                        "late DATE true");
    }

    /** In the history Trino names a snapshot once; we, as Iceberg itself, each time it became the current one. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "snapshot_id, parent_id, operation, manifest_list | snapshots | snapshot_id, parent_id, operation, manifest_list",
                "DISTINCT snapshot_id, parent_id, is_ancestor | history | snapshot_id, parent_id, is_current_ancestor",
                "ref_name, UPPER(ref_type), snapshot_id | refs | name, type, snapshot_id",
                "metadata_location, latest_snapshot_id | metadata_log | file, latest_snapshot_id",
                "manifest_path, manifest_size_bytes, added_snapshot_id, added_files | manifests | path, length, added_snapshot_id, added_data_files_count",
                "file_path, record_count, file_size_bytes, spec_id | files | file_path, record_count, file_size_in_bytes, spec_id",
                "record_count, file_count, total_bytes | partitions | record_count, file_count, total_size"
            })
    void readsTheSameRows(String columns, String table, String theirColumns) throws SQLException {
        String inTrino = table.equals("metadata_log") ? "metadata_log_entries" : table;
        List<String> read = rows(ours, "SELECT " + columns + " FROM catalog." + table + WHERE);
        assertThat(read).isNotEmpty();
        assertThat(rows(theirs, "SELECT " + theirColumns + " FROM lake.sales.\"orders$" + inTrino + "\""))
                .containsExactlyInAnyOrderElementsOf(read);
    }

    /** The same words for both. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id, remark, amount, late FROM lake.sales.orders",
                "SELECT id, remark FROM lake.sales.orders FOR VERSION AS OF 'kept'",
                "SELECT id, COUNT(*) FROM lake.sales.orders WHERE id > 1 AND remark LIKE '%d' GROUP BY id"
            })
    void readsTheSameData(String query) throws SQLException {
        List<String> read = rows(ours, query);
        assertThat(read)
                .anySatisfy(row -> assertThat(row).startsWith("3 "))
                .noneSatisfy(row -> assertThat(row).startsWith("4 "));
        assertThat(rows(theirs, query)).containsExactlyInAnyOrderElementsOf(read);
    }

    /** A run that was undone is invisible to both, and both know its snapshots (SNK-10). */
    @ParameterizedTest
    @CsvSource({"2, append", "2, upsert", "2, delete", "3, append", "3, upsert", "3, delete"})
    void readsNothingOfARunThatWasUndone(int version, String mode) throws SQLException {
        String name = "undone_" + mode + version;
        String table = "lake.sales." + name;
        execute("CREATE TABLE " + table + " (id BIGINT NOT NULL, note VARCHAR) WITH (format_version = " + version
                + ")");
        execute("INSERT INTO " + table + " (id, note) VALUES (1, 'a'), (2, 'b')");
        String all = "SELECT id, note FROM " + table;
        execute("SET sink.mode = '" + mode + "'");
        execute("SET sink.key = 'id'");
        execute("INSERT INTO " + table + " (id, note) VALUES (2, 'B'), (3, 'c')");
        execute("RESET sink.mode");
        execute("RESET sink.key");
        List<String> written = rows(ours, all);
        assertThat(written).isNotEqualTo(List.of("1 a", "2 b"));
        assertThat(rows(theirs, all)).containsExactlyInAnyOrderElementsOf(written);
        String run = rows(
                        ours,
                        "SELECT run_id FROM sink.runs WHERE table_name = '" + name + "' AND write_mode = '" + mode
                                + "' ORDER BY started_at DESC LIMIT 1")
                .get(0);
        execute("CALL sink.rollback(run_id => '" + run + "')");
        assertThat(rows(ours, all)).containsExactlyInAnyOrder("1 a", "2 b");
        assertThat(rows(theirs, all)).containsExactlyInAnyOrder("1 a", "2 b");
        assertThat(rows(
                        theirs,
                        "SELECT COUNT(*) FROM lake.sales.\"" + name + "$snapshots\" WHERE"
                                + " element_at(summary, 'strandline.run-id') = '" + run + "'"))
                .containsExactly("1");
    }

    /** The same data, and the same of what the table is made of. */
    private void assertAgrees(String name, String step) throws SQLException {
        String table = "lake.sales." + name;
        String where = WHERE.replace("'orders'", "'" + name + "'");
        List<String> data = rows(ours, "SELECT id, note FROM " + table);
        assertThat(data).as(step).isNotEmpty();
        assertThat(rows(theirs, "SELECT id, note FROM " + table)).as(step).containsExactlyInAnyOrderElementsOf(data);
        for (String[] beside : new String[][] {
            {
                "CASE content WHEN 'data' THEN 0 WHEN 'position_deletes' THEN 1 ELSE 2 END, file_path,"
                        + " UPPER(file_format), record_count, file_size_bytes, spec_id",
                "files",
                "content, file_path, file_format, record_count, file_size_in_bytes, spec_id"
            },
            {"snapshot_id, parent_id, operation", "snapshots", "snapshot_id, parent_id, operation"},
            {"manifest_path, manifest_size_bytes", "manifests", "path, length"},
            {"ref_name, UPPER(ref_type), snapshot_id", "refs", "name, type, snapshot_id"}
        }) {
            List<String> read = rows(ours, "SELECT " + beside[0] + " FROM catalog." + beside[1] + where);
            assertThat(read).as(step).isNotEmpty();
            assertThat(rows(theirs, "SELECT " + beside[2] + " FROM lake.sales.\"" + name + "$" + beside[1] + "\""))
                    .as(step + " " + beside[1])
                    .containsExactlyInAnyOrderElementsOf(read);
        }
        // Trino counts files of deletes as files of a partition, and deletes as records; Iceberg, and so we, do not
        assertThat(rows(
                        theirs,
                        "SELECT record_count, file_count, total_size FROM lake.sales.\"" + name + "$partitions\""))
                .as(step)
                .containsExactlyInAnyOrderElementsOf(rows(
                        ours,
                        "SELECT SUM(record_count), COUNT(*), SUM(file_size_bytes) FROM catalog.files" + where
                                + " GROUP BY partition_values"));
    }

    /** Rows that were inserted, updated and deleted, by key files or vectors; then what maintains a table. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void readsWhatOurStatementsWroteAndMaintained(int version) throws SQLException {
        String name = "written" + version;
        String table = "lake.sales." + name;
        execute("CALL reconcile_table('" + table
                + "', '{\"columns\": [{\"name\": \"id\", \"type\": \"long\", \"nullable\":"
                + " false}, {\"name\": \"note\", \"type\": \"string\"}], \"partition_fields\": [{\"column\": \"id\","
                + " \"transform\": \"bucket[2]\"}], \"sort_order\": [{\"column\": \"id\"}], \"format_version\": "
                + version
                + "}')");
        execute("INSERT INTO " + table + " (id, note) VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd'), (5, 'e')");
        execute("SET sink.key = 'id'");
        execute("UPDATE " + table + " SET note = 'B' WHERE id = 2");
        execute("DELETE FROM " + table + " WHERE id IN (3, 4)");
        execute("RESET sink.key");
        execute("CALL create_branch(table_name => '" + table + "', branch => 'audit')");
        execute("INSERT INTO " + table + " (id, note) VALUES (6, 'f')");
        assertThat(rows(ours, "SELECT id, note FROM " + table)).containsExactlyInAnyOrder("1 a", "2 B", "5 e", "6 f");
        assertThat(rows(
                        ours,
                        "SELECT DISTINCT file_format FROM catalog.files WHERE table_name = '" + name
                                + "' AND content <> 'data'"))
                .containsExactly(version == 2 ? "parquet" : "puffin");
        assertThat(rows(theirs, "SHOW CREATE TABLE " + table))
                .singleElement()
                .asString()
                .contains("partitioning = ARRAY['bucket(id, 2)']", "sorted_by = ARRAY['id ASC NULLS FIRST']");
        assertAgrees(name, "written");
        String branch = "SELECT id, note FROM " + table + " FOR VERSION AS OF 'audit'";
        assertThat(rows(ours, branch)).containsExactlyInAnyOrder("1 a", "2 B", "5 e");
        assertThat(rows(theirs, branch)).containsExactlyInAnyOrder("1 a", "2 B", "5 e");
        execute("CALL rewrite_manifests('" + table + "')");
        assertAgrees(name, "manifests joined");
        execute("CALL rename_table('" + table + "', 'lake.sales." + name + "_now')");
        assertAgrees(name + "_now", "renamed");
        execute("CALL drop_ref(table_name => '" + table + "_now', ref => 'audit')");
        execute("CALL expire_snapshots(table_name => '" + table
                + "_now', older_than => TIMESTAMP '2999-01-01 00:00:00',"
                + " allow_below_floor => TRUE, force => TRUE, dry_run => FALSE)");
        assertThat(rows(ours, "SELECT COUNT(*) FROM catalog.snapshots WHERE table_name = '" + name + "_now'"))
                .containsExactly("1");
        assertAgrees(name + "_now", "expired");
    }

    private static List<String> rows(Connection connection, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet read = statement.executeQuery(sql)) {
            int columns = read.getMetaData().getColumnCount();
            while (read.next()) {
                List<String> values = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    values.add(String.valueOf(read.getObject(column)));
                }
                rows.add(String.join(" ", values));
            }
        }
        return rows;
    }
}
