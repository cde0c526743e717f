package io.strandline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.registry.Registered;
import io.strandline.registry.Registration;
import io.strandline.registry.SourceKind;
import io.strandline.store.Journal;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Orphans that become registrations at the place where they lie (REC-16). */
class AdoptionTest {
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

    private Registered adopt(String table) {
        return adopt(table, null, null);
    }

    private Registered adopt(String table, SourceKind kind, String sourceId) {
        try (Statement call = lab.statement(Role.OPERATOR)) {
            return lab.adoptions.adopt("scratch", table, kind, sourceId, false, call);
        }
    }

    private void assertRefused(String table, SourceKind kind, String sourceId, String... message) {
        assertThatThrownBy(() -> adopt(table, kind, sourceId))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED))
                .hasMessageContainingAll(message);
        assertThat(lab.lastAudit().action()).isEqualTo("registry.adopt");
        assertThat(lab.lastAudit().state()).isEqualTo(Journal.State.REFUSED);
        assertThat(lab.registrations.byName("scratch", Lab.ref(table))).isEmpty();
    }

    /** The finding says how; what was an orphan is none any more, and no repair drops it. */
    @Test
    void anOrphanThatNothingProvesIsAdoptedOnTheCallersWord() {
        lab.table("mystery", "uploads/unknown");
        assertThat(lab.findings("scratch")).singleElement().satisfies(finding -> {
            assertThat(finding.detail())
                    .contains("CALL reconcile.adopt(connection => 'scratch', table_name => 'mystery')");
            assertThat(finding.fixSql()).isNull();
        });
        Registered adopted = adopt("mystery");
        assertThat(adopted.done()).isTrue();
        assertThat(adopted.registration().location()).isEqualTo(lab.at("uploads/unknown"));
        assertThat(adopted.registration().sourceId()).isNull();
        assertThat(lab.findings("scratch")).isEmpty();
        assertThat(lab.lastAudit().action()).isEqualTo("registry.adopt");
        assertThat(lab.lastAudit().state()).isEqualTo(Journal.State.DONE);
        assertThat(lab.drop("mystery").reason()).isEqualTo("registered");
        assertThat(adopt("mystery").reason()).isEqualTo("unchanged");
    }

    @Test
    void theStoredFileThatLiesThereIsItsSource() {
        lab.tableOverFile("stray", "f1");
        Registration registration = adopt("stray").registration();
        assertThat(registration.sourceKind()).isEqualTo(SourceKind.FILE);
        assertThat(registration.sourceId()).isEqualTo("f1");
    }

    @Test
    void aSourceThatIsNamedMustBeTheOneThatLiesThere() {
        lab.tableOverFile("stray", "f1");
        lab.file("f2", "uploads/f2");
        lab.table("made", "managed/resources/scripts/7");
        assertRefused("stray", SourceKind.FILE, "f2", "uploads/f1", "directory of source file \"f2\"", "uploads/f2");
        assertThat(adopt("stray", SourceKind.FILE, "f1").done()).isTrue();
        assertNoSource("made", "8");
        assertThat(adopt("made", SourceKind.RESOURCE, "7").done()).isTrue();
    }

    private void assertNoSource(String table, String id) {
        assertThatThrownBy(() -> adopt(table, SourceKind.RESOURCE, id))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_SUCH_OBJECT))
                .hasMessageContaining("no source resource \"" + id + "\" is known");
    }

    /** REC-4, REC-16: holders are named; case 23: no name beside one that differs only by case. */
    @Test
    void whatIsNoOrphanIsRefused() {
        lab.table("managed", null);
        assertRefused("managed", null, null, "below no external location");
        lab.tableOverFile("held", "f1");
        lab.register("r1", "twin", "other_name", lab.at("uploads/f1/"), SourceKind.FILE);
        assertRefused("held", null, null, "is held by registration r1", "other_name", "user \"ada\"", "\"twin\"");
        lab.tableOverFile("Events", "f2");
        lab.register("r2", "events", lab.at("uploads/f3"));
        assertRefused("Events", null, null, "differ only by case", "r2");
    }

    /** REC-8: the same table on another connection is no other holder of its place. */
    @Test
    void theSameTableOnAnotherConnectionDoesNotHoldItsPlace() {
        lab.tableOverFile("stray", "f1");
        lab.register("r1", "twin", "stray", lab.at("uploads/f1"), SourceKind.FILE);
        assertThat(adopt("stray").done()).isTrue();
    }

    /** What comes between the look and the registration counts: here the table moves out of the declared places. */
    @Test
    void itIsProvedAgainWhenTheRegistrationIsKept() {
        lab.table("mystery", "uploads/unknown");
        AtomicInteger looks = new AtomicInteger();
        lab.catalog.beforeDescribe = table -> {
            // adopt, the registrar and its condition each looked; the fourth look belongs to the change
            if (looks.incrementAndGet() == 4) {
                lab.dropBehindTheScenes(table);
                lab.table("mystery", null);
            }
        };
        assertRefused("mystery", null, null, "below no external location");
        assertThat(looks).hasValue(4);
    }

    @Test
    void aDryRunLooksAndKeepsNothing() {
        lab.table("mystery", "uploads/unknown");
        try (Statement call = lab.statement(Role.OPERATOR)) {
            Registered would = lab.adoptions.adopt("scratch", "mystery", null, null, true, call);
            assertThat(would.done()).isFalse();
            assertThat(would.reason()).isEqualTo("dry_run");
        }
        assertThat(lab.registrations.byName("scratch", Lab.ref("mystery"))).isEmpty();
        assertThat(lab.audit()).isEmpty();
    }

    /** REC-14, and arguments that do not go together: before any backend call. */
    @Test
    void whatForbidsEveryAdoptionIsAnErrorBeforeAnyBackendCall() {
        int before = lab.catalog.requests.get();
        assertWhole("scratch", Role.READER, null, "adopt needs the role operator");
        assertWhole("bare", Role.OPERATOR, null, "no scratch target");
        assertWhole("frozen", Role.OPERATOR, null, "read only");
        assertWhole("scratch", Role.OPERATOR, SourceKind.FILE, "source_kind without source_id");
        assertThat(lab.catalog.requests).hasValue(before);
        assertThatThrownBy(() -> adopt("nothing")).hasMessageContaining("no table prod.scratch.nothing to adopt");
    }

    private void assertWhole(String connection, Role role, SourceKind kind, String message) {
        try (Statement call = lab.statement(role)) {
            assertThatThrownBy(() -> lab.adoptions.adopt(connection, "stray", kind, null, false, call))
                    .hasMessageContaining(message);
        }
    }

    /** GW-1: the store tells whether it was made. */
    @Test
    void anAdoptionWhoseAnswerWasLostIsSettledByTheStore() {
        lab.table("mystery", "uploads/unknown");
        String id = adopt("mystery").registration().id();
        var resolver = lab.resolvers.get("registry.adopt");
        assertThat(resolver.resolve(new Intent("registry.adopt", "x", "{\"registration_id\":\"" + id + "\"}"))
                        .done())
                .isTrue();
        assertThat(resolver.resolve(new Intent("registry.adopt", "x", "{\"registration_id\":\"none\"}"))
                        .done())
                .isFalse();
    }
}
