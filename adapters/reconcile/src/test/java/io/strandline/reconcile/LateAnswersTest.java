package io.strandline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.Journal.State;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A catalog that answers after its caller gave up, and one that stops in the middle of a listing. */
class LateAnswersTest {
    @TempDir
    Path directory;

    private Lab lab;

    @BeforeEach
    void open() {
        lab = new Lab(directory);
    }

    @AfterEach
    void close() {
        lab.close();
    }

    /** GW-1: the table is there when it is looked for again, and dropped after that: it was right not to say refused. */
    @Test
    void dropThatIsMadeAfterItsCallerGaveUpIsUnknown() {
        TableRef table = lab.tableOverFile("stray", "f1");
        CountDownLatch given = new CountDownLatch(1);
        AtomicReference<CompletableFuture<Void>> underWay = new AtomicReference<>();
        lab.catalog.beforeDrop = dropped -> {
            underWay.set(CompletableFuture.runAsync(() -> {
                await(given);
                lab.dropBehindTheScenes(dropped);
            }));
            throw new StrandlineException(ErrorCode.OUTCOME_UNKNOWN, "catalog prod did not answer within 30 s");
        };
        RepairOutcome outcome = lab.drop("stray");
        assertThat(lab.exists(table)).isTrue();
        given.countDown();
        underWay.get().join();

        assertThat(lab.exists(table)).isFalse();
        assertThat(outcome.done()).isFalse();
        assertThat(outcome.reason()).isEqualTo("outcome_unknown");
        assertThat(outcome.detail()).contains("did not answer within 30 s", "look again later");
        assertThat(lab.lastAudit().state()).isEqualTo(State.UNKNOWN);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** REC-5, CAT-1: what a listing that fails half way did not show is not missing; the scan says that it failed. */
    @Test
    void listingThatFailsHalfWayMakesNothingMissing() {
        for (String name : List.of("a", "b", "c", "d", "e")) {
            lab.tableOverFile(name, "file-" + name);
            lab.register("r-" + name, name, lab.at("uploads/file-" + name));
        }
        lab.register("r-gone", "gone", lab.at("uploads/gone"));
        lab.catalog.largestPage = 2;
        AtomicInteger pages = new AtomicInteger();
        lab.catalog.beforeList = namespace -> {
            if (pages.incrementAndGet() == 2) {
                throw new StrandlineException(ErrorCode.BACKEND, "catalog prod does not answer");
            }
        };
        try (Statement call = lab.statement(Role.OPERATOR)) {
            assertThatThrownBy(() -> lab.reconciler.reconcile("scratch", false, call))
                    .isInstanceOfSatisfying(
                            StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BACKEND));
        }
        assertThat(pages).hasValue(2);
        assertThat(lab.lastAudit().state()).isEqualTo(State.DONE);
        try (Statement call = lab.statement(Role.OPERATOR)) {
            assertThat(lab.reconciler.reconcile("scratch", false, call))
                    .extracting(Finding::kind, Finding::table)
                    .containsExactly(tuple(FindingKind.MISSING, "gone"));
        }
        try (Statement call = lab.statement(Role.READER)) {
            assertThat(lab.scans.read(Wanted.all(Set.of()), call))
                    .extracting(Scan::status, Scan::missing)
                    .containsExactly(tuple("error", 0L), tuple("ok", 1L));
        }
    }
}
