package io.strandline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.registry.SourceKind;
import io.strandline.store.AuditEntry;
import io.strandline.store.Journal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What repairs do and refuse, on a real catalog and a real store. */
class RepairTest {
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

    private void assertRefused(RepairOutcome outcome, Reason reason) {
        assertThat(outcome.done()).as(outcome.toString()).isFalse();
        assertThat(outcome.reason()).as(outcome.toString()).isEqualTo(reason.text());
        assertThat(lab.catalog.drops).hasValue(0);
    }

    /** REC-10, REC-13: the entry goes, the files stay, the audit holds the proof. */
    @Test
    void dropRemovesAnOrphanOverAStoredFileAndLeavesItsFiles() {
        TableRef table = lab.tableOverFile("stray", "f1");
        RepairOutcome outcome = lab.drop("stray");
        assertThat(outcome.done()).as(outcome.toString()).isTrue();
        assertThat(outcome.reason()).isNull();
        assertThat(lab.exists(table)).isFalse();
        assertThat(lab.hasDataFiles("uploads/f1")).isTrue();
        AuditEntry audit = lab.lastAudit();
        assertThat(audit.action()).isEqualTo("reconcile.drop");
        assertThat(audit.target()).isEqualTo("scratch: prod.scratch.stray");
        assertThat(audit.state()).isEqualTo(Journal.State.DONE);
        assertThat(audit.proof()).contains("\"proof\":\"stored_file\"", "\"source_id\":\"f1\"", "\"uuid\":");
    }

    /** REC-6: below the managed resources, even if the resource is gone. */
    @Test
    void dropRemovesAnOrphanBelowTheManagedResources() {
        TableRef table = lab.table("made", "managed/resources/scripts/7");
        assertThat(lab.drop("made").done()).isTrue();
        assertThat(lab.exists(table)).isFalse();
        assertThat(lab.lastAudit().proof())
                .contains("\"source_kind\":\"scripts\"", "\"source_id\":\"7\"", "\"source_exists\":false");
    }

    /** LOC-3; cases 2 and 8. */
    @Test
    void droppingATableDoesNotTouchTheOneWhoseNameGoesOn() {
        lab.tableOverFile("x", "f");
        TableRef other = lab.tableOverFile("x_2", "f_2");
        assertThat(lab.drop("x").done()).isTrue();
        assertThat(lab.exists(other)).isTrue();
        assertThat(lab.hasDataFiles("uploads/f_2")).isTrue();
        assertThat(lab.findings("scratch")).extracting(Finding::table).containsExactly("x_2");
    }

    @Test
    void anActionThatIsNoneIsRefused() {
        assertRefused(lab.repair("scratch", new RepairItem("shrink", "t", null)), Reason.UNKNOWN_ACTION);
        assertThat(lab.lastAudit().reason()).isEqualTo("unknown_action");
    }

    @Test
    void aRepairThatNamesNothingIsRefused() {
        assertRefused(lab.repair("scratch", new RepairItem("drop", null, "r1")), Reason.MISSING_ARGUMENT);
        assertRefused(lab.repair("scratch", new RepairItem("forget", "t", null)), Reason.MISSING_ARGUMENT);
    }

    @Test
    void dropRefusesATableThatIsNotThere() {
        assertRefused(lab.drop("nothing"), Reason.NO_SUCH_TABLE);
    }

    /** REC-10, and its must-fail twin: without the registration the same table is dropped. */
    @Test
    void dropRefusesARegisteredTable() {
        TableRef table = lab.tableOverFile("held", "f1");
        lab.register("r1", "held", lab.at("uploads/f1"));
        RepairOutcome outcome = lab.drop("held");
        assertRefused(outcome, Reason.REGISTERED);
        assertThat(outcome.detail()).contains("r1", "ada");
        assertThat(lab.exists(table)).isTrue();
        lab.registrations.delete("r1");
        assertThat(lab.drop("held").done()).isTrue();
    }

    /** REC-8: the same table name on two connections is two things. */
    @Test
    void aRegistrationOfAnotherConnectionDoesNotHoldTheName() {
        lab.tableOverFile("held", "f1");
        lab.register("r1", "twin", "held", lab.at("uploads/f1"), SourceKind.FILE);
        assertThat(lab.drop("held").done()).isTrue();
    }

