package io.strandline.reconcile.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.common.Failpoint;
import io.strandline.store.Journal.State;
import io.strandline.store.database.StoreOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GW-1: the store's PostgreSQL is killed while a repair runs, and started again; the gateway lives on. */
class StoreDiesTest {
    /** Each takes a quarter of a minute: all of them with the profile {@code faults}. */
    private static final List<Failpoint> PLACES = CrashTest.LONG
            ? List.of(
                    Failpoint.EFFECT_STARTED,
                    Failpoint.DROP_ANSWERED,
                    Failpoint.OUTCOME_UNCOMMITTED,
                    Failpoint.END_UNCOMMITTED)
            : List.of(Failpoint.DROP_ANSWERED);

    @TempDir
    Path directory;

    private EmbeddedPostgres server;
    private CrashGateway gateway;
    private final Ledger ledger = new Ledger();
    private int number;

    @BeforeEach
    void open() throws IOException {
        server = server(0);
        gateway = new CrashGateway(CrashSettings.of(
                directory,
                StoreOptions.of(server.getJdbcUrl("postgres", "postgres")).withReaders(2),
                Duration.ofSeconds(3)));
    }

    @AfterEach
    void close() throws IOException {
        gateway.close();
        server.close();
    }

    private EmbeddedPostgres server(int port) throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(directory.resolve("postgresql"))
                .setCleanDataDirectory(false)
                .setServerConfig("fsync", "on")
                .setPort(port)
                .start();
    }

    /** All of its processes, by a signal that none can catch. */
    private void kill() {
        try {
            List<String> lines = Files.readAllLines(directory.resolve("postgresql/postmaster.pid"));
            ProcessHandle postmaster =
                    ProcessHandle.of(Long.parseLong(lines.get(0).strip())).orElseThrow();
            List<ProcessHandle> children = postmaster.descendants().toList();
            postmaster.destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
            await().until(() -> !postmaster.isAlive() && children.stream().noneMatch(ProcessHandle::isAlive));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String say(String line) {
        ledger.add(line);
        return line;
    }

    private void call(String text) {
        String key = "k" + ++number;
        say("CALL " + key + " " + text);
        say("ACK " + key + " " + gateway.run(key, text));
    }

    private String orphan(String name) {
        say("MAKING " + name);
        gateway.make(name);
        say("MADE " + name);
        call("source " + name);
        return name;
    }

    /** Kills the store when the repair comes to that place; what the caller of the repair is told, and what is known after. */
    private State knownAfterAKillAt(Failpoint place, String orphan) throws IOException {
        AtomicBoolean once = new AtomicBoolean(true);
        Runnable clear = Failpoint.install(point -> {
            if (point == place && once.getAndSet(false)) {
                kill();
            }
        });
        String key = "k" + ++number;
        String text = "repair drop:" + orphan;
        say("CALL " + key + " " + text);
        String told;
        try {
            told = gateway.run(key, text);
        } finally {
            clear.run();
        }
        assertThat(once).as("%s was reached", place).isFalse();
        assertThat(told).startsWith(gateway.exists(orphan) ? "ok not" : "ok done");
        // lets go of the directory, which the next one takes
        server.close();
        server = server(server.getPort());
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> gateway.journal
                        .find(CrashGateway.ANN.user(), key)
                        .filter(entry -> entry.state() != State.STARTED)
                        .isPresent());
        return gateway.journal.find(CrashGateway.ANN.user(), key).orElseThrow().state();
    }

    /** Whatever it was in the middle of, the outcome is known after, and what is said agrees with what is there. */
    @Test
    void outcomeOfARepairIsKnownAfterTheStoreWasKilled() throws IOException {
        for (Failpoint place : PLACES) {
            String orphan = orphan("file_" + ++number);
            State state = knownAfterAKillAt(place, orphan);
            assertThat(state).as("%s", place).isEqualTo(gateway.exists(orphan) ? State.REFUSED : State.DONE);
            assertThat(Checker.faults(gateway, ledger))
                    .as("%s: %s", place, ledger.tail())
                    .isEmpty();
        }
    }
}
