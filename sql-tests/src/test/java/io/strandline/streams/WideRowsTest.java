package io.strandline.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.fixture.GatewayProcess;
import io.strandline.gateway.demo.DemoLake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Case 46: wide rows, 200 MB in memory, go through a gateway and a client with less memory than that, though the client asks
 * for all of them at once. {@code sql-tests/bench wide-rows} does it with five million.
 */
class WideRowsTest {
    private static final int ROWS = 100_000;
    private static final String SERVER_HEAP = "-Xmx112m";
    private static final String CLIENT_HEAP = "-Xmx40m";

    @TempDir
    Path folder;

    private GatewayProcess serve(String limits) throws IOException {
        Path config = DemoLake.create(folder.resolve("lake"), 0).config();
        Files.writeString(config, Files.readString(config).replace("store:\n", limits + "store:\n"));
        return GatewayProcess.serve(config, SERVER_HEAP, "-XX:+UseSerialGC");
    }

    @Test
    void neitherSideHoldsTheAnswer() throws Exception {
        try (GatewayProcess gateway = serve("")) {
            assertThat(WideRows.byJdbc(gateway, ROWS, CLIENT_HEAP)).isEqualTo(WideRows.Read.all(ROWS));
            assertThat(WideRows.byArrow(gateway, ROWS)).isEqualTo(WideRows.Read.all(ROWS));
        }
    }

    /** The twin: without the bound of a frame's bytes it is as large as the client asked. */
    @Test
    void withoutTheBoundOfBytesTheMemoryIsNotEnough() throws Exception {
        try (GatewayProcess gateway = serve("  limits: { frame_bytes: 2000000000 }\n")) {
            assertThatThrownBy(() -> WideRows.byJdbc(gateway, ROWS, CLIENT_HEAP))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("java.sql.SQL");
        }
    }
}
