package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.faults.TwoLakes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Case 33 and its kin: names that look like patterns, and patterns, where there are such tables: in a schema and in a lake. */
class NamePatternsTest {
    @TempDir
    static Path folder;

    private static OddNames gateway;
    private static List<Connection> clients;

    @BeforeAll
    static void serve() throws IOException, SQLException {
        gateway = OddNames.start(folder);
        String http = "http://" + gateway.hostAndPort() + "/";
        clients = List.of(
                DriverManager.getConnection(ours()),
                DriverManager.getConnection("jdbc:avatica:remote:serialization=json;url=" + http),
                DriverManager.getConnection("jdbc:avatica:remote:serialization=protobuf;url=" + http));
    }

    private static String ours() {
        return "jdbc:strandline://" + gateway.hostAndPort() + "/";
    }

    @AfterAll
    static void stop() throws SQLException {
        for (Connection client : clients) {
            client.close();
        }
        gateway.close();
    }

    private static Set<String> names(ResultSet rows, String column) throws SQLException {
        try (rows) {
            Set<String> names = new TreeSet<>();
            while (rows.next()) {
                assertThat(rows.getString("TABLE_CAT")).isEqualTo("strandline");
                names.add(rows.getString(column));
            }
            return names;
        }
    }

    private static Set<String> set(String names) {
        return names == null ? Set.of() : new TreeSet<>(List.of(names.split(" ", -1)));
    }

    /** Each table by the pattern, over our driver and over a stock client by each codec; its columns alike. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "A\\_C;    A_C",
                "A_C;      ABC A_C A%C A\\C",
                "A\\%C;    A%C",
                "A%C;      ABC A_C A%C A\\C A__C",
                "A\\\\C;   A\\C",
                "A\\_\\_C; A__C",
                "A\\__C;   A__C",
                "ABC;      ABC",
                "abc;      abc",
                "Abc;",
                "a_c;      abc a.c",
                "a.c;      a.c",
                "%_C;      ABC A_C A%C A\\C A__C",
                "%\\_C;    A_C A__C",
                "%;        ABC A_C A%C A\\C A__C abc a.c",
                "A\\;"
            })
    void tablesAreThoseOfThePattern(String pattern, String wanted) throws SQLException {
        for (Connection client : clients) {
            DatabaseMetaData metadata = client.getMetaData();
            assertThat(names(metadata.getTables("strandline", "pad", pattern, null), "TABLE_NAME"))
                    .isEqualTo(set(wanted));
            assertThat(names(metadata.getColumns("strandline", "pad", pattern, "%"), "TABLE_NAME"))
                    .isEqualTo(set(wanted));
        }
    }

    /** As tools do that look one table up: its name, escaped, finds it and no other. */
    @Test
    void anEscapedNameIsThatTableOnly() throws SQLException {
        for (Connection client : clients) {
            DatabaseMetaData metadata = client.getMetaData();
            String escape = metadata.getSearchStringEscape();
            for (String table : OddNames.TABLES) {
                String escaped = table.replace(escape, escape + escape)
                        .replace("_", escape + "_")
                        .replace("%", escape + "%");
                assertThat(names(metadata.getTables("strandline", "pad", escaped, null), "TABLE_NAME"))
                        .containsExactly(table);
                assertThat(names(metadata.getColumns("strandline", "pad", escaped, "id"), "TABLE_NAME"))
                        .containsExactly(table);
            }
        }
    }

    /** A schema is a pattern too, a catalog is a name; both as they are written. */
    @Test
    void schemasAreFoundByPatternAndCatalogsByName() throws SQLException {
        for (Connection client : clients) {
            DatabaseMetaData metadata = client.getMetaData();
            for (String schema : new String[] {"pad", "p_d", "%", null}) {
                assertThat(names(metadata.getTables("strandline", schema, "abc", null), "TABLE_NAME"))
                        .as(schema)
                        .containsExactly("abc");
            }
            for (String schema : new String[] {"p\\_d", "PAD", "pa"}) {
                assertThat(names(metadata.getTables("strandline", schema, "abc", null), "TABLE_NAME"))
                        .as(schema)
                        .isEmpty();
            }
            for (String catalog : new String[] {"strandlin_", "STRANDLINE", "%"}) {
                assertThat(names(metadata.getTables(catalog, "pad", "abc", null), "TABLE_NAME"))
                        .as(catalog)
                        .isEmpty();
            }
        }
    }

