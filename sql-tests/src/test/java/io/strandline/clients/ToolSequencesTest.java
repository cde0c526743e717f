package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.fixture.DemoGateway;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What tools that cannot be run here call, call by call, over the driver: nothing throws, everything answers, and a tool
 * that connects asks the gateway few times, each call at most once.
 */
class ToolSequencesTest {
    private static final int MOST_REQUESTS = 40;

    @TempDir
    static Path folder;

    private static DemoGateway gateway;

    @BeforeAll
    static void serve() {
        gateway = DemoGateway.start(folder.resolve("lake"));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void dbeaverConnectsOpensTheTreeAndATable() throws Exception {
        assertThat(ToolSequence.replay("dbeaver", gateway.gateway().port())).isBetween(1, MOST_REQUESTS);
    }

    @Test
    void metabaseReadsWhatThereIsAndRunsAQuestion() throws Exception {
        assertThat(ToolSequence.replay("metabase", gateway.gateway().port())).isBetween(1, MOST_REQUESTS);
    }
}