    /** REC-4, and its must-fail twin: a stored file alone does not make a table external. */
    @Test
    void dropRefusesAManagedTable() {
        lab.table("managed", null);
        assertRefused(lab.drop("managed"), Reason.MANAGED_TABLE);
        lab.file("f9", "elsewhere/f9");
        lab.table("odd", "elsewhere/f9");
        assertRefused(lab.drop("odd"), Reason.MANAGED_TABLE);
    }

    /** REC-6: outside every proved place; LOC-5: a parent of a stored directory is not that directory. */
    @Test
    void dropRefusesWhatNothingProves() {
        lab.file("f1", "uploads/a/f1");
        lab.table("parent", "uploads/a");
        lab.table("stray", "uploads/unknown");
        lab.table("prefix", "managed/resources");
        assertRefused(lab.drop("parent"), Reason.NOT_PROVABLE);
        assertRefused(lab.drop("stray"), Reason.NOT_PROVABLE);
        assertRefused(lab.drop("prefix"), Reason.NOT_PROVABLE);
        assertThat(lab.lastAudit().state()).isEqualTo(Journal.State.REFUSED);
    }

    /** REC-6: the object must be there now. */
    @Test
    void dropRefusesWhenTheStoredObjectIsGone() throws IOException {
        lab.tableOverFile("stray", "f1");
        Files.delete(Path.of(lab.at("uploads/f1/rows.csv").path()));
        assertRefused(lab.drop("stray"), Reason.NOT_PROVABLE);
    }

    /** REC-6: an error of the locator proves nothing; it passes, and the table can be dropped. */
    @Test
    void dropRefusesWhenTheLocatorFails() {
        lab.tableOverFile("stray", "f1");
        var works = lab.locator;
        lab.locator = (object, call) -> {
            throw new StrandlineException(ErrorCode.BACKEND, "the object store does not answer");
        };
        RepairOutcome outcome = lab.drop("stray");
        assertRefused(outcome, Reason.NOT_PROVABLE);
        assertThat(outcome.detail()).contains("the object store does not answer");
        lab.locator = works;
        assertThat(lab.drop("stray").done()).isTrue();
    }

    /** REC-5: a table whose metadata is gone is never provable as an orphan. */
    @Test
    void dropRefusesATableWhoseMetadataIsGone() {
        lab.tableOverFile("hollow", "f1");
        lab.loseMetadata("uploads/f1");
        assertRefused(lab.drop("hollow"), Reason.NOT_PROVABLE);
    }

    @Test
    void dropRefusesWhenTheCatalogDoesNotAnswer() {
        lab.tableOverFile("stray", "f1");
        lab.catalog.beforeDescribe = table -> {
            throw new StrandlineException(ErrorCode.BACKEND, "catalog prod does not answer");
        };
        assertRefused(lab.drop("stray"), Reason.LOOKUP_FAILED);
    }

    /** REC-10: a catalog whose drop deletes the directory. */
    @Test
    void dropRefusesWhereADropDeletesFiles() {
        lab.tableOverFile("stray", "f1");
        lab.catalog.keepsFiles = false;
        assertRefused(lab.drop("stray"), Reason.DROP_DELETES_FILES);
    }

    /** LOC-6: of a pair that differs only by case nothing is provable; alone it is. */
    @Test
    void dropRefusesATableThatAnAbsentRegistrationNamesInAnotherCase() {
        lab.tableOverFile("Events", "f1");
        lab.register("r1", "events", lab.at("uploads/f1"));
        assertRefused(lab.drop("Events"), Reason.NOT_PROVABLE);
        assertRefused(lab.forget("r1"), Reason.NOT_PROVABLE);
        lab.registrations.delete("r1");
        assertThat(lab.drop("Events").done()).isTrue();
    }

    /** REC-11. */
    @Test
    void forgetRemovesARegistrationWhoseTableIsGone() {
        lab.register("r1", "gone", lab.at("uploads/f1"));
        assertThat(lab.forget("r1").done()).isTrue();
        assertThat(lab.registrations.byId("r1")).isEmpty();
        assertThat(lab.lastAudit().action()).isEqualTo("reconcile.forget");
        assertRefused(lab.forget("r1"), Reason.NO_SUCH_REGISTRATION);
    }

