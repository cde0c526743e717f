package io.strandline.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.config.ConfigReader;
import io.strandline.gateway.config.GatewayConfig;
import io.strandline.gateway.session.WarmUp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a gateway needs to start. */
class StartTest {
    @TempDir
    Path folder;

    private GatewayConfig config(String storeUrl, String catalog, String connection) throws IOException {
        Path file = Files.writeString(
                folder.resolve("strandline.yaml"),
                String.join(
                        "\n",
                        "server: { listen: \"127.0.0.1:0\" }",
                        "store: { url: \"" + storeUrl.replace("FOLDER", folder.toString()) + "\" }",
                        "catalogs: { lake: { " + catalog.replace("FOLDER", folder.toString()) + " } }",
                        "connections: { demo: { " + connection + ", namespace: pad } }",
                        ""));
        return new ConfigReader(name -> null).read(file);
    }

    /** REC-19: nothing is compared without an engine or a store; it says which is not there, and leaves nothing behind. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            jdbc:sqlite:FOLDER/s.db | type: hadoop, warehouse: FOLDER/lake | description: d | connections.demo.catalog is missing
            jdbc:sqlite:FOLDER/s.db | type: hadoop, warehouse: FOLDER/lake | catalog: like  | connections.demo.catalog "like" is no catalog
            jdbc:sqlite:FOLDER/s.db | warehouse: FOLDER/lake               | catalog: lake  | type is missing
            jdbc:mysql://host/db    | type: hadoop, warehouse: FOLDER/lake | catalog: lake  | store.url "jdbc:mysql://host/db" is neither
            ''                      | type: hadoop, warehouse: FOLDER/lake | catalog: lake  | store.url "" is neither
            """)
    void withoutAnEngineOrAStoreItDoesNotStart(String storeUrl, String catalog, String connection, String says)
            throws IOException {
        GatewayConfig config = config(storeUrl, catalog, connection);
        assertThatThrownBy(() -> StrandlineGateway.start(config))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION))
                .hasMessageContaining(says);
        assertThat(folder.resolve("s.db")).doesNotExist();
    }

    /** What it does before the first statement is planned and run as it is written, and no catalog is asked. */
    @Test
    void warmsUpWithoutAFailure() throws IOException, InterruptedException {
        GatewayConfig config =
                config("jdbc:sqlite:FOLDER/s.db", "type: rest, uri: \"http://127.0.0.1:1\"", "catalog: lake");
        List<String> failures = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord failure) {
                failures.add(failure.getMessage() + ": " + failure.getThrown());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger log = Logger.getLogger(WarmUp.class.getName());
        log.setLevel(Level.ALL);
        log.addHandler(handler);
        try (StrandlineGateway gateway = StrandlineGateway.start(config)) {
            gateway.warmUp().await();
        } finally {
            log.removeHandler(handler);
        }
        assertThat(failures).isEmpty();
    }

    /** The same with both, so that it is these that were not there. */
    @Test
    void withBothItStarts() throws IOException {
        GatewayConfig config =
                config("jdbc:sqlite:FOLDER/s.db", "type: hadoop, warehouse: FOLDER/lake", "catalog: lake");
        try (StrandlineGateway gateway = StrandlineGateway.start(config)) {
            assertThat(gateway.port()).isPositive();
        }
    }
}
