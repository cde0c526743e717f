package io.strandline.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.strandline.fixture.DemoGateway;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GW-2: the same statement under the same key gives the answer of the first time, whatever that was. */
class RepeatedKeyTest {
    @TempDir
    Path folder;

    private DemoGateway gateway;
    private Connection connection;
    private Statement statement;

    @BeforeEach
    void start() throws SQLException {
        gateway = DemoGateway.start(folder.resolve("lake"));
        connection = gateway.connect();
        statement = connection.createStatement();
    }

    @AfterEach
    void stop() throws SQLException {
        connection.close();
        gateway.close();
    }

    @Test
    void aRepairThatWasMadeIsAnsweredAgainAndNotMadeAgain() throws SQLException {
        assertThat(repairUnder("k1", "stray_import")).isEqualTo("true null");
        assertThat(repairUnder("k1", "stray_import")).isEqualTo("true null");
        assertThat(audited("stray_import")).isEqualTo(1);
        assertThat(repairUnder("k2", "stray_import")).isEqualTo("false no_such_table");
    }

    @Test
    void aRepairThatWasRefusedIsAnsweredAgain() throws SQLException {
        assertThat(repairUnder("k1", "mystery")).isEqualTo("false not_provable");
        assertThat(repairUnder("k1", "mystery")).isEqualTo("false not_provable");
        assertThat(audited("mystery")).isEqualTo(1);
    }

    @Test
    void anotherStatementUnderTheKeyIsRefused() throws SQLException {
        assertThat(repairUnder("k1", "stray_import")).isEqualTo("true null");
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> repairUnder("k1", "late_upload"))
                .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("22023"));
        assertThat(audited("late_upload")).isZero();
    }

    /** SET gives its key to the next change only. */
    @Test
    void aKeyGivenBySetServesOnce() throws SQLException {
        assertThat(repairUnder("k1", "stray_import")).isEqualTo("true null");
        assertThat(repair("stray_import")).isEqualTo("false no_such_table");
    }

    private String repairUnder(String key, String table) throws SQLException {
        statement.execute("SET idempotency_key = '" + key + "'");
        return repair(table);
    }

    private String repair(String table) throws SQLException {
        try (ResultSet rows = statement.executeQuery(
                "CALL repair(connection => 'scratch', action => 'drop', table_name => '" + table + "')")) {
            assertThat(rows.next()).isTrue();
            return rows.getBoolean("done") + " " + rows.getString("reason");
        }
    }

    private int audited(String table) throws SQLException {
        try (ResultSet rows =
                statement.executeQuery("SELECT count(*) FROM runtime.audit WHERE action = 'reconcile.drop'"
                        + " AND target LIKE '%" + table + "%'")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
