package io.strandline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.registry.SourceKind;
import io.strandline.store.AuditEntry;
import io.strandline.store.Journal;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All that can be proved, repaired at once. */
class SweepTest {
    @TempDir
    Path directory;

    private Lab lab;

    @BeforeEach
    void open() {
        lab = new Lab(directory);
        lab.tableOverFile("stray", "f1");
        lab.tableOverFile("stray2", "f2");
        lab.table("mystery", "uploads/unknown");
        lab.table("managed", null);
        lab.register("r1", "gone", lab.at("uploads/f3"));
        lab.register("r2", "scratch", "hooked", lab.at("uploads/f4"), SourceKind.WEBHOOK);
    }

    @AfterEach
    void close() {
        lab.close();
    }

    private List<RepairOutcome> sweep(Set<FindingKind> kinds, Long most, boolean dryRun) {
        try (Statement call = lab.statement(Role.ADMIN)) {
            return lab.repairs.sweep("scratch", kinds, most, dryRun, call);
        }
    }

    /** REC-13: each a change of its own, with its own proof; nothing else is touched. */
    /** Names are listed once for all that is forgotten, not for each; a twin is seen all the same (LOC-6). */
    @Test
    void manyAreForgottenByOneListing() {
        for (int i = 0; i < 20; i++) {
            lab.register("m" + i, "gone" + i, lab.at("uploads/gone" + i));
        }
        lab.register("twin", "STRAY", lab.at("uploads/f9"));
        AtomicInteger listings = new AtomicInteger();
        lab.catalog.beforeList = namespace -> listings.incrementAndGet();
        List<RepairItem> items = Stream.concat(IntStream.range(0, 20).mapToObj(i -> "m" + i), Stream.of("twin"))
                .map(id -> new RepairItem("forget", null, id))
                .toList();
        try (Statement call = lab.statement(Role.ADMIN)) {
            List<RepairOutcome> rows = lab.repairs.carryOut("scratch", items, false, call);
            assertThat(rows.subList(0, 20)).allMatch(RepairOutcome::done);
            assertThat(rows.get(20).reason()).isEqualTo("not_provable");
            assertThat(rows.get(20).detail()).contains("stray differs from it only by case");
        }
        assertThat(listings).as("one for all, one to name the twin").hasValue(2);
    }

    @Test
    void everyProvableFindingIsRepairedAndNothingElse() {
        assertThat(sweep(RepairKinds.all(), null, false))
                .extracting(row -> row.item().action(), row -> row.item().tableName(), RepairOutcome::done)
                .containsExactly(
                        tuple("forget", null, true), tuple("drop", "stray", true), tuple("drop", "stray2", true));
        assertThat(lab.findings("scratch"))
                .filteredOn(Finding::provable)
                .as("provable findings left")
                .isEmpty();
        assertThat(lab.exists(Lab.ref("mystery"))).isTrue();
        assertThat(lab.exists(Lab.ref("managed"))).isTrue();
        assertThat(lab.registrations.byId("r2")).isPresent();
        assertThat(lab.audit())
                .extracting(AuditEntry::state)
                .containsExactly(Journal.State.DONE, Journal.State.DONE, Journal.State.DONE);
    }

    /** GW-5: who watches sees how far it is. */
    @Test
    void aSweepTellsHowFarItIs() {
        try (Statement call = lab.statement(Role.ADMIN)) {
            lab.repairs.sweep("scratch", RepairKinds.all(), null, false, call);
            assertThat(call.progress).endsWith("0 of 3 repairs", "1 of 3 repairs", "2 of 3 repairs", "3 of 3 repairs");
        }
    }

    @Test
    void aDryRunProvesAndDoesNothing() {
        assertThat(sweep(RepairKinds.all(), null, true))
                .hasSize(3)
                .allSatisfy(row -> assertThat(row.reason()).isEqualTo("dry_run"));
        assertThat(lab.catalog.drops).hasValue(0);
        assertThat(lab.registrations.byId("r1")).isPresent();
        assertThat(lab.audit()).isEmpty();
    }

    @Test
    void onlyTheKindsAskedForAreRepaired() {
        assertThat(sweep(EnumSet.of(FindingKind.MISSING), null, false)).hasSize(1);
        assertThat(lab.catalog.drops).hasValue(0);
        assertThat(lab.registrations.byId("r1")).isEmpty();
    }

