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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SNK-15 by SQL: a lake's table is copied to a database, and compared with it by count and by content. */
class VerifySinkTest {
    private static final String SOURCE = "lake.scratch.verified";
    private static final String DESTINATION = "sink_copied.main.copied";

    @TempDir
    static Path folder;

    private static DemoGateway gateway;
    private static String url;

    private Connection connection;
    private Statement statement;

    private record Verified(boolean same, long sourceRows, long destinationRows, boolean sameHash) {}

    @BeforeAll
    static void serve() throws SQLException {
        gateway = DemoGateway.start(folder.resolve("lake"));
        url = "jdbc:sqlite:" + folder.resolve("copied.db");
        inDatabase(
                "CREATE TABLE copied (id BIGINT, name TEXT, price DECIMAL(10, 2), weight DOUBLE, sold_at TIMESTAMP)");
        try (Connection connection = gateway.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + SOURCE
                    + " (id BIGINT NOT NULL, name VARCHAR, price DECIMAL(10, 2), weight DOUBLE, sold_at TIMESTAMP(6))");
            statement.execute("INSERT INTO " + SOURCE
                    + " VALUES (1, 'emma', 9.90, 0.5, TIMESTAMP '2026-03-01 12:00:00.123456'),"
                    + " (2, NULL, NULL, NULL, NULL), (3, '', 0.00, -0.25, TIMESTAMP '1969-12-31 23:59:59')");
            statement.execute(
                    "CALL sink.create_sink(sink => 'copied', settings => '{\"driver\": \"sqlite\", \"url\": \"" + url
                            + "\", \"table\": \"main.copied\", \"rollback\": false}')");
        }
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @BeforeEach
    void copy() throws SQLException {
        connection = gateway.connect();
        statement = connection.createStatement();
        statement.execute("SET sink.mode = 'overwrite'");
        statement.execute("INSERT INTO " + DESTINATION + " SELECT * FROM " + SOURCE);
        statement.execute("RESET sink.mode");
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
    }

    private static void inDatabase(String sql) throws SQLException {
        try (Connection database = DriverManager.getConnection(url);
                Statement changing = database.createStatement()) {
            changing.execute(sql);
        }
    }

    private Verified verify(String source) throws SQLException {
        try (ResultSet row =
                statement.executeQuery("CALL sink.verify_sink('copied', '" + source.replace("'", "''") + "')")) {
            assertThat(row.next()).isTrue();
            return new Verified(
                    row.getBoolean("same"),
                    row.getLong("source_rows"),
                    row.getLong("destination_rows"),
                    row.getString("source_hash").equals(row.getString("destination_hash")));
        }
    }

    private Verified verify() throws SQLException {
        return verify("SELECT * FROM " + SOURCE);
    }

    /** NULLs and empty text among them; in any order, and in the columns that are asked for. */
    @Test
    void aCopyIsTheSame() throws SQLException {
        Verified same = new Verified(true, 3, 3, true);
        assertThat(verify()).isEqualTo(same);
        assertThat(verify("SELECT * FROM " + SOURCE + " ORDER BY id DESC")).isEqualTo(same);
        assertThat(verify("SELECT price, id FROM " + SOURCE)).isEqualTo(same);
        assertThat(verify("SELECT id, UPPER(name) AS name FROM " + SOURCE)).isEqualTo(new Verified(false, 3, 3, false));
    }

    @Test
    void aRowThatIsMissingIsSeen() throws SQLException {
        inDatabase("DELETE FROM copied WHERE id = 2");
        assertThat(verify()).isEqualTo(new Verified(false, 3, 2, false));
    }

    @Test
    void aRowThatIsThereTwiceIsSeen() throws SQLException {
        inDatabase("INSERT INTO copied SELECT * FROM copied WHERE id = 1");
        assertThat(verify()).isEqualTo(new Verified(false, 3, 4, false));
        // as many rows, and each of them is known
        inDatabase("DELETE FROM copied WHERE id = 3");
        assertThat(verify()).isEqualTo(new Verified(false, 3, 3, false));
    }

    @Test
    void aValueThatIsAnotherIsSeen() throws SQLException {
        for (String change :
                new String[] {"name = 'Emma'", "price = 9.91", "weight = 0.25", "sold_at = '2026-03-01 12:00:00.124'"
                }) {
            copyAgain();
            inDatabase("UPDATE copied SET " + change + " WHERE id = 1");
            assertThat(verify()).as(change).isEqualTo(new Verified(false, 3, 3, false));
        }
        copyAgain();
        inDatabase("UPDATE copied SET name = '' WHERE id = 2");
        assertThat(verify()).as("NULL is no empty text").isEqualTo(new Verified(false, 3, 3, false));
        // NULL and text change places
        copyAgain();
        inDatabase("UPDATE copied SET name = CASE id WHEN 2 THEN '' ELSE NULL END WHERE id > 1");
        assertThat(verify()).isEqualTo(new Verified(false, 3, 3, false));
    }

    private void copyAgain() throws SQLException {
        disconnect();
        copy();
    }

    @Test
    void whatCannotBeComparedIsSaid() {
        assertThat(catchThrowableOfType(SQLException.class, () -> verify("SELECT 1 AS nowhere"))
                        .getMessage())
                .contains("nowhere");
        assertThat(catchThrowableOfType(SQLException.class, () -> verify("DELETE FROM " + SOURCE + " WHERE id = 1"))
                        .getMessage())
                .isNotBlank();
        assertThat(catchThrowableOfType(
                                SQLException.class,
                                () -> statement.execute("CALL sink.verify_sink('copid', 'SELECT 1')"))
                        .getMessage())
                .contains("did you mean \"copied\"");
    }

    /** SNK-27: how often a run asked its destination, and what it opened. */
    @Test
    void aRunTellsOfItsDestination() throws SQLException {
        try (ResultSet row =
                statement.executeQuery("SELECT connector, dataset_uri, round_trips, local_outputs FROM sink.runs"
                        + " WHERE sink_id = 'copied' ORDER BY started_at DESC LIMIT 1")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getString("connector")).isEqualTo("sqlite");
            assertThat(row.getString("dataset_uri")).isEqualTo(url.substring("jdbc:".length()) + ".main.copied");
            assertThat(row.getLong("round_trips")).isPositive();
        }
        try (ResultSet row = statement.executeQuery(
                "SELECT dataset_uri, local_outputs FROM sink.runs WHERE table_name = 'verified' LIMIT 1")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getString("dataset_uri")).endsWith("/scratch/verified");
            Object[] files = (Object[]) row.getArray("local_outputs").getArray();
            assertThat(files)
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(Path.of((String) file)).exists());
        }
    }
}
