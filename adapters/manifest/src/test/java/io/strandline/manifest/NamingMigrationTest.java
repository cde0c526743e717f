package io.strandline.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.contract.ForwardingManifests;
import io.strandline.manifest.contract.ForwardingObjects;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names change without losing a version (MAN-8). */
class NamingMigrationTest extends OnLocalFiles {
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
                    public Copied copy(Location source, Location target, Runnable checkpoint) {
                        step.run();
                        return super.copy(source, target, checkpoint);
                    }

                    @Override
                    public void remove(Location object) {
                        step.run();
                        super.remove(object);
                    }
                });
        try {
            OldNames names = new OldNames(migration, dataset, 10);
            while (names.hasNext()) {
                migration.rename(dataset, names.next());
                names.renamed();
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

    /** MAN-4: also on a store that would copy over what is there. */
    @Test
    void aMigrationCopiesOverNothing() {
        write(old(1), "older");
        write(finished(1), "first");
        record(1, finished(1), 5);
        ManifestObjects copiesOver = new ForwardingObjects(objects) {
            @Override
            public Copied copy(Location source, Location target, Runnable checkpoint) {
                objects.remove(target);
                return super.copy(source, target, checkpoint);
            }
        };
        NamingMigration migration = new NamingMigration(store, copiesOver);
        assertThatThrownBy(() -> migration.rename(dataset, NamingScheme.V1.name(ManifestVersion.of(1))))
                .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.CORRUPT));
        assertThat(directory.resolve("d").resolve(finished(1))).hasContent("first");
    }

    /** MAN-8: what is committed while names change gets its newer name too; what is left is come to once, and is bounded. */
    @Test
    void aMigrationGoesOnUntilNothingIsOld() {
        for (int version = 1; version <= 3; version++) {
            write(old(version), "of " + version);
        }
        NamingMigration migration = new NamingMigration(store, objects);
        OldNames names = new OldNames(migration, dataset, 1);
        List<Long> seen = new ArrayList<>();
        while (names.hasNext()) {
            ManifestName name = names.next();
            seen.add(name.version().bits());
            if (name.version().equals(ManifestVersion.of(2))) {
                names.left(name);
            } else {
                migration.rename(dataset, name);
                names.renamed();
            }
            if (seen.size() == 3) {
                write(old(4), "of 4");
            }
        }
        assertThat(seen).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
        assertThatThrownBy(() -> names.left(NamingScheme.V1.name(ManifestVersion.of(5))))
                .hasMessageContainingAll("runtime.audit", "manifest.findings", "manifests.most_objects");
    }

    /** MAN-8, MAN-9: the older name goes only when all is proved: size, record, dataset. */
    @Test
    void aMigrationRemovesOnlyWhatItProved() {
        ManifestName name = NamingScheme.V1.name(ManifestVersion.of(1));
        write(old(1), "first");
        ManifestObjects cuts = new ForwardingObjects(objects) {
            @Override
            public Copied copy(Location source, Location target, Runnable checkpoint) {
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
}
