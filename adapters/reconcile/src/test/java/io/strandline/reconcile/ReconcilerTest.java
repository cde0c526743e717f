package io.strandline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.SystemCall;
import io.strandline.registry.SourceKind;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.Journal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comparing live and as a stored scan. */
class ReconcilerTest {
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

    private List<Scan> scans() {
        try (Statement call = lab.statement(Role.READER)) {
            return lab.scans.read(Wanted.all(Set.of()), call).toList();
        }
    }

    private void assertFails(String connection, Role role, boolean deep, ErrorCode code, String message) {
        try (Statement call = lab.statement(role)) {
            assertThatThrownBy(() -> lab.reconciler.reconcile(connection, deep, call))
                    .isInstanceOfSatisfying(StrandlineException.class, e -> {
                        assertThat(e.code()).isEqualTo(code);
                        assertThat(e).hasMessageContaining(message);
                    });
        }
    }

    /** REC-18: the scan is stored with its counts, and audited. */
    @Test
    void reconcileGivesTheFindingsAndStoresTheScan() {
        lab.tableOverFile("a", "f1");
        lab.table("b", "uploads/unknown");
        lab.register("r1", "gone", lab.at("uploads/f9"));
        try (Statement call = lab.statement(Role.OPERATOR)) {
            assertThat(lab.reconciler.reconcile("scratch", false, call)).hasSize(3);
        }
        assertThat(scans()).singleElement().satisfies(scan -> {
            assertThat(scan.connection()).isEqualTo("scratch");
            assertThat(scan.requestedBy()).isEqualTo("ada");
            assertThat(List.of(scan.tables(), scan.registrations(), scan.orphans(), scan.missing(), scan.provable()))
                    .containsExactly(2L, 1L, 2L, 1L, 2L);
            assertThat(scan.truncated()).isFalse();
            assertThat(scan.status()).isEqualTo("ok");
        });
        assertThat(lab.lastAudit().action()).isEqualTo("reconcile.scan");
        assertThat(lab.lastAudit().state()).isEqualTo(Journal.State.DONE);
    }

    /** REC-5. */
    @Test
    void aCutListingIsAWarningAndIsStored() {
        List.of("a", "b", "c").forEach(name -> lab.table(name, null));
        try (Statement call = lab.statement(Role.OPERATOR)) {
            assertThat(lab.reconciler.reconcile("tight", false, call))
                    .extracting(Finding::kind)
                    .containsExactly(FindingKind.LISTING_TRUNCATED);
            assertThat(call.warnings).singleElement().asString().contains("listing_limit");
        }
        assertThat(scans()).singleElement().satisfies(scan -> {
            assertThat(scan.truncated()).isTrue();
            assertThat(scan.others()).isOne();
        });
    }

    private List<PastFinding> history() {
        return lab.history
                .findings(Wanted.all(Set.of()), new SystemCall(Lab.NOW))
                .toList();
    }

    private void reconcile(String connection) {
        try (Statement call = lab.statement(Role.OPERATOR)) {
            lab.reconciler.reconcile(connection, false, call);
        }
    }

    /** REC-5, REC-18: what a failed look-up, a failed scan and a cut one did not see is not resolved. */
    @Test
    void onlyAScanThatCouldHaveSeenAFindingResolvesIt() {
        lab.tableOverFile("b", "f1");
        lab.tableOverFile("d", "f2");
        lab.register("r1", "tight", "gone", lab.at("uploads/f9"), SourceKind.FILE);
        reconcile("tight");
        lab.dropBehindTheScenes(Lab.ref("b"));
        lab.dropBehindTheScenes(Lab.ref("d"));
        lab.forgetBehindTheScenes("r1");
        List.of("a", "c", "e").forEach(name -> lab.table(name, null));
        reconcile("tight");
        assertThat(history().stream().filter(f -> f.resolvedAt() == null).map(PastFinding::table))
                .as("cut after c")
                .containsExactlyInAnyOrder("d", "gone", null);
        List.of("a", "c").forEach(name -> lab.dropBehindTheScenes(Lab.ref(name)));
        lab.catalog.beforeList = namespace -> {
            throw new StrandlineException(ErrorCode.BACKEND, "catalog prod does not answer");
        };
        assertFails("tight", Role.OPERATOR, false, ErrorCode.BACKEND, "does not answer");
        assertThat(history()).filteredOn(f -> f.resolvedAt() == null).hasSize(3);
        lab.catalog.beforeList = namespace -> {};
        reconcile("tight");
        assertThat(history())
                .hasSize(4)
                .allSatisfy(f -> assertThat(f.resolvedAt()).isNotNull());
    }

    /** REC-5: a table that could not be looked at keeps its finding. */
    @Test
    void aFailedLookUpResolvesNothingOfItsTable() {
        lab.tableOverFile("a", "f1");
        lab.tableOverFile("b", "f2");
        reconcile("scratch");
        lab.dropBehindTheScenes(Lab.ref("b"));
        lab.catalog.beforeDescribe = table -> {
            throw new StrandlineException(ErrorCode.BACKEND, "catalog prod does not answer");
        };
        reconcile("scratch");
        assertThat(history())
                .extracting(PastFinding::table, f -> f.resolvedAt() == null)
                .containsExactly(tuple("a", true), tuple("b", false));
    }

    /** GW-1: whether a scan was stored can be asked of the store. */
    @Test
    void theResolverTellsWhetherAScanWasStored() {
        String stored;
        try (Statement call = lab.statement(Role.OPERATOR)) {
            lab.reconciler.reconcile("scratch", false, call);
            stored = call.statementId();
        }
        var resolver = lab.reconciler.resolvers().get("reconcile.scan");
        assertThat(resolver.resolve(scan(stored))).isInstanceOf(Outcome.Done.class);
        assertThat(resolver.resolve(scan("another"))).isInstanceOf(Outcome.Refused.class);
    }

