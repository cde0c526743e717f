package io.strandline.manifest;

import static io.strandline.manifest.ManifestFindingKind.ABOVE_LATEST;
import static io.strandline.manifest.ManifestFindingKind.FINAL_MISSING;
import static io.strandline.manifest.ManifestFindingKind.NOT_FINISHED;
import static io.strandline.manifest.ManifestFindingKind.SECOND_MANIFEST;
import static io.strandline.manifest.ManifestFindingKind.UNINDEXED;
import static io.strandline.manifest.SimTwin.WHOLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The protocol on datasets that do not stay as they are: they are deleted and made again under their writers, manifests get
 * their newer names, commit ids are given twice, final manifests vanish, and repair goes by what was found long ago (MAN-4,
 * MAN-5, MAN-7 to MAN-10). With the profile {@code faults} there is a fault more anywhere, and 50,000 seeded runs follow.
 */
class DatasetSimulationTest {
    private static final boolean LONG = Integer.getInteger("strandline.crashRounds", 4) >= 100;
    private static final int MORE = LONG ? 1 : 0;
    private static final int RUNS = LONG ? 50_000 : 1_000;
    private static final long SEED = Long.getLong("strandline.crashSeed", 1);

    /** What a deleted dataset left is nobody's, and lies in the way until somebody moves it. */
    private static final SimRules DELETED =
            new SimRules(false, false, EnumSet.of(UNINDEXED, ABOVE_LATEST, NOT_FINISHED, SECOND_MANIFEST));

    /** A name that a late helper wrote again is found, and goes. */
    private static final SimRules RENAMED = new SimRules(false, true, EnumSet.noneOf(ManifestFindingKind.class));

    private static final SimRules TWICE = new SimRules(false, false, EnumSet.noneOf(ManifestFindingKind.class));

    private static final SimRules DAMAGED = new SimRules(false, false, EnumSet.of(FINAL_MISSING));

    private static int deletedUnderItsWriters(SimSearch search, SimTwin twin) {
        return search.by(DELETED)
                .all(
                        SimWriter.of(twin, "w1", 1),
                        SimPrograms.deleter(),
                        SimWriter.of(twin, "w2", 1).opening());
    }

    /** MAN-9: whoever holds a deleted dataset changes nothing of the one that was made after it. */
    @Test
    void everyStateOfADatasetThatIsDeletedUnderItsWritersIsGood() {
        SimWorld world = SimWorld.EMPTY.withConditions();
        assertThat(deletedUnderItsWriters(SimSearch.withFaults(1 + MORE).from(world), WHOLE))
                .isGreaterThan(1_000);
        assertThatThrownBy(() -> deletedUnderItsWriters(SimSearch.withFaults(0).from(world), SimTwin.OF_ANY_DATASET))
                .isInstanceOf(AssertionError.class);
    }

    /** A store that copies over what is there needs its writers to be gone when a dataset is deleted. */
    @Test
    void aCopyOverWhatIsThereReachesTheNextDataset() {
        assertThatThrownBy(() -> deletedUnderItsWriters(SimSearch.withFaults(0), WHOLE))
                .isInstanceOf(AssertionError.class);
    }

    private static int renamedUnderItsReaders(SimSearch search, SimTwin twin) {
        return search.by(RENAMED)
                .all(SimWriter.of(twin, "w1", 1).byOlderNames(), SimPrograms.migrator(), SimPrograms.reader(twin, 1));
    }

    /** MAN-5, MAN-8: a version is found by whichever name it has. */
    @Test
    void everyStateOfManifestsThatGetTheirNewerNamesIsGood() {
        assertThat(renamedUnderItsReaders(SimSearch.withFaults(1 + MORE), WHOLE))
                .isGreaterThan(1_000);
        assertThatThrownBy(() -> renamedUnderItsReaders(SimSearch.withFaults(0), SimTwin.NOT_READ_AGAIN))
                .isInstanceOf(AssertionError.class);
    }

    private static SimWorld committed(SimWriter writer, ManifestVersion version) {
        String staged = writer.staging(version, writer.name() + ".1");
        String content = SimWorld.content(writer.name() + ".1");
        ManifestEntry entry =
                new ManifestEntry(SimWorld.DATASET, version, staged, (long) content.length(), writer.name() + ".1");
        String path = writer.scheme().name(version).path();
        return SimWorld.EMPTY
                .with(staged, content)
                .claimed(entry)
                .with(path, content)
                .with(new ManifestEntry(SimWorld.DATASET, version, path, (long) content.length(), entry.commitId()));
    }

