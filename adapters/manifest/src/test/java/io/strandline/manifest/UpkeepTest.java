package io.strandline.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What is wrong is found, and what can be proved is mended (MAN-2, MAN-5). */
class UpkeepTest extends OnLocalFiles {
    private void mendAll() {
        for (ManifestFinding finding : findings()) {
            if (finding.fixable()) {
                new Tidying(store, objects).mend(finding);
            }
        }
    }

    @Test
    void aGoodDatasetHasNoFindings() {
        write(finished(1), "first");
        record(1, finished(1), 5);
        write("_versions/latest_version_hint.json", "{}");
        assertThat(kinds()).isEmpty();
    }

    /** Bounded memory: what is held has a limit that is named, and a listing is stopped where its statement is. */
    @Test
    void anExaminationIsBoundedAndStopped() {
        write(finished(1), "first");
        write(finished(2), "second");
        assertThat(new Examination(store, objects, dataset, () -> {}).all(2)).hasSize(2);
        assertThatThrownBy(() -> new Examination(store, objects, dataset, () -> {}).all(1))
                .hasMessageContaining("manifests.most_objects");
        assertThatThrownBy(() -> new Examination(store, objects, dataset, () -> {
                            throw new Stopped();
                        })
                        .all(2))
                .isInstanceOf(Stopped.class);
    }

    /** MAN-2: one of each kind, before and after. */
    @Test
    void everyKindIsFoundAndMendedWhereItCanBe() {
        write(finished(1), "cut");
        record(1, finished(1), 5);
        record(2, finished(2), 5);
        record(3, staged(3), 5);
        String claimed = staged(4);
        write(claimed, "claim");
        record(4, claimed, 5);
        write(old(5), "moved");
        record(5, finished(5), 5);
        write(finished(6), "found");
        write(finished(9), "good!");
        record(9, finished(9), 5);
        String lost = staged(9);
        write(lost, "loser");
        write(old(9), "other");
        String open = staged(10);
        write(open, "begun");
        write(finished(12), "above");
        assertThat(kinds())
                .containsExactlyInAnyOrder(
                        "SIZE_MISMATCH 1",
                        "FINAL_MISSING 2",
                        "STAGING_MISSING 3",
                        "NOT_FINISHED 4 fixable",
                        "FINAL_MISSING 5 fixable",
                        "UNINDEXED 6 fixable",
                        "GAP 7",
                        "SECOND_MANIFEST 9",
                        "STAGING_LEFT 9 fixable",
                        "STAGING_LEFT 10",
                        "GAP 10",
                        "ABOVE_LATEST 12 fixable");
        // of one version the same is found by looking at it alone
        for (ManifestFinding finding : findings()) {
            assertThat(new Examination(store, objects, dataset, () -> {}).of(finding.version()))
                    .filteredOn(one -> one.kind() != ManifestFindingKind.GAP)
                    .containsExactlyInAnyOrderElementsOf(findings().stream()
                            .filter(all -> all.version().equals(finding.version()))
                            .filter(all -> all.kind() != ManifestFindingKind.GAP)
                            .toList());
        }
        assertThat(new Examination(store, objects, dataset, () -> {}).of(ManifestVersion.of(8)))
                .extracting(ManifestFinding::kind)
                .containsExactly(ManifestFindingKind.GAP);
        ManifestFinding gap = findings().stream()
                .filter(finding -> finding.kind() == ManifestFindingKind.GAP)
                .findFirst()
                .orElseThrow();
        assertThat(gap.upTo()).isEqualTo(ManifestVersion.of(8));
        mendAll();
        assertThat(kinds())
                .containsExactlyInAnyOrder(
                        "SIZE_MISMATCH 1",
                        "FINAL_MISSING 2",
                        "STAGING_MISSING 3",
                        "GAP 7",
                        "SECOND_MANIFEST 9",
                        "STAGING_LEFT 10",
                        "GAP 10");
        assertThat(directory.resolve("d").resolve(finished(4))).hasContent("claim");
        assertThat(directory.resolve("d").resolve(finished(1))).hasContent("cut");
        assertThat(directory.resolve("d").resolve(lost)).doesNotExist();
        assertThat(directory.resolve("d").resolve(open)).exists();
        assertThat(store.get(dataset.base(), ManifestVersion.of(5))
                        .orElseThrow()
                        .path())
                .isEqualTo(old(5));
        assertThat(store.latest(dataset.base()).orElseThrow().version()).isEqualTo(ManifestVersion.of(12));
    }