    @Test
    void columnsAreThoseOfThePattern() throws SQLException {
        for (Connection client : clients) {
            DatabaseMetaData metadata = client.getMetaData();
            for (String column : new String[] {"id", "i_", "%d", "%", null}) {
                assertThat(names(metadata.getColumns("strandline", "pad", "abc", column), "COLUMN_NAME"))
                        .as(column)
                        .containsExactly("id");
            }
            for (String column : new String[] {"ID", "i\\_", "i"}) {
                assertThat(names(metadata.getColumns("strandline", "pad", "abc", column), "COLUMN_NAME"))
                        .as(column)
                        .isEmpty();
            }
        }
    }

    /** An empty name is not one left out; but protobuf has no difference between the two. */
    @Test
    void anEmptyNameIsNobodys() throws SQLException {
        for (Connection client : clients.subList(0, 2)) {
            DatabaseMetaData metadata = client.getMetaData();
            assertThat(names(metadata.getTables("", "pad", "abc", null), "TABLE_NAME"))
                    .isEmpty();
            assertThat(names(metadata.getTables("strandline", "", "abc", null), "TABLE_NAME"))
                    .isEmpty();
            assertThat(names(metadata.getTables("strandline", "pad", "", null), "TABLE_NAME"))
                    .isEmpty();
            assertThat(names(metadata.getColumns("strandline", "pad", "abc", ""), "TABLE_NAME"))
                    .isEmpty();
        }
    }

    /** The option for tools that do not escape. */
    @Test
    void anUnderscoreCanBeTakenAsItIs() throws SQLException {
        String url = ours() + "?metadataUnderscore=literal";
        try (Connection client = DriverManager.getConnection(url)) {
            DatabaseMetaData metadata = client.getMetaData();
            assertThat(names(metadata.getTables("strandline", "pad", "A_C", null), "TABLE_NAME"))
                    .containsExactly("A_C");
            assertThat(names(metadata.getTables("strandline", "pad", "A\\_C", null), "TABLE_NAME"))
                    .containsExactly("A_C");
            assertThat(names(metadata.getColumns("strandline", "pad", "A_C", "id"), "TABLE_NAME"))
                    .containsExactly("A_C");
            assertThat(names(metadata.getTables("strandline", "pad", "A%_C", null), "TABLE_NAME"))
                    .containsExactly("A_C", "A__C");
        }
    }

    /** CAT-15: in a lake that has tables of these names a pattern finds what it says, and a name that table only. */
    @Test
    void tablesOfALakeAreFoundByThePatternAndByTheName() throws IOException, SQLException {
        String[] names = OddNames.TABLES.toArray(new String[0]);
        try (TwoLakes lakes = TwoLakes.start(Files.createDirectory(folder.resolve("lakes")), Map.of(), names);
                Connection client = DriverManager.getConnection(lakes.gateway().jdbcUrl());
                PreparedStatement like = client.prepareStatement("SELECT table_name FROM catalog.tables"
                        + " WHERE catalog_name = 'bad' AND table_name LIKE ? ESCAPE '\\'");
                PreparedStatement equal = client.prepareStatement("SELECT table_name FROM catalog.tables"
                        + " WHERE catalog_name = 'bad' AND namespace = 'pad' AND table_name = ?")) {
            for (String pattern : List.of("A\\_C=A_C", "A_C=ABC A_C A%C A\\C", "A\\%C=A%C", "abc=abc", "A\\\\C=A\\C")) {
                String[] parts = pattern.split("=", 2);
                like.setString(1, parts[0]);
                assertThat(column(like.executeQuery())).as(pattern).isEqualTo(set(parts[1]));
            }
            for (String table : OddNames.TABLES) {
                equal.setString(1, table);
                assertThat(column(equal.executeQuery())).containsExactly(table);
            }
            for (String none : List.of("Abc", "A_c", "%", "A\\_C")) {
                equal.setString(1, none);
                assertThat(column(equal.executeQuery())).as(none).isEmpty();
            }
        }
    }

    private static Set<String> column(ResultSet rows) throws SQLException {
        try (rows) {
            Set<String> values = new TreeSet<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }
}
