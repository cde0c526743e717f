package io.strandline.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.strandline.fixture.DemoGateway;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** However it is written, and whatever changes nothing comes between. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/* of the nightly job */ SET idempotency_key = 'it''s-k1'",
                "-- of the nightly job\nset \"idempotency_key\"='it''s-k1';",
                "// of the nightly job\nSET idempotency_key = 'it''s-k1'",
            })
    void aKeyGivenBySetCountsHoweverItIsWritten(String set) throws SQLException {
        for (int i = 0; i < 2; i++) {
            statement.execute(set);
            statement.execute("CALL help()");
            assertThat(repair("stray_import")).isEqualTo("true null");
        }
        assertThat(audited("stray_import")).isEqualTo(1);
    }

    @Test
    void resetForgetsTheKey() throws SQLException {
        for (String reset : List.of("RESET ALL", "RESET idempotency_key")) {
            statement.execute("SET idempotency_key = 'k1'");
            statement.execute(reset);
            repair("stray_import");
        }
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
