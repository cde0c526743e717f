package io.strandline.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.fixture.DemoGateway;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database as a sink: declared by SQL, written, read back, compared and rolled back as {@code sink_<id>.<schema>.<table>}. */
class DatabaseSinkTest {
    private static final String TABLE = "sink_books.main.book";

    @TempDir
    static Path folder;

    private static DemoGateway gateway;

    @BeforeAll
    static void serve() throws SQLException {
        gateway = DemoGateway.start(folder.resolve("lake"));
        try (Connection database = DriverManager.getConnection(url());
                Statement statement = database.createStatement()) {
            statement.execute("CREATE TABLE book (id INTEGER NOT NULL PRIMARY KEY, title TEXT, price DECIMAL(10, 2),"
                    + " sold_at TIMESTAMP)");
        }
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private static String url() {
        return "jdbc:sqlite:" + folder.resolve("books.db");
    }

    private static List<String> rows(Connection connection, String sql) throws SQLException {
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

    @Test
    void aDatabaseIsWrittenReadAndRolledBack() throws SQLException {
        try (Connection connection = gateway.connect();
                Statement statement = connection.createStatement()) {
            String settings = "{\"driver\": \"sqlite\", \"url\": \"" + url() + "\", \"table\": \"main.book\","
                    + " \"mode\": \"upsert\", \"key\": [\"id\"]}";
            rows(connection, "CALL sink.create_sink(sink => 'books', settings => '" + settings + "')");
            assertThat(
                            statement.executeUpdate(
                                    "INSERT INTO " + TABLE
                                            + " VALUES (1, 'emma', 9.90, TIMESTAMP '2026-03-01 12:00:00.123456'), (2, 'persuasion', NULL, NULL)"))
                    .isEqualTo(2);
            String content = "SELECT id, title, price FROM " + TABLE + " ORDER BY id";
            assertThat(rows(connection, content)).containsExactly("1|emma|9.90", "2|persuasion|null");
            assertThat(rows(connection, "SELECT COUNT(*) FROM " + TABLE)).containsExactly("2");
            assertThat(statement.executeUpdate("UPDATE " + TABLE + " SET title = 'Emma' WHERE id = 1"))
                    .isEqualTo(1);
            try (Connection database = DriverManager.getConnection(url())) {
                // every digit is there, also of what UPDATE did not name
                assertThat(rows(database, "SELECT title, sold_at FROM book WHERE id = 1"))
                        .containsExactly("Emma|2026-03-01T12:00:00.123456");
            }
            String run = rows(
                            connection, "SELECT run_id FROM sink.runs WHERE sink_id = 'books' ORDER BY started_at DESC")
                    .get(0);
            assertThat(rows(connection, "CALL sink.rollback(run_id => '" + run + "')")
                            .get(0))
                    .startsWith(run + "|true");
            assertThat(rows(connection, content)).containsExactly("1|emma|9.90", "2|persuasion|null");
            assertThat(rows(
                            connection,
                            "SELECT column_name FROM information_schema.columns WHERE table_catalog ="
                                    + " 'sink_books' ORDER BY ordinal_position"))
                    .containsExactly("id", "title", "price", "sold_at");
            rows(connection, "CALL sink.drop_sink('books')");
            assertThat(catchThrowableOfType(SQLException.class, () -> rows(connection, content))
                            .getSQLState())
                    .isEqualTo("3D000");
        }
    }

    /** Secrets of settings would be shown with the statement: they are refused there (CAT-12). */
    @Test
    void passwordsAreNoSettings() throws SQLException {
        try (Connection connection = gateway.connect()) {
            String call = "CALL sink.create_sink(sink => 'secret', settings => '{\"driver\": \"postgresql\", \"url\":"
                    + " \"jdbc:postgresql://x/y\", \"table\": \"t\", \"password\": \"canary-8842\"}')";
            assertThat(catchThrowableOfType(SQLException.class, () -> rows(connection, call))
                            .getMessage())
                    .contains("password => '...'")
                    .doesNotContain("canary-8842");
            rows(
                    connection,
                    "CALL sink.create_sink(sink => 'secret', password => 'canary-8843', settings => '{\"driver\":"
                            + " \"postgresql\", \"url\": \"jdbc:postgresql://x/y\", \"table\": \"t\"}')");
            for (String url :
                    List.of("x/y?user=u&password=canary-8843", "u:canary-8843@x/y", "x/y?sslPassword=canary-8843")) {
                assertThat(catchThrowableOfType(
                                        SQLException.class,
                                        () -> rows(
                                                connection,
                                                "CALL sink.create_sink(sink => 'in_url', settings => '{\"driver\": \"postgresql\","
                                                        + " \"url\": \"jdbc:postgresql://" + url
                                                        + "\", \"table\": \"t\"}')"))
                                .getMessage())
                        .contains("url holds a secret")
                        .doesNotContain("canary-8843");
            }
            for (String table : List.of("sink.capabilities", "runtime.audit", "runtime.statements")) {
                assertThat(rows(connection, "SELECT * FROM " + table).toString())
                        .as(table)
                        .doesNotContain("canary-8842")
                        .doesNotContain("canary-8843");
            }
        }
    }
}