    /** More than the most: none is made, and the audit says so. */
    @Test
    void moreThanTheMostAreLeftAlone() {
        assertThatThrownBy(() -> sweep(RepairKinds.all(), 2L, false))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED))
                .hasMessageContaining("3 findings", "max_repairs => 2", "none was");
        assertThat(lab.catalog.drops).hasValue(0);
        assertThat(lab.registrations.byId("r1")).isPresent();
        assertThat(lab.lastAudit().action()).isEqualTo("reconcile.repair_all");
        assertThat(lab.lastAudit().state()).isEqualTo(Journal.State.REFUSED);
        assertThat(sweep(RepairKinds.all(), 3L, false)).hasSize(3);
    }

    /** REC-10: what changes between the comparison and an item is proved again; the rest goes on. */
    @Test
    void whatChangesMeanwhileIsRefusedAndTheRestGoesOn() {
        lab.catalog.afterDrop = table -> lab.register("r9", "stray2", lab.at("uploads/f2"));
        assertThat(sweep(EnumSet.of(FindingKind.ORPHAN), null, false))
                .extracting(RepairOutcome::done, RepairOutcome::reason)
                .containsExactly(tuple(true, null), tuple(false, "registered"));
        assertThat(lab.exists(Lab.ref("stray2"))).isTrue();
    }

    /** GW-5: a cancel leaves whole items only. */
    @Test
    void aCancelStopsBetweenTwoItems() {
        try (Statement call = lab.statement(Role.ADMIN)) {
            lab.catalog.afterDrop = table -> call.cancelled = true;
            assertThatThrownBy(() -> lab.repairs.sweep("scratch", EnumSet.of(FindingKind.ORPHAN), null, false, call))
                    .isInstanceOfSatisfying(
                            StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
        }
        assertThat(lab.catalog.drops).hasValue(1);
        assertThat(lab.audit()).extracting(AuditEntry::state).containsExactly(Journal.State.DONE);
    }

    /** Case 35: one table that cannot be looked at does not keep the others from being repaired. */
    @Test
    void aTableThatCannotBeLookedAtIsPassedOver() {
        lab.catalog.beforeDescribe = table -> {
            if (table.name().equals("stray")) {
                throw new StrandlineException(ErrorCode.BACKEND, "access denied");
            }
        };
        try (Statement call = lab.statement(Role.ADMIN)) {
            assertThat(lab.repairs.sweep("scratch", EnumSet.of(FindingKind.ORPHAN), null, false, call))
                    .extracting(row -> row.item().tableName())
                    .containsExactly("stray2");
            assertThat(call.warnings).singleElement().asString().contains("1 look-ups failed");
        }
        TableRef denied = Lab.ref("stray");
        lab.catalog.beforeDescribe = table -> {};
        assertThat(lab.exists(denied)).isTrue();
    }

    /** A failed look-up is not absence: nothing is known, so nothing is repaired. */
    @Test
    void nothingIsRepairedIfTheListingFails() {
        lab.catalog.beforeList = namespace -> {
            throw new StrandlineException(ErrorCode.BACKEND, "catalog prod does not answer");
        };
        assertThatThrownBy(() -> sweep(RepairKinds.all(), null, false))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BACKEND))
                .hasMessageContaining("nothing is repaired");
        assertThat(lab.registrations.byId("r1")).isPresent();
    }

    /** REC-14. */
    @Test
    void whatForbidsEveryRepairForbidsASweepBeforeAnyBackendCall() {
        int before = lab.catalog.requests.get();
        try (Statement call = lab.statement(Role.OPERATOR)) {
            assertThatThrownBy(() -> lab.repairs.sweep("scratch", RepairKinds.all(), null, true, call))
                    .hasMessageContaining("repair_all needs the role admin");
        }
        try (Statement call = lab.statement(Role.ADMIN)) {
            assertThatThrownBy(() -> lab.repairs.sweep("bare", RepairKinds.all(), null, true, call))
                    .hasMessageContaining("no scratch target");
            assertThatThrownBy(() -> lab.repairs.sweep("frozen", RepairKinds.all(), null, true, call))
                    .hasMessageContaining("read only");
        }
        assertThat(lab.catalog.requests).hasValue(before);
    }

    @Test
    void kindsAreReadFromTextAndWrongOnesAreNamed() {
        assertThat(RepairKinds.parse(" orphan , MISSING,MISSING")).isEqualTo(RepairKinds.all());
        assertWrong("ORPHANS", "did you mean \"ORPHAN\"?");
        assertWrong("MISSING,DRIFTED", "DRIFTED has no repair");
        assertWrong("", "a name is empty");
    }

    private static void assertWrong(String kinds, String message) {
        assertThatThrownBy(() -> RepairKinds.parse(kinds))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_ARGUMENT))
                .hasMessageContaining(message)
                .hasMessageContaining("Kinds that are repaired: ORPHAN, MISSING.");
    }
}