    /** REC-11. */
    @Test
    void forgetRefusesWhatItCannotProve() {
        lab.register("r2", "twin", "gone", lab.at("uploads/f1"), SourceKind.FILE);
        lab.register("r3", "scratch", "hooked", lab.at("uploads/f1"), SourceKind.WEBHOOK);
        lab.tableOverFile("there", "f1");
        lab.register("r4", "there", lab.at("uploads/f1"));
        assertRefused(lab.forget("r2"), Reason.OTHER_CONNECTION);
        assertRefused(lab.forget("r3"), Reason.WEBHOOK_SOURCE);
        assertRefused(lab.forget("r4"), Reason.TABLE_EXISTS);
        lab.catalog.beforeExists = table -> {
            throw new StrandlineException(ErrorCode.BACKEND, "catalog prod does not answer");
        };
        assertRefused(lab.forget("r4"), Reason.LOOKUP_FAILED);
        assertThat(lab.registrations.byId("r4")).isPresent();
    }

    /** REC-11: a failed look-up is not absence, and an unreadable entry is an entry. */
    @Test
    void forgetRefusesWhileAnEntryOfTheNameIsLeft() {
        lab.tableOverFile("hollow", "f1");
        lab.register("r1", "hollow", lab.at("uploads/f1"));
        lab.loseMetadata("uploads/f1");
        assertRefused(lab.forget("r1"), Reason.TABLE_EXISTS);
    }

    @Test
    void dryRunProvesAndDoesNothing() {
        TableRef table = lab.tableOverFile("stray", "f1");
        int audited = lab.audit().size();
        try (Statement call = lab.statement(Role.ADMIN)) {
            RepairOutcome outcome = lab.repairs
                    .carryOut("scratch", List.of(new RepairItem("drop", "stray", null)), true, call)
                    .get(0);
            assertRefused(outcome, Reason.DRY_RUN);
        }
        assertThat(lab.exists(table)).isTrue();
        assertThat(lab.audit()).hasSize(audited);
    }

    /** REC-9: a row each in order, one failure does not stop the rest, nothing is done twice. */
    @Test
    void severalItemsAnswerARowEachInOrder() {
        lab.tableOverFile("stray", "f1");
        lab.register("r1", "gone", lab.at("uploads/f2"));
        List<RepairItem> items = List.of(
                new RepairItem("drop", "nothing", null),
                new RepairItem("drop", "stray", null),
                new RepairItem("drop", "stray", null),
                new RepairItem("forget", null, "r1"));
        try (Statement call = lab.statement(Role.ADMIN)) {
            assertThat(lab.repairs.carryOut("scratch", items, false, call))
                    .extracting(RepairOutcome::reason)
                    .containsExactly("no_such_table", null, "no_such_table", null);
        }
        assertThat(lab.catalog.drops).hasValue(1);
    }

    /** REC-14: three errors, each before any backend call. */
    @Test
    void whatForbidsEveryRepairIsAnErrorBeforeAnyBackendCall() {
        int before = lab.catalog.requests.get();
        assertRefusedWhole("bare", Role.ADMIN, ErrorCode.REFUSED, "no scratch target");
        assertRefusedWhole("frozen", Role.ADMIN, ErrorCode.READ_ONLY, "read only");
        assertRefusedWhole("scratch", Role.OPERATOR, ErrorCode.NOT_ALLOWED, "needs the role admin");
        assertRefusedWhole("scrach", Role.ADMIN, ErrorCode.NO_SUCH_OBJECT, "did you mean \"scratch\"");
        assertThat(lab.catalog.requests).hasValue(before);
    }

    private void assertRefusedWhole(String connection, Role role, ErrorCode code, String message) {
        try (Statement call = lab.statement(role)) {
            assertThatThrownBy(() -> lab.repairs.carryOut(
                            connection, List.of(new RepairItem("drop", "stray", null)), false, call))
                    .isInstanceOfSatisfying(StrandlineException.class, e -> {
                        assertThat(e.code()).isEqualTo(code);
                        assertThat(e).hasMessageContaining(message);
                    });
        }
    }
}
