package io.strandline.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CAT-1, GW-5: a catalog that stops answering is said to have, in time, and never taken for one that is empty. */
class SilentCatalogTest {
    private static final int COPIES = 500;

    @TempDir
    Path folder;

    private TwoLakes lakes;
    private Client client;

    @BeforeEach
    void start() throws IOException, SQLException {
        lakes = TwoLakes.start(folder, "table0");
        client = lakes.connect();
        try (Connection catalog = database();
                Statement statement = catalog.createStatement()) {
            catalog.setAutoCommit(false);
            for (int i = 1; i < COPIES; i++) {
                statement.executeUpdate("INSERT INTO iceberg_tables SELECT catalog_name, table_namespace, 'table" + i
                        + "', metadata_location, previous_metadata_location, iceberg_type FROM iceberg_tables"
                        + " WHERE table_name = 'table0'");
            }
            catalog.commit();
        }
    }

    @AfterEach
    void stop() throws SQLException {
        client.close();
        lakes.close();
    }

    /** What the listing told is enough to read a table; what it told wrong has to be asked again, and is not answered. */
    @Test
    void aScanThatHasBegunEndsWithRowsOrAnErrorThatNameTheCatalog() throws SQLException {
        try (Connection catalog = database();
                Statement moved = catalog.createStatement()) {
            moved.executeUpdate("UPDATE iceberg_tables SET metadata_location = metadata_location || '.gone'"
                    + " WHERE table_name LIKE 'table4_'");
        }
        try (Statement statement = client.connection().createStatement()) {
            statement.setFetchSize(1);
            try (ResultSet rows = statement.executeQuery(
                            "SELECT table_name, status, error FROM catalog.tables WHERE catalog_name = 'bad'");
                    Connection catalog = database();
                    Statement lock = catalog.createStatement()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString("status")).isEqualTo("ok");
                lock.execute("BEGIN EXCLUSIVE");
                int seen = 1;
                List<String> errors = new ArrayList<>();
                while (rows.next()) {
                    seen++;
                    if (rows.getString("status").equals("error")) {
                        errors.add(rows.getString("error"));
                    }
                }
                lock.execute("ROLLBACK");
                assertThat(seen).as("every table of the listing has its row").isEqualTo(COPIES);
                assertThat(errors)
                        .hasSize(10)
                        .allSatisfy(error -> assertThat(error).contains("catalog bad"));
            }
        }
        assertThat(client.rows("SELECT count(*) FROM catalog.tables WHERE catalog_name = 'good'"))
                .containsExactly("2");
        client.assertAlive();
    }

    @Test
    void whileItIsLockedItsFindingsFailAndThoseOfTheOtherAreThere() throws SQLException {
        try (Connection catalog = database();
                Statement lock = catalog.createStatement()) {
            lock.execute("BEGIN EXCLUSIVE");
            List<String> all = client.rows("SELECT connection_name, kind, status FROM reconcile.findings ORDER BY 1");
            assertThat(all).containsExactly("bad|null|error", "good|ORPHAN|ok", "good|ORPHAN|ok");
            assertThat(client.rows("SELECT error FROM reconcile.findings WHERE status = 'error'"))
                    .singleElement()
                    .satisfies(
                            error -> assertThat(error).contains("catalog bad").doesNotContain("Exception"));
            SQLException error = client.errorAtOnce(
                    "SELECT table_name FROM catalog.tables WHERE catalog_name = 'bad' AND namespace = 'pad'"
                            + " AND table_name = 'table1'");
            Client.assertCode(error, ErrorCode.BACKEND);
            lock.execute("ROLLBACK");
        }
    }

    @Test
    void aDropOfAnotherConnectionIsNotHeldUpAndOneOfItsOwnChangesNothing() throws SQLException {
        try (Connection catalog = database();
                Statement lock = catalog.createStatement()) {
            lock.execute("BEGIN EXCLUSIVE");
            assertThat(client.rows("CALL repair(connection => 'good', action => 'drop', table_name => 'one')"))
                    .singleElement()
                    .satisfies(row -> assertThat(row).contains("|false|not_provable"));
            assertThat(client.rows("CALL repair(connection => 'bad', action => 'drop', table_name => 'table1')"))
                    .singleElement()
                    .satisfies(row -> assertThat(row).contains("|false|lookup_failed"));
            lock.execute("ROLLBACK");
        }
        client.assertAlive();
    }

    @Test
    void oneWhoseDatabaseIsNoDatabaseAnyMoreIsAnErrorAndHealsWithItsFile() throws IOException, SQLException {
        byte[] whole = Files.readAllBytes(lakes.database());
        Files.write(
                lakes.database(),
                "this was a database once, before somebody edited it by hand"
                        .repeat(200)
                        .getBytes(java.nio.charset.StandardCharsets.UTF_8));
        assertThat(client.rows("SELECT catalog_name, status FROM catalog.tables WHERE status = 'error'"))
                .containsExactly("bad|error");
        assertThat(client.rows("SELECT connection_name, status FROM reconcile.findings WHERE kind IS NULL"))
                .containsExactly("bad|error");
        assertThat(client.rows("SELECT count(*) FROM reconcile.findings WHERE connection_name = 'good'"))
                .containsExactly("2");
        Files.write(lakes.database(), whole);
        assertThat(client.rows("SELECT count(*) FROM catalog.tables WHERE catalog_name = 'bad' AND status = 'ok'"))
                .containsExactly(Integer.toString(COPIES));
    }

    private Connection database() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + lakes.database());
    }
}
