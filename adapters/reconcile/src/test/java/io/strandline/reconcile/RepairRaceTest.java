package io.strandline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.store.Journal;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What changes between a proof and the change, and answers that are lost. */
class RepairRaceTest {
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

    private RepairOutcome dropWhile(AtomicInteger counter, int at, Runnable happens) {
        lab.catalog.beforeDescribe = table -> {
            if (counter.incrementAndGet() == at) {
                happens.run();
            }
        };
        return lab.drop("stray");
    }

    /** REC-10: without the second proof, this would be dropped; the audit shows that it was begun and refused. */
    @Test
    void dropRefusesATableThatGotRegisteredSinceTheProof() {
        TableRef table = lab.tableOverFile("stray", "f1");
        AtomicInteger looks = new AtomicInteger();
        // the second look belongs to the change: the registration comes after its own look at the registrations
        RepairOutcome outcome = dropWhile(looks, 2, () -> lab.register("r1", "stray", lab.at("uploads/f1")));
        assertThat(outcome.reason()).isEqualTo("registered");
        assertThat(outcome.detail()).contains("since it was proved");
        assertThat(looks).hasValue(2);
        assertThat(lab.exists(table)).isTrue();
        assertThat(lab.lastAudit().state()).isEqualTo(Journal.State.REFUSED);
        assertThat(lab.lastAudit().proof()).contains("stored_file");
    }

    /** REC-10: the proof made first does not count for what came since. */
    @Test
    void dropRefusesATableThatWasReplacedSinceTheProof() {
        TableRef table = lab.tableOverFile("stray", "f1");
        RepairOutcome outcome = dropWhile(new AtomicInteger(), 2, () -> {
            lab.dropBehindTheScenes(table);
            lab.table("stray", "uploads/f1");
        });
        assertThat(outcome.reason()).isEqualTo("not_provable");
        assertThat(outcome.detail()).contains("replaced");
        assertThat(lab.exists(table)).isTrue();
    }

    /** REC-6: the stored object goes between the proofs. */
    @Test
    void dropRefusesWhenTheObjectWentSinceTheProof() {
        TableRef table = lab.tableOverFile("stray", "f1");
        AtomicInteger looks = new AtomicInteger();
        lab.locator = (object, call) -> looks.incrementAndGet() == 1;
        assertThat(lab.drop("stray").reason()).isEqualTo("not_provable");
        assertThat(looks).hasValue(2);
        assertThat(lab.exists(table)).isTrue();
    }

    @Test
    void dropOfATableThatSomebodyElseDroppedIsNotDone() {
        TableRef table = lab.tableOverFile("stray", "f1");
        lab.catalog.beforeDrop = lab::dropBehindTheScenes;
        assertThat(lab.drop("stray").reason()).isEqualTo("no_such_table");
        assertThat(lab.exists(table)).isFalse();
    }

    /** GW-1: the answer of a drop is lost, but the catalog shows that it was made. */
    @Test
    void aDropWhoseAnswerIsLostIsDoneIfTheTableIsGone() {
        lab.tableOverFile("stray", "f1");
        lab.catalog.afterDrop = table -> {
            throw new StrandlineException(ErrorCode.OUTCOME_UNKNOWN, "the connection broke");
        };
        assertThat(lab.drop("stray").done()).isTrue();
        assertThat(lab.catalog.drops).hasValue(1);
        assertThat(lab.lastAudit().state()).isEqualTo(Journal.State.DONE);
    }

    /** GW-1: the drop failed, and the catalog shows that it was not made. */
    @Test
    void aDropThatFailedIsRefusedIfTheTableIsStillThere() {
        TableRef table = lab.tableOverFile("stray", "f1");
        lab.catalog.beforeDrop = dropped -> {
            throw new StrandlineException(ErrorCode.BACKEND, "the catalog is read only");
        };
        RepairOutcome outcome = lab.drop("stray");
        assertThat(outcome.done()).isFalse();
        assertThat(outcome.reason()).isEqualTo("exec_failed");
        assertThat(outcome.detail()).contains("the catalog is read only");
        assertThat(lab.exists(table)).isTrue();
    }