    /** What was found is proved again: a staged manifest that is somebody's by now is left. */
    @Test
    void whatIsNotProvedAnyMoreIsLeft() {
        write(finished(1), "first");
        record(1, finished(1), 5);
        String left = staged(1);
        write(left, "loser");
        ManifestFinding finding = findings().get(0);
        store.putIfExists(dataset, ManifestVersion.of(1), left, 5);
        assertRefused(finding);
        store.delete(dataset);
        assertRefused(finding);
        store.open(dataset.base());
        assertRefused(finding);
        assertThat(directory.resolve("d").resolve(left)).exists();
    }

    /** MAN-2: the staged manifest that a removal left is kept while the final one is gone, cut or was never there. */
    @Test
    void theLastCopyOfAVersionIsKept() throws Exception {
        for (String damaged : new String[] {null, "cut"}) {
            dataset = store.open(
                    Location.parse(directory.resolve("last " + damaged).toString()));
            String left = staged(1);
            write(left, "first");
            write(finished(1), "first");
            record(1, finished(1), 5);
            ManifestFinding provable = findings().get(0);
            assertThat(provable.fixable()).isTrue();
            objects.remove(dataset.object(finished(1)));
            if (damaged != null) {
                write(finished(1), damaged);
            }
            assertThat(kinds())
                    .containsExactlyInAnyOrder(
                            damaged == null ? "FINAL_MISSING 1" : "SIZE_MISMATCH 1", "STAGING_LEFT 1");
            mendAll();
            assertRefused(provable);
            assertThat(Path.of(dataset.object(left).path())).hasContent("first");
            // brought back, the copy is not the last one any more
            objects.remove(dataset.object(finished(1)));
            write(finished(1), "first");
            mendAll();
            assertThat(Path.of(dataset.object(left).path())).doesNotExist();
        }
        String lost = staged(2);
        write(lost, "loser");
        String claimed = staged(2);
        write(claimed, "claim");
        record(2, claimed, 5);
        ManifestFinding provable = findings().stream()
                .filter(finding -> lost.equals(finding.path()))
                .findFirst()
                .orElseThrow();
        assertThat(provable.fixable()).isTrue();
        objects.remove(dataset.object(claimed));
        assertThat(kinds()).containsExactlyInAnyOrder("STAGING_MISSING 2", "STAGING_LEFT 2");
        assertRefused(provable);
    }

    private void assertRefused(ManifestFinding finding) {
        assertThatThrownBy(() -> new Tidying(store, objects).mend(finding))
                .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.REFUSED));
    }

    /** MAN-10: what a deleted dataset left is found, and not taken in. */
    @Test
    void whatADeletedDatasetLeftIsNotTakenIn() {
        write(finished(1), "first");
        record(1, finished(1), 5);
        store.delete(dataset);
        dataset = store.open(dataset.base());
        assertThat(kinds()).containsExactly("ABOVE_LATEST 1");
    }

    /** MAN-8: a rename that died between two steps is gone on with, and one that is another is left. */
    @Test
    void aRenameThatDiedIsGoneOnWith() {
        for (int version = 1; version <= 3; version++) {
            write(old(version), "older");
            write(finished(version), version == 3 ? "other" : "older");
            record(version, version == 1 ? old(1) : finished(version), 5);
        }
        assertThat(kinds())
                .containsExactlyInAnyOrder(
                        "SECOND_MANIFEST 1 fixable", "SECOND_MANIFEST 2 fixable", "SECOND_MANIFEST 3");
        mendAll();
        assertThat(kinds()).containsExactly("SECOND_MANIFEST 3");
        assertThat(directory.resolve("d").resolve(old(1))).doesNotExist();
        assertThat(directory.resolve("d").resolve(finished(1))).hasContent("older");
    }

    /** MAN-4: a whole manifest by its other name is found beside one that was cut, and is the version once that one is gone. */
    @Test
    void aWholeManifestIsFoundBesideOneThatWasCut() throws IOException {
        record(1, old(1), 5);
        write(old(1), "cut");
        write(finished(1), "whole");
        assertThat(kinds()).containsExactlyInAnyOrder("SIZE_MISMATCH 1", "SECOND_MANIFEST 1");
        Files.delete(directory.resolve("d").resolve(old(1)));
        assertThat(kinds()).containsExactly("FINAL_MISSING 1 fixable");
        mendAll();
        assertThat(kinds()).isEmpty();
    }
}
