package io.strandline.reconcile;

import static io.strandline.reconcile.FindingKind.CASE_COLLISION;
import static io.strandline.reconcile.FindingKind.CORRUPT_METADATA;
import static io.strandline.reconcile.FindingKind.DRIFTED;
import static io.strandline.reconcile.FindingKind.LISTING_TRUNCATED;
import static io.strandline.reconcile.FindingKind.METADATA_MISSING;
import static io.strandline.reconcile.FindingKind.MISSING;
import static io.strandline.reconcile.FindingKind.ORPHAN;
import static io.strandline.reconcile.FindingKind.PREFIX_MISMATCH;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.registry.SourceKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found, on a real catalog and a real store. */
class FindingsTest {
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

    private Finding only() {
        List<Finding> findings = lab.findings("scratch");
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }

    private void assertFound(@Nullable FindingKind kind, String table, boolean provable) {
        Finding finding = only();
        assertThat(finding.kind()).as(finding.toString()).isEqualTo(kind);
        assertThat(finding.table()).isEqualTo(table);
        assertThat(finding.provable()).as(finding.toString()).isEqualTo(provable);
        assertThat(finding.fixSql() != null).as(finding.toString()).isEqualTo(provable);
        assertThat(finding.detectedAt()).isEqualTo(Lab.NOW);
    }

    /** REC-1, REC-6. */
    @Test
    void anExternalTableWithoutRegistrationIsAnOrphan() {
        lab.tableOverFile("stray", "f1");
        assertFound(ORPHAN, "stray", true);
        Finding finding = only();
        assertThat(finding.source()).isEqualTo(new SourceRef("file", "f1", true));
        assertThat(finding.actual()).isEqualTo(lab.at("uploads/f1"));
        assertThat(finding.fixSql())
                .isEqualTo("CALL reconcile.repair(connection => 'scratch', action => 'drop', table_name => 'stray')");
    }

    /** REC-6: the finding of an orphan that nothing proves offers no repair. */
    @Test
    void anOrphanThatNothingProvesIsReportedAndLeft() {
        lab.table("stray", "uploads/unknown");
        assertFound(ORPHAN, "stray", false);
        assertThat(only().action()).isNull();
    }

    /** REC-6: managed resources prove by their path, and say whether the resource is there. */
    @Test
    void anOrphanBelowTheManagedResourcesNamesItsResource() {
        lab.table("made", "managed/resources/7");
        assertFound(ORPHAN, "made", true);
        assertThat(only().source()).isEqualTo(new SourceRef("resource", "7", false));
    }

    /** REC-4. */
    @Test
    void aManagedTableIsNothing() {
        lab.table("managed", null);
        assertThat(lab.findings("scratch")).isEmpty();
    }

    /** REC-10: where a drop would delete files, an orphan is proved and still not offered for repair. */
    @Test
    void noRepairIsOfferedWhereADropDeletesFiles() {
        lab.tableOverFile("stray", "f1");
        lab.catalog.keepsFiles = false;
        assertThat(only().provable()).isTrue();
        assertThat(only().fixSql()).isNull();
        assertThat(only().detail()).contains("drop_deletes_files");
    }

    /** REC-14: nor on a connection that is read only. */
    @Test
    void noRepairIsOfferedOnAReadOnlyConnection() {
        lab.tableOverFile("stray", "f1");
        assertThat(lab.findings("frozen")).singleElement().satisfies(finding -> {
            assertThat(finding.fixSql()).isNull();
            assertThat(finding.detail()).contains("read only");
        });
    }

    /** REC-2. */
    @Test
    void aRegistrationWithoutTableIsMissing() {
        lab.file("r1-source", "uploads/f1");
        lab.register("r1", "it's \"gone\"", lab.at("uploads/f1"));
        assertFound(MISSING, "it's \"gone\"", true);
        assertThat(only().expected()).isEqualTo(lab.at("uploads/f1"));
        assertThat(only().source()).isEqualTo(new SourceRef("file", "r1-source", true));
        assertThat(only().fixSql())
                .isEqualTo("CALL reconcile.repair(connection => 'scratch', action => 'forget',"
                        + " registration_id => 'r1')");
    }

    /** REC-7. */
    @Test
    void aMissingRegistrationOfAWebhookIsNotProvable() {
        lab.register("r1", "scratch", "gone", lab.at("uploads/f1"), SourceKind.WEBHOOK);
        assertFound(MISSING, "gone", false);
        assertThat(only().source()).isEqualTo(new SourceRef("webhook", "r1-source", false));
    }

    /** REC-3, REC-4: also outside of the declared prefixes. */
    @Test
    void aTableElsewhereThanItsRegistrationSaysHasDrifted() {
        lab.table("moved", null);
        lab.register("r1", "moved", lab.at("uploads/f1"));
        assertFound(DRIFTED, "moved", false);
        assertThat(only().expected()).isEqualTo(lab.at("uploads/f1"));
        assertThat(requireNonNull(only().actual()).text()).contains("/warehouse/");
    }

