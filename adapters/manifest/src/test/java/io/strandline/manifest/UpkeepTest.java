package io.strandline.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.contract.ForwardingManifests;
import io.strandline.manifest.contract.ForwardingObjects;
import io.strandline.manifest.contract.LocalWriter;
import io.strandline.manifest.local.LocalObjects;
import io.strandline.manifest.memory.MemoryManifestStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong is found, what can be proved is mended, and names change without losing a version (MAN-2, MAN-5, MAN-8). */
class UpkeepTest {
    private final MemoryManifestStore store = new MemoryManifestStore(LocationRules.defaults());
    private final LocalObjects objects = new LocalObjects();

    @TempDir
    Path directory;

    private Dataset dataset;

    @BeforeEach
    void open() {
        dataset = store.open(Location.parse(directory.resolve("d").toString()));
    }

    private void write(String path, String content) {
        LocalWriter.write(dataset.object(path), content.getBytes(StandardCharsets.UTF_8));
    }

    private static String finished(long version) {
        return NamingScheme.V2.name(ManifestVersion.of(version)).path();
    }

    private static String old(long version) {
        return NamingScheme.V1.name(ManifestVersion.of(version)).path();
    }

    private static String staged(long version) {
        return NamingScheme.V2
                .name(ManifestVersion.of(version))
                .stagedAs(UUID.randomUUID())
                .path();
    }

    private void record(long version, String path, long size) {
        assertThat(store.putIfNotExists(new Claim(dataset, ManifestVersion.of(version), path, size, path, "ada")))
                .isEqualTo(new ClaimAnswer.Claimed());
    }

    private List<ManifestFinding> findings() {
        return Examination.of(store, objects, dataset, () -> {});
    }

    private List<String> kinds() {
        return findings().stream()
                .map(finding -> finding.kind() + " " + finding.version() + (finding.fixable() ? " fixable" : ""))
                .toList();
    }

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
        record(2, staged(2), 5);
        assertThat(kinds()).containsExactlyInAnyOrder("STAGING_MISSING 2", "STAGING_LEFT 2");
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

    /** MAN-8: stopped after any step it goes on where it ended, and each version can be read all the time. */
    @Test
    void aMigrationThatIsStoppedAnywhereGoesOn() throws Exception {
        for (int steps = 0; steps < 14; steps++) {
            dataset = store.open(Location.parse(directory.resolve("m" + steps).toString()));
            for (int version = 1; version <= 2; version++) {
                write(old(version), "of " + version);
            }
            record(1, old(1), 4);
            write("_versions/d18446744073709551615.manifest", "detached");
            migrate(steps);
            for (long version = 1; version <= 2; version++) {
                assertThat(store.location(dataset.base(), ManifestVersion.of(version), objects)
                                .size())
                        .isEqualTo(4);
            }
            migrate(Integer.MAX_VALUE);
            migrate(Integer.MAX_VALUE);
            assertThat(names())
                    .containsExactlyInAnyOrder(finished(1), finished(2), "_versions/d18446744073709551615.manifest");
            for (long version = 1; version <= 2; version++) {
                assertThat(store.location(dataset.base(), ManifestVersion.of(version), objects)
                                .path())
                        .isEqualTo(finished(version));
            }
            assertThat(kinds()).allMatch(kind -> kind.startsWith("UNINDEXED 18446744073709551615"));
        }
    }

    private List<String> names() throws Exception {
        try (var files = Files.list(directory.resolve(dataset.base().text()).resolve("_versions"))) {
            return files.map(file -> "_versions/" + file.getFileName()).toList();
        }
    }

    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private void migrate(int steps) {
        int[] left = {steps};
        Runnable step = () -> {
            if (left[0]-- == 0) {
                throw new Stopped();
            }
        };
        NamingMigration migration = new NamingMigration(
                new ForwardingManifests(store) {
                    @Override
                    public boolean putIfExists(Dataset of, ManifestVersion version, String path, long size) {
                        step.run();
                        return super.putIfExists(of, version, path, size);
                    }
                },
                new ForwardingObjects(objects) {
                    @Override
                    public Copied copy(Location source, Location target) {
                        step.run();
                        return super.copy(source, target);
                    }

                    @Override
                    public void remove(Location object) {
                        step.run();
                        super.remove(object);
                    }
                });
        try {
            for (ManifestName name : new ArrayList<>(migration.old(dataset))) {
                migration.rename(dataset, name);
            }
        } catch (Stopped e) {
            // as a process that dies there
        }
    }