    /** MAN-8: two that change names at once, and a writer that goes on by the newer ones. */
    @Test
    void everyStateOfTwoThatChangeNamesIsGood() {
        SimWriter first = SimWriter.of(WHOLE, "w1", 1).byOlderNames();
        SimWorld older = committed(first, SimWorld.FIRST).without(first.staging(SimWorld.FIRST, "w1.1"));
        assertThat(SimSearch.withFaults(MORE)
                        .from(older)
                        .by(RENAMED)
                        .all(
                                SimPrograms.migrator(),
                                SimPrograms.migrator(),
                                SimWriter.of(WHOLE, "w2", 1).beginningAt(2)))
                .isGreaterThan(1_000);
    }

    private static int sameCommitId(SimSearch search, SimTwin twin, SimWriter other) {
        return search.by(TWICE).all(SimWriter.of(twin, "w1", 1), other, SimPrograms.reader(twin, 1));
    }

    /** MAN-7: of one commit id is one manifest, however often it is staged. */
    @Test
    void everyStateOfACommitIdThatIsGivenTwiceIsGood() {
        SimWriter again = SimWriter.of(WHOLE, "w1", 1).again();
        assertThat(sameCommitId(SimSearch.withFaults(MORE), WHOLE, again)).isGreaterThan(100);
        assertThat(sameCommitId(SimSearch.withFaults(MORE), WHOLE, again.otherwise()))
                .isGreaterThan(100);
        assertThatThrownBy(() -> sameCommitId(
                        SimSearch.withFaults(0),
                        SimTwin.NOT_COMPARED,
                        SimWriter.of(SimTwin.NOT_COMPARED, "w1", 1).otherwise()))
                .isInstanceOf(AssertionError.class);
    }

    private static int overAVanishedManifest(int faults, SimTwin twin, boolean isStaged) {
        SimWriter first = SimWriter.of(twin, "w1", 1);
        SimWorld vanished = committed(first, SimWorld.FIRST)
                .damagedAt(NamingScheme.V2.name(SimWorld.FIRST).path());
        SimWorld bare = vanished.damagedAt(first.staging(SimWorld.FIRST, "w1.1"));
        return SimSearch.withFaults(faults)
                .from(isStaged ? vanished : bare)
                .by(DAMAGED)
                .all(
                        isStaged ? SimWriter.of(twin, "w2", 1).beginningAt(2) : first.again(),
                        SimPrograms.reader(twin, 1),
                        SimPrograms.hastyTidier(twin));
    }

    /** MAN-2, MAN-4: no commit is told to be done whose manifest is gone, and its last copy stays. */
    @Test
    void everyStateOverAVanishedManifestIsGood() {
        assertThat(overAVanishedManifest(MORE, WHOLE, false)).isGreaterThan(100);
        assertThat(overAVanishedManifest(MORE, WHOLE, true)).isGreaterThan(100);
        assertThatThrownBy(() -> overAVanishedManifest(0, SimTwin.FINAL_UNSEEN, false))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> overAVanishedManifest(0, SimTwin.LAST_COPY_REMOVED, true))
                .isInstanceOf(AssertionError.class);
    }

    private static int underAHastyTidier(int faults, SimTwin twin) {
        return SimSearch.withFaults(faults)
                .by(TWICE)
                .all(SimWriter.of(twin, "w1", 1), SimWriter.of(twin, "w2", 1), SimPrograms.hastyTidier(twin));
    }

    /** MAN-3: repair that was told to remove what it found proves by itself that it may. */
    @Test
    void everyStateUnderRepairThatDoesWhatItIsToldIsGood() {
        assertThat(underAHastyTidier(MORE, WHOLE)).isGreaterThan(1_000);
        assertThatThrownBy(() -> underAHastyTidier(0, SimTwin.OWN_REMOVED)).isInstanceOf(AssertionError.class);
    }

    /** Many processes and faults by chance, while names are changed or a dataset is deleted. */
    @Test
    void seededRunsAreGood() {
        for (long seed = SEED; seed < SEED + RUNS; seed++) {
            Random random = new Random(seed);
            SimSearch search = SimSearch.withFaults(random.nextInt(5));
            List<SimProgram> programs = new ArrayList<>();
            programs.add(SimWriter.of(WHOLE, "w1", 2).byOlderNames());
            programs.add(SimWriter.of(WHOLE, "w2", 2).byOlderNames());
            programs.add(SimPrograms.reader(WHOLE, 2));
            if (random.nextBoolean()) {
                programs.add(SimPrograms.migrator());
                programs.add(SimPrograms.migrator());
                programs.add(SimPrograms.tidier());
                search = search.by(RENAMED);
            } else {
                programs.add(SimPrograms.deleter());
                programs.add(SimWriter.of(WHOLE, "w3", 2).opening());
                programs.add(SimWriter.of(WHOLE, "w4", 2).opening());
                search = search.by(DELETED).from(SimWorld.EMPTY.withConditions());
            }
            search.byChance(seed, programs);
        }
    }
}
