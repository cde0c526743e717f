package io.strandline.fixes;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code fix_sql} says runs when it is pasted back, whatever the names in it (REC-17). */
class FixSqlTest {
    private static final List<String> NAMESPACE = List.of("it's a \"pad\"");
    private static final List<String> NAMES = List.of(
            "plain",
            "Upper",
            "it's",
            "\"quoted\"",
            "dot.ted",
            "100%",
            "under_score",
            "sp ace",
            "semi;colon -- x",
            "?",
            "sel/ect",
            "\uD83D\uDE00",
            "ÄÖ",
            "back\\slash",
            ":name",
            "{fn}",
            "[x]");

    @TempDir
    Path directory;

    @Test
    void everyFixSqlRunsAndLeavesNothingProvable() throws Exception {
        Map<String, String> properties = Map.of(
                "type",
                "jdbc",
                "uri",
                "jdbc:sqlite:" + directory.resolve("lake.db"),
                "warehouse",
                directory.resolve("lake").toString());
        try (IcebergCatalog catalog = CatalogFactory.create("lake", properties);
                LakeWriter writer = LakeWriter.on(catalog);
                StrandlineGateway gateway = StrandlineGateway.start(new ConfigReader(name -> null).read(config()));
                Connection connection = DriverManager.getConnection(gateway.jdbcUrl())) {
            writer.createNamespace(NAMESPACE);
            for (int i = 0; i < NAMES.size(); i++) {
                orphan(writer, connection, NAMES.get(i), "f" + i);
            }
            register(connection, writer, "it's \"gone\" now");
            declare(connection, "not there, \"yet\"", "[{\"name\": \"id\", \"type\": \"long\"}]");
            declare(connection, "plain", "[{\"name\": \"one.more's\", \"type\": \"int\"}]");
            declare(connection, "Upper", "[{\"name\": \"id\", \"type\": \"int\"}]");
            assertThat(
                            texts(
                                    connection,
                                    "SELECT table_name FROM reconcile.findings WHERE kind = 'SCHEMA_DRIFT' AND fix_sql IS NULL"))
                    .as("a refused plan has no fix")
                    .containsExactly("Upper");
            for (int i = 0; i < NAMES.size(); i++) {
                writtenByOthers(writer, connection, NAMES.get(i), i);
            }
            List<String> fixes = fixes(connection);
            assertThat(fixes).hasSize(2 * NAMES.size() + 3);
            // what is dropped cannot be brought to what is declared of it
            fixes.sort(Comparator.comparing(fix -> !fix.contains("reconcile_table")));
            for (String fix : fixes) {
                assertDone(connection, fix);
            }
            assertThat(fixes(connection))
                    .as("what was dropped and is declared is missing now, and nothing else")
                    .hasSize(2)
                    .allMatch(fix -> fix.contains("reconcile_table"));
            assertThat(texts(connection, "SELECT table_name FROM reconcile.findings WHERE provable"))
                    .isEmpty();
            assertThat(texts(connection, "SELECT table_name FROM reconcile.findings WHERE kind = 'UNKNOWN_WRITER'"))
                    .as("every writer is a sink now")
                    .isEmpty();
            assertThat(texts(
                            connection,
                            "SELECT target FROM runtime.audit WHERE action = 'reconcile.drop' AND state = 'DONE'"))
                    .hasSize(NAMES.size());
        }
    }

    private Path config() throws IOException {
        return Files.writeString(
                directory.resolve("strandline.yaml"),
                String.join(
                        "\n",
                        "server: { listen: \"127.0.0.1:0\" }",
                        "store: { url: \"jdbc:sqlite:" + directory.resolve("store.db") + "\" }",
                        "catalogs:",
                        "  lake:",
                        "    type: jdbc",
                        "    uri: \"jdbc:sqlite:" + directory.resolve("lake.db") + "\"",
                        "    warehouse: \"" + directory.resolve("lake") + "\"",
                        "connections:",
                        "  it's odd:",
                        "    catalog: lake",
                        "    namespace: '\"it''s a \"\"pad\"\"\"'",
                        "    external_locations: [\"" + directory.resolve("uploads") + "\"]",
                        ""));
    }

    private void orphan(LakeWriter writer, Connection connection, String name, String id) throws Exception {
        Path place = Files.createDirectories(directory.resolve("uploads").resolve(id));
        Path object = Files.writeString(place.resolve("rows.csv"), "1\n");
        table(writer, name, place);
        call(connection, "CALL register_source('file', ?, ?)", id, object.toString());
    }

    private static void table(LakeWriter writer, String name, Path place) {
        writer.createTable(
                new TableRef("lake", NAMESPACE, name),
                List.of(LakeColumn.of("id", "long")),
                Optional.of(place.toString()),
                Map.of());
    }

    /** A registration whose table was dropped behind the gateway's back. */
    private void register(Connection connection, LakeWriter writer, String name) throws Exception {
        table(writer, name, directory.resolve("uploads").resolve("gone"));
        call(connection, "CALL register(connection => ?, table_name => ?)", "it's odd", name);
        try (Connection lake = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("lake.db"));
                PreparedStatement delete = lake.prepareStatement("DELETE FROM iceberg_tables WHERE table_name = ?")) {
            delete.setString(1, name);
            assertThat(delete.executeUpdate()).isOne();
        }
    }

    /** A table that has a sink, and a snapshot of another writer, who has that name. */
    private void writtenByOthers(LakeWriter writer, Connection connection, String name, int number)
            throws SQLException {
        String table = "w " + name;
        table(writer, table, directory.resolve("own").resolve("w" + number));
        TableRef ref = new TableRef("lake", NAMESPACE, table);
        call(connection, "CALL register_sink(?, ?)", ref.toString(), "sink " + number);
        String key = List.of("strandline.sink-id", "engine-name", "app-id").get(number % 3);
        writer.append(ref, List.of(List.of(1L)), Map.of(key, name));
    }

    private static void declare(Connection connection, String name, String columns) throws SQLException {
        call(
                connection,
                "CALL declare_table(?, ?)",
                new TableRef("lake", NAMESPACE, name).toString(),
                "{\"columns\": " + columns + "}");
    }

    private static void call(Connection connection, String sql, String... arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setString(i + 1, arguments[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getBoolean("done")).isTrue();
            }
        }
    }

    private static void assertDone(Connection connection, String fix) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(fix)) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getBoolean("done"))
                    .as(fix + ": " + rows.getString("reason"))
                    .isTrue();
        }
    }

    private static List<String> fixes(Connection connection) throws SQLException {
        return texts(connection, "SELECT fix_sql FROM reconcile.findings WHERE fix_sql IS NOT NULL");
    }

    private static List<String> texts(Connection connection, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }
}