    private static Intent scan(String statementId) {
        return new Intent("reconcile.scan", "scratch", "{\"statement_id\":\"" + statementId + "\"}");
    }

    /** REC-14. */
    @Test
    void whatForbidsAComparisonIsAnErrorBeforeAnyBackendCall() {
        int before = lab.catalog.requests.get();
        assertFails("bare", Role.OPERATOR, false, ErrorCode.REFUSED, "no scratch target");
        assertFails("scratch", Role.READER, false, ErrorCode.NOT_ALLOWED, "needs the role operator");
        assertFails("nowhere", Role.OPERATOR, false, ErrorCode.NO_SUCH_OBJECT, "registry.connections");
        lab.catalog.tellsOfFiles = false;
        assertFails("scratch", Role.OPERATOR, true, ErrorCode.NOT_SUPPORTED, "deep => true");
        assertThat(lab.catalog.requests).hasValue(before);
        assertThat(scans()).isEmpty();
    }

    /** CAT-1: a catalog that does not answer is an error, its scan says so. */
    @Test
    void aComparisonThatFailsIsStoredWithItsError() {
        lab.register("r1", "gone", lab.at("uploads/f9"));
        lab.catalog.beforeList = namespace -> {
            throw new StrandlineException(ErrorCode.BACKEND, "catalog prod does not answer");
        };
        assertFails("scratch", Role.OPERATOR, false, ErrorCode.BACKEND, "does not answer");
        assertThat(scans()).extracting(Scan::status, Scan::missing).containsExactly(tuple("error", 0L));
    }

    /** A connection whose listing fails, or stops in the middle, is one row and breaks no other. */
    @Test
    void aConnectionThatFailsIsOneRowAndBreaksNoOther() {
        lab.tableOverFile("a", "f1");
        lab.catalog.beforeList = new java.util.function.Consumer<>() {
            private boolean first = true;

            @Override
            public void accept(List<String> namespace) {
                if (first) {
                    first = false;
                    throw new StrandlineException(ErrorCode.BACKEND, "catalog prod does not answer");
                }
            }
        };
        try (Statement call = lab.statement(Role.READER)) {
            List<Finding> findings = lab.reconciler
                    .findings(Lab.named("scratch", "twin", "bare"), null, call)
                    .toList();
            assertThat(findings)
                    .extracting(Finding::connection, Finding::kind, Finding::table, Finding::status)
                    .containsExactly(
                            tuple("scratch", null, null, "error"), tuple("twin", FindingKind.ORPHAN, "a", "ok"));
            assertThat(call.warnings).singleElement().asString().contains("scratch", "does not answer");
        }
    }

    /** Push-down of the kind: findings that need no table's state load none. */
    @Test
    void onlyMissingLoadsNoTable() {
        lab.tableOverFile("a", "f1");
        lab.register("r1", "gone", lab.at("uploads/f9"));
        lab.catalog.beforeDescribe = table -> {
            throw new AssertionError("loaded " + table);
        };
        assertThat(kinds(Set.of("MISSING"))).containsExactly(FindingKind.MISSING);
        assertThat(kinds(Set.of("NO_SUCH_KIND"))).isEmpty();
    }

    private List<@Nullable FindingKind> kinds(Set<String> wanted) {
        try (Statement call = lab.statement(Role.READER)) {
            return lab.reconciler
                    .findings(Lab.named("scratch"), wanted, call)
                    .<@Nullable FindingKind>map(Finding::kind)
                    .toList();
        }
    }

    /** All readings of one statement see the same listing. */
    @Test
    void oneStatementSeesOneComparison() {
        lab.tableOverFile("a", "f1");
        try (Statement call = lab.statement(Role.READER)) {
            List<Finding> first =
                    lab.reconciler.findings(Lab.named("scratch"), null, call).toList();
            lab.tableOverFile("b", "f2");
            assertThat(lab.reconciler.findings(Lab.named("scratch"), null, call).toList())
                    .isEqualTo(first);
        }
        assertThat(lab.findings("scratch")).hasSize(2);
    }

    /** What was registered, or made, between the listing and the reading of registrations is neither orphan nor missing. */
    @Test
    void whatIsMadeWhileComparingIsNoFinding() {
        lab.tableOverFile("a", "f1");
        lab.register("r2", "b", lab.at("uploads/f2"));
        lab.catalog.beforeDescribe = table -> lab.register("r1", "a", lab.at("uploads/f1"));
        lab.catalog.beforeExists = table -> lab.tableOverFile("b", "f2");
        assertThat(lab.findings("scratch")).isEmpty();
    }

    /** GW-5: a catalog that hangs in the middle of a scan does not hold the statement. */
    @Test
    void aCancelEndsAComparisonWhoseCatalogHangs() throws InterruptedException {
        lab.tableOverFile("a", "f1");
        CountDownLatch hanging = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        lab.catalog.beforeDescribe = table -> {
            hanging.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        try (Statement call = lab.statement(Role.READER)) {
            Thread canceller = new Thread(() -> {
                try {
                    hanging.await();
                    call.cancelled = true;
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            canceller.start();
            org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
                    Duration.ofSeconds(30),
                    () -> assertThatThrownBy(() -> lab.reconciler
                                    .findings(Lab.named("scratch"), null, call)
                                    .toList())
                            .isInstanceOfSatisfying(
                                    StrandlineException.class,
                                    e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED)));
            canceller.join();
        }
        never.countDown();
    }
}
