package io.strandline.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.faults.CuttingProxy.Direction;
import io.strandline.fixture.DemoGateway;
import io.strandline.jdbc.StrandlineStatement;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * GW-1, GW-2: whatever byte of the exchange the connection breaks after, a repair has happened at most once, the client is
 * told that it does not know, and asking again under the same key tells.
 */
class CutConnectionTest {
    @TempDir
    Path folder;

    private DemoGateway gateway;
    private CuttingProxy proxy;
    private Connection direct;
    private Connection proxied;
    private Connection catalog;

    @BeforeEach
    void start() throws IOException, SQLException {
        gateway = DemoGateway.start(folder.resolve("lake"));
        proxy = new CuttingProxy(gateway.gateway().port());
        direct = gateway.connect();
        proxied = DriverManager.getConnection("jdbc:strandline://127.0.0.1:" + proxy.port() + "/");
        catalog = DriverManager.getConnection(
                "jdbc:sqlite:" + folder.resolve("lake").resolve("lake.db"));
    }

    @AfterEach
    void stop() throws IOException, SQLException {
        catalog.close();
        direct.close();
        proxy.close();
        gateway.close();
    }

    @Test
    void aRepairHappensAtMostOnceWhateverByteOfTheRequestIsTheLast() throws SQLException {
        cutAfterEachByte(Direction.REQUEST);
    }

    @Test
    void aRepairHappensAtMostOnceWhateverByteOfTheAnswerIsTheLast() throws SQLException {
        cutAfterEachByte(Direction.ANSWER);
    }

    private void cutAfterEachByte(Direction direction) throws SQLException {
        int whole = bytesOfWholeExchange(direction);
        assertThat(whole).isGreaterThan(100);
        int effectsSeen = 0;
        for (int bytes = 0; bytes < whole; bytes++) {
            String table = String.format(java.util.Locale.ROOT, "cut_%05d", bytes);
            if (repairCutAfter(direction, bytes, table)) {
                effectsSeen++;
            }
        }
        if (direction == Direction.REQUEST) {
            assertThat(effectsSeen)
                    .as("a request that is not whole has no effect")
                    .isZero();
        } else {
            assertThat(effectsSeen).as("a lost answer does not undo the effect").isEqualTo(whole);
        }
    }

    private int bytesOfWholeExchange(Direction direction) throws SQLException {
        makeOrphan("cut_whole");
        try (Statement statement = proxied.createStatement()) {
            String key = "cut-whole-" + direction;
            statement.unwrap(StrandlineStatement.class).setIdempotencyKey(key);
            proxy.reset();
            assertThat(repair(statement, "cut_whole")).isTrue();
            return proxy.passed(direction);
        }
    }

    /** Whether the repair had happened when the connection was cut. */
    private boolean repairCutAfter(Direction direction, int bytes, String table) throws SQLException {
        makeOrphan(table);
        String key = "cut-" + direction + "-" + bytes;
        try (Statement statement = proxied.createStatement()) {
            statement.unwrap(StrandlineStatement.class).setIdempotencyKey(key);
            proxy.cutAfter(direction, bytes);
            String state = null;
            try {
                repair(statement, table);
            } catch (SQLException e) {
                state = e.getSQLState();
                assertThat(e.getMessage()).contains(key);
            }
            assertThat(state)
                    .as("cut after byte %s of the %s", bytes, direction)
                    .isEqualTo("40003");
            proxy.reset();
        }
        boolean gone = awaitSettled(key, table);
        assertThat(effects(table)).isEqualTo(gone ? 1 : 0);
        try (Statement again = direct.createStatement()) {
            again.unwrap(StrandlineStatement.class).setIdempotencyKey(key);
            assertThat(repair(again, table)).as("asked again, %s", table).isTrue();
        }
        assertThat(effects(table)).as("repairs of %s in the audit", table).isEqualTo(1);
        assertThat(isInCatalog(table)).isFalse();
        return gone;
    }

    private static boolean repair(Statement statement, String table) throws SQLException {
        try (ResultSet rows = statement.executeQuery(
                "CALL repair(connection => 'scratch', action => 'drop', table_name => '" + table + "')")) {
            assertThat(rows.next()).isTrue();
            return rows.getBoolean("done");
        }
    }

    /** Waits until what the cut connection may have begun has ended; whether the table is gone then. */
    private boolean awaitSettled(String key, String table) throws SQLException {
        while (count("SELECT count(*) FROM runtime.statements WHERE idempotency_key = '" + key
                        + "' AND state IN ('RUNNING', 'STARTED')")
                > 0) {
            Thread.onSpinWait();
        }
        return !isInCatalog(table);
    }

    private int effects(String table) throws SQLException {
        return count("SELECT count(*) FROM runtime.audit WHERE action = 'reconcile.drop' AND state <> 'REFUSED'"
                + " AND target = 'scratch: lake.scratch." + table + "'");
    }

    private int count(String sql) throws SQLException {
        try (Statement statement = direct.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** Another name for the table of the provable orphan: it lies in the same proved directory. */
    private void makeOrphan(String table) throws SQLException {
        try (Statement statement = catalog.createStatement()) {
            statement.executeUpdate("INSERT INTO iceberg_tables (catalog_name, table_namespace, table_name,"
                    + " metadata_location, previous_metadata_location, iceberg_type)"
                    + " SELECT catalog_name, table_namespace, '" + table + "', metadata_location,"
                    + " previous_metadata_location, iceberg_type FROM iceberg_tables"
                    + " WHERE table_name = 'stray_import'");
        }
    }

    private boolean isInCatalog(String table) throws SQLException {
        try (Statement statement = catalog.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT count(*) FROM iceberg_tables WHERE table_name = '" + table + "'")) {
            rows.next();
            return rows.getInt(1) > 0;
        }
    }
}
