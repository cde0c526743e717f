package io.strandline.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.store.AuditEntry;
import io.strandline.store.Journal;
import io.strandline.store.Journal.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** GW-1: a gateway killed between the started row and the outcome. */
class KilledGatewayTest {
    @TempDir
    Path directory;

    /** The file is the target: the change makes it, the resolver looks for it. */
    @ParameterizedTest
    @EnumSource
    void changeUnderWayWhenTheProcessWasKilledIsResolvedByTheNext(Dialect dialect) throws Exception {
        StoreOptions options = Stores.fresh(dialect, directory);
        Path target = directory.resolve("target");
        Process killed = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledGatewayTest.class.getName(),
                        options.url(),
                        target.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(target));
        } finally {
            killed.destroyForcibly();
        }
        assertThat(killed.waitFor(30, TimeUnit.SECONDS)).isTrue();
        // on PostgreSQL its lease has to end
        Clock later = Clock.offset(Clock.systemUTC(), Gateway.OPTIONS.lease().plus(Duration.ofSeconds(1)));
        try (Gateway next = Gateway.start(options, later, Map.of("make", intent -> look(Path.of(intent.target()))))) {
            assertThat(next.audit()).singleElement().satisfies(row -> {
                assertThat(row.state()).isEqualTo(State.DONE);
                assertThat(row.target()).isEqualTo(target.toString());
            });
            assertThat(next.entry("k").state()).isEqualTo(State.DONE);
            assertThat(next.audit())
                    .extracting(AuditEntry::gatewayId)
                    .doesNotContain(next.journal().lease().id());
        }
    }

    private static Outcome look(Path target) {
        return Files.exists(target) ? Outcome.ofDone() : Outcome.refused("exec_failed", "");
    }

    /** The gateway that is killed: it makes the change and never gets to write how it ended. */
    public static void main(String[] arguments) {
        Path target = Path.of(arguments[1]);
        Gateway gateway = Gateway.start(StoreOptions.of(arguments[0]), Clock.systemUTC(), Map.of());
        Journal.Running running = gateway.claim("k");
        running.effects().carryOut(new Intent("make", target.toString(), "{}"), () -> {
            try {
                Files.createFile(target);
                new CountDownLatch(1).await();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return Outcome.ofDone();
        });
    }
}
