package io.strandline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.TableType;
import io.strandline.common.CallContext;
import io.strandline.common.ForwardingCall;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.Role;
import io.strandline.common.SystemCall;
import io.strandline.reconcile.ModelLake.ModelTable;
import io.strandline.registry.Connection;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** REC-8: look-ups of one comparison run in parallel, and never more of them than there may be. */
class LookUpsAtOnceTest {
    /**
     * Holds look-ups until as many are under way as may be, and the thread that compares has been seen to wait: if more could
     * begin, they would have begun by then.
     */
    private static final class Gate {
        final AtomicInteger most = new AtomicInteger();
        private final AtomicInteger running = new AtomicInteger();
        private final CountDownLatch seenToWait = new CountDownLatch(2);
        private final Thread comparing = Thread.currentThread();
        private final int width;

        Gate(int width) {
            this.width = width;
        }

        void lookUp() {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            try {
                assertThat(seenToWait.await(20, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                running.decrementAndGet();
            }
        }

        CallContext call(CallContext statement) {
            return new ForwardingCall(statement) {
                @Override
                public void checkpoint() {
                    if (Thread.currentThread() == comparing && running.get() >= width) {
                        seenToWait.countDown();
                    }
                    super.checkpoint();
                }
            };
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 7})
    void asManyTablesAreLoadedAtOnceAsMayBe(int width) {
        Map<String, ModelTable> tables = new TreeMap<>();
        for (int i = 0; i < 60; i++) {
            tables.put("t" + i, new ModelTable("s3://lake/uploads/" + i, TableType.TABLE, null));
        }
        HookedCatalog catalog = new HookedCatalog(new ModelLake(tables));
        Gate gate = new Gate(width);
        catalog.beforeDescribe = table -> gate.lookUp();
        Evidence evidence = new Evidence(
                new Catalogs(List.of(catalog)),
                new ModelLake.ModelRegistrations("c", Map.of(), Map.of()),
                new ModelLake.ModelSources(),
                null,
                LocationRules.defaults());
        Connection connection = new Connection(
                "c", "lake", List.of("ns"), false, List.of(Location.parse("s3://lake/uploads")), null, null, "");
        ExecutorService executor = Executors.newCachedThreadPool();
        try {
            assertThat(new Comparison(connection, evidence, gate.call(new SystemCall(Instant.EPOCH)))
                            .run(FindingKind.lookedFor(), width, executor)
                            .findings())
                    .hasSize(60);
        } finally {
            executor.shutdownNow();
        }
        assertThat(gate.most).hasValue(width);
    }

    @Test
    void asManyObjectsAreLookedForAtOnceAsMayBe(@TempDir Path directory) {
        try (Lab lab = new Lab(directory);
                Statement statement = lab.statement(Role.READER)) {
            for (int i = 0; i < 10; i++) {
                lab.tableOverFile("stray" + i, "f" + i);
            }
            Gate gate = new Gate(Lab.LOOK_UPS);
            lab.locator = (object, call) -> {
                gate.lookUp();
                return true;
            };
            assertThat(lab.reconciler.findings(Lab.named("scratch"), null, gate.call(statement)))
                    .hasSize(10)
                    .allMatch(Finding::provable);
            assertThat(gate.most).hasValue(Lab.LOOK_UPS);
        }
    }
}