    /** GW-1: a failed look-up is not absence; what cannot be read again is unknown, and not tried again. */
    @Test
    void aDropWhoseTableCannotBeReadAgainIsUnknown() {
        lab.tableOverFile("stray", "f1");
        lab.catalog.afterDrop = table -> {
            lab.catalog.beforeExists = again -> {
                throw new StrandlineException(ErrorCode.BACKEND, "catalog prod does not answer");
            };
            throw new StrandlineException(ErrorCode.OUTCOME_UNKNOWN, "the connection broke");
        };
        RepairOutcome outcome = lab.drop("stray");
        assertThat(outcome.done()).isFalse();
        assertThat(outcome.reason()).isEqualTo("outcome_unknown");
        assertThat(lab.catalog.drops).hasValue(1);
        assertThat(lab.lastAudit().state()).isEqualTo(Journal.State.UNKNOWN);
    }

    /** GW-1: the journal's second write fails; the change is made all the same, and says so. */
    @Test
    void aDropWhoseAuditFailedIsDoneAndSaysSo() {
        TableRef table = lab.tableOverFile("stray", "f1");
        try (Statement call = lab.statement(Role.ADMIN)) {
            lab.breakAuditAfterDrop();
            RepairOutcome outcome = lab.repairs
                    .carryOut("scratch", List.of(new RepairItem("drop", "stray", null)), false, call)
                    .get(0);
            assertThat(outcome.done()).as(outcome.toString()).isTrue();
            assertThat(outcome.reason()).isEqualTo("audit_failed");
            lab.mendAudit();
        }
        assertThat(lab.exists(table)).isFalse();
        assertThat(lab.lastAudit().state()).isEqualTo(Journal.State.DONE);
    }

    /** GW-1: if the first row cannot be written, nothing is sent. */
    @Test
    void nothingIsSentIfTheJournalTakesNoRow() {
        TableRef table = lab.tableOverFile("stray", "f1");
        try (Statement call = lab.statement(Role.ADMIN)) {
            lab.breakAudit();
            assertThatThrownBy(() -> lab.repairs.carryOut(
                            "scratch", List.of(new RepairItem("drop", "stray", null)), false, call))
                    .isInstanceOfSatisfying(
                            StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE));
            lab.mendAudit();
        }
        assertThat(lab.catalog.drops).hasValue(0);
        assertThat(lab.exists(table)).isTrue();
    }

    /** GW-1: another table of the name, made since, does not hide that the first was dropped. */
    @Test
    void theResolverTellsTheTableFromALaterOneOfItsName() {
        TableRef table = lab.tableOverFile("stray", "f1");
        lab.catalog.afterDrop = dropped -> {
            lab.table("stray", "uploads/f1");
            throw new StrandlineException(ErrorCode.OUTCOME_UNKNOWN, "the connection broke");
        };
        assertThat(lab.drop("stray").done()).isTrue();
        assertThat(lab.exists(table)).isTrue();
    }

    /** GW-1: forget, its answer lost or not made. */
    @Test
    void aForgetIsSettledByTheStore() {
        lab.register("r1", "gone", lab.at("uploads/f1"));
        lab.registrations.beforeDelete = () -> {
            throw new StrandlineException(ErrorCode.STORE, "the store is locked");
        };
        RepairOutcome outcome = lab.forget("r1");
        assertThat(outcome.reason()).isEqualTo("exec_failed");
        assertThat(outcome.detail()).contains("the store is locked");
        lab.registrations.beforeDelete = () -> lab.forgetBehindTheScenes("r1");
        assertThat(lab.forget("r1").reason()).isEqualTo("no_such_registration");
        Intent intent = new Intent("reconcile.forget", "x", "{\"registration_id\":\"r1\"}");
        assertThat(lab.repairs.resolvers().get("reconcile.forget").resolve(intent))
                .isInstanceOf(Outcome.Done.class);
    }

    /** GW-5: a cancel between two items ends the call; what was made is audited, what was not is not begun. */
    @Test
    void aCancelStopsBeforeTheNextChange() {
        lab.tableOverFile("stray", "f1");
        TableRef second = lab.tableOverFile("stray2", "f2");
        try (Statement call = lab.statement(Role.ADMIN)) {
            lab.catalog.afterDrop = table -> call.cancelled = true;
            assertThatThrownBy(() -> lab.repairs.carryOut(
                            "scratch",
                            List.of(new RepairItem("drop", "stray", null), new RepairItem("drop", "stray2", null)),
                            false,
                            call))
                    .isInstanceOfSatisfying(
                            StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
        }
        assertThat(lab.catalog.drops).hasValue(1);
        assertThat(lab.exists(second)).isTrue();
    }
}