    /** MAN-4, MAN-8: two manifests of a version that differ are both left. */
    @Test
    void aMigrationOverwritesNothing() {
        write(old(1), "first");
        write(finished(1), "other");
        record(1, old(1), 5);
        NamingMigration migration = new NamingMigration(store, objects);
        assertThatThrownBy(() -> migration.rename(dataset, NamingScheme.V1.name(ManifestVersion.of(1))))
                .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.CORRUPT));
        assertThat(directory.resolve("d").resolve(old(1))).hasContent("first");
        assertThat(directory.resolve("d").resolve(finished(1))).hasContent("other");
    }

    /** MAN-8, MAN-9: the older name goes only when all is proved: size, record, dataset. */
    @Test
    void aMigrationRemovesOnlyWhatItProved() {
        ManifestName name = NamingScheme.V1.name(ManifestVersion.of(1));
        write(old(1), "first");
        ManifestObjects cuts = new ForwardingObjects(objects) {
            @Override
            public Copied copy(Location source, Location target) {
                write(finished(1), "fir");
                return Copied.DONE;
            }
        };
        assertLeft(ErrorCode.CORRUPT, store, cuts, name);
        objects.remove(dataset.object(finished(1)));
        record(1, old(1), 5);
        ManifestStore forgets = new ForwardingManifests(store) {
            @Override
            public boolean putIfExists(Dataset of, ManifestVersion version, String path, long size) {
                return false;
            }
        };
        assertLeft(ErrorCode.REFUSED, forgets, objects, name);
        store.delete(dataset);
        assertLeft(ErrorCode.REFUSED, store, objects, name);
        Dataset young = store.open(dataset.base());
        assertLeft(ErrorCode.REFUSED, store, objects, name);
        // what the deleted one left is not the young one's
        dataset = young;
        assertLeft(ErrorCode.REFUSED, store, objects, name);
    }

    private void assertLeft(ErrorCode code, ManifestStore index, ManifestObjects on, ManifestName name) {
        assertThatThrownBy(() -> new NamingMigration(index, on).rename(dataset, name))
                .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(code));
        assertThat(directory.resolve("d").resolve(name.path())).hasContent("first");
    }

    /** Bad input: where datasets may lie is compared by segments, and no way leads out. */
    @Test
    void aBaseMustLieWhereItMay() {
        ManifestPlaces places = new ManifestPlaces(
                List.of(Location.parse("s3://lake/lance"), Location.parse("/w/l")), LocationRules.defaults(), objects);
        for (String good : List.of("s3a://lake/lance/d", "s3://lake/lance/", "file:///w/l/a b%2F", "/w/l/d/")) {
            places.require(Location.parse(good));
        }
        for (String bad :
                List.of("s3://lake/lance2", "s3://other/lance/d", "/w/l/../x", "/w/l2", "gs://lake/lance/d", "/w")) {
            assertThatThrownBy(() -> places.require(Location.parse(bad)))
                    .as(bad)
                    .hasMessageContaining("manifests.locations");
        }
        // of files, whose directory would be several datasets
        for (String other : List.of("/w/l//d", "/w/l/d//", "/w/l/./d", "file:///w/l/d/.")) {
            assertThatThrownBy(() -> places.require(Location.parse(other)))
                    .as(other)
                    .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.REFUSED));
        }
        places.require(Location.parse("s3://lake/lance//d"));
    }
}
