package io.strandline.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.fixture.DemoGateway;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GW-1: what cannot be written down first is not done. */
class LockedStoreTest {
    private static final String DROP =
            "CALL repair(connection => 'scratch', action => 'drop', table_name => 'stray_import')";

    @TempDir
    Path folder;

    private DemoGateway gateway;
    private Client client;

    @BeforeEach
    void start() throws SQLException {
        gateway = DemoGateway.start(folder.resolve("lake"));
        client = new Client(gateway.connect());
    }

    @AfterEach
    void stop() throws SQLException {
        client.close();
        gateway.close();
    }

    @Test
    void aRepairIsRefusedWhileAnotherProcessHoldsTheStoreAndDoneAfterwards() throws IOException, SQLException {
        List<String> before = client.state();
        try (StoreLocker locker = StoreLocker.lock(folder.resolve("lake").resolve("strandline.db"))) {
            assertThat(locker).isNotNull();
            Client.assertCode(client.errorAtOnce(DROP), ErrorCode.STORE);
            Client.assertCode(
                    client.errorAtOnce("CALL register(connection => 'scratch', table_name => 'mystery')"),
                    ErrorCode.STORE);
            client.assertAlive();
            assertThat(client.rows("SELECT kind FROM reconcile.findings WHERE table_name = 'stray_import'"))
                    .as("what only reads goes on")
                    .containsExactly("ORPHAN");
            assertThat(client.state()).isEqualTo(before);
        }
        assertThat(client.state()).isEqualTo(before);
        assertThat(client.rows(DROP))
                .singleElement()
                .satisfies(row -> assertThat(row).contains("stray_import", "true"));
        assertThat(client.rows("SELECT count(*) FROM runtime.audit WHERE action = 'reconcile.drop' AND state = 'DONE'"))
                .containsExactly("1");
    }
}