    /** LOC-1, LOC-4; case 12: another way to write the place is no drift, a sibling is. */
    @Test
    void theSamePlaceWrittenOtherwiseIsNoDrift() {
        lab.table("one", "uploads/one");
        lab.table("two", "uploads/two_2");
        lab.register("r1", "one", Location.parse(lab.at("uploads/one").path() + "/"));
        lab.register("r2", "two", lab.at("uploads/two"));
        assertFound(DRIFTED, "two", false);
    }

    /** LOC-2. */
    @Test
    void onlyAMissingAuthorityIsAPrefixMismatch() {
        lab.table("one", "uploads/one");
        lab.register(
                "r1",
                "one",
                Location.parse("file://host" + lab.at("uploads/one").path()));
        assertFound(PREFIX_MISMATCH, "one", false);
    }

    /** REC-5; case 14: registered or not, it is in no other kind. */
    @Test
    void aTableWhoseMetadataIsGoneIsMetadataMissingOnly() {
        lab.tableOverFile("hollow", "f1");
        lab.loseMetadata("uploads/f1");
        assertFound(METADATA_MISSING, "hollow", false);
        lab.register("r1", "hollow", lab.at("uploads/f1"));
        assertFound(METADATA_MISSING, "hollow", false);
        assertThat(only().registrationId()).isEqualTo("r1");
    }

    @Test
    void aTableWhoseMetadataCannotBeReadIsCorrupt() throws IOException {
        lab.tableOverFile("torn", "f1");
        Files.writeString(lab.metadataFile("uploads/f1"), "{ torn");
        assertFound(CORRUPT_METADATA, "torn", false);
    }

    /** LOC-6; case 23: one finding, and the listing goes on. */
    @Test
    void aPairThatDiffersOnlyByCaseIsOneCollision() {
        lab.tableOverFile("Events", "f1");
        lab.register("r1", "events", lab.at("uploads/f1"));
        assertFound(CASE_COLLISION, "events", false);
        lab.tableOverFile("zebra", "f2");
        assertThat(lab.findings("scratch")).extracting(Finding::kind).containsExactly(CASE_COLLISION, ORPHAN);
    }

    /** LOC-6: where both exist, each is told apart exactly. */
    @Test
    void anOrphanBesideAHealthyTableOfAnotherCaseIsAnOrphan() {
        lab.tableOverFile("Events", "f1");
        lab.tableOverFile("events", "f2");
        lab.register("r1", "events", lab.at("uploads/f2"));
        assertFound(ORPHAN, "Events", true);
    }

    /** REC-5: only what was seen, no missing at all. */
    @Test
    void aCutListingSaysSoAndCallsNothingMissing() {
        lab.tableOverFile("a", "f1");
        lab.table("b", null);
        lab.tableOverFile("c", "f3");
        lab.register("r1", "tight", "aa", lab.at("uploads/f9"), SourceKind.FILE);
        lab.register("r2", "tight", "b", lab.at("uploads/f2"), SourceKind.FILE);
        assertThat(lab.findings("tight"))
                .extracting(Finding::kind, Finding::table)
                .containsExactly(tuple(ORPHAN, "a"), tuple(DRIFTED, "b"), tuple(LISTING_TRUNCATED, null));
    }

    /** REC-5: exactly as many as the limit is a whole listing. */
    @Test
    void aListingAsLongAsItsLimitIsNotCut() {
        lab.tableOverFile("a", "f1");
        lab.table("b", null);
        lab.register("r1", "tight", "aa", lab.at("uploads/f9"), SourceKind.FILE);
        assertThat(lab.findings("tight")).extracting(Finding::kind).containsExactly(ORPHAN, MISSING);
    }

    /** REC-5: a failed look-up is a row of its own, in none of the kinds, and breaks no other. */
    @Test
    void aFailedLookUpIsARowWithoutKind() {
        lab.tableOverFile("a", "f1");
        lab.tableOverFile("b", "f2");
        lab.register("r3", "c", lab.at("uploads/f3"));
        lab.catalog.beforeDescribe = table -> {
            if (table.name().equals("a")) {
                throw new StrandlineException(ErrorCode.BACKEND, "catalog prod does not answer");
            }
        };
        lab.catalog.beforeExists = table -> {
            throw new StrandlineException(ErrorCode.BACKEND, "catalog prod does not answer");
        };
        assertThat(lab.findings("scratch"))
                .extracting(Finding::kind, Finding::table, Finding::status, Finding::provable)
                .containsExactly(
                        tuple(null, "a", "error", false),
                        tuple(ORPHAN, "b", "ok", true),
                        tuple(null, "c", "error", false));
    }

    /** REC-8: registrations of other connections and other namespaces are not compared. */
    @Test
    void onlyRegistrationsOfThatConnectionAreCompared() {
        lab.register("r1", "twin", "gone", lab.at("uploads/f1"), SourceKind.FILE);
        assertThat(lab.findings("scratch")).isEmpty();
        assertThat(lab.findings("twin")).hasSize(1);
    }
}
