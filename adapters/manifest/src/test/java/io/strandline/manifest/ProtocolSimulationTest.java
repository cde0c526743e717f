package io.strandline.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The protocol under writers, readers that help, repair, and faults at every step: crash, error, lost answer, delay,
 * repetition, a copy that is cut (MAN-1 to MAN-5, MAN-7). Exactly one winner for each version, no committed version lost, no
 * reader sees a wrong size, and what losers and crashes leave is found. With the profile {@code faults} the losers
 * try again under all faults of the search, and 100,000 seeded runs follow; {@code -Dstrandline.testJvm=-Dstrandline.crashSeed=N} begins at another seed.
 */
class ProtocolSimulationTest {
    private static final boolean LONG = Integer.getInteger("strandline.crashRounds", 4) >= 100;
    private static final int RUNS = LONG ? 100_000 : 2_000;
    private static final long SEED = Long.getLong("strandline.crashSeed", 1);

    private static int twoWritersAndAHelper(SimSearch search, SimTwin twin, int attempts) {
        return search.all(
                SimWriter.of(twin, "w1", attempts), SimWriter.of(twin, "w2", attempts), SimPrograms.reader(twin, 1));
    }

    /** Two writers for one version and a helper, two faults anywhere; with the profile the loser tries again. */
    @Test
    void everyStateOfTwoWritersAHelperAndTwoFaultsIsGood() {
        assertThat(twoWritersAndAHelper(SimSearch.withFaults(2), SimTwin.WHOLE, LONG ? 2 : 1))
                .isGreaterThan(100_000);
    }

    /** The loser tries again, as the version after: beside a helper, and under a fault anywhere; with the profile one more. */
    @Test
    void everyStateOfALoserThatTriesAgainIsGood() {
        int more = LONG ? 1 : 0;
        assertThat(twoWritersAndAHelper(SimSearch.withFaults(more), SimTwin.WHOLE, 2))
                .isGreaterThan(5_000);
        assertThat(SimSearch.withFaults(1 + more)
                        .all(SimWriter.of(SimTwin.WHOLE, "w1", 2), SimWriter.of(SimTwin.WHOLE, "w2", 2)))
                .isGreaterThan(10_000);
    }

    /** MAN-5: what somebody committed past the index, by the other scheme, is taken in and never committed over. */
    @Test
    void everyStateOverAForeignManifestIsGood() {
        SimSearch foreign = SimSearch.withFaults(1).from(SimWorld.FOREIGN);
        assertThat(twoWritersAndAHelper(foreign, SimTwin.WHOLE, 1)).isGreaterThan(1_000);
        assertThatThrownBy(() -> twoWritersAndAHelper(foreign, SimTwin.NO_LOOK_FIRST, 1))
                .isInstanceOf(AssertionError.class);
    }

    /** Must-fail twins: each step left out, or gone wrong, is caught. */
    @ParameterizedTest
    @EnumSource(
            names = {
                "NO_CLAIM",
                "LOSER_GOES_ON",
                "NO_COPY",
                "NO_CHECK",
                "NO_POINT",
                "NO_REMOVAL",
                "NO_REMOVAL_OF_LOSERS",
                "TOLD_BY_PATH",
                "LOST_IS_NO"
            })
    void eachStepLeftOutIsCaught(SimTwin twin) {
        assertThatThrownBy(() -> twoWritersAndAHelper(SimSearch.withFaults(1), twin, 1))
                .isInstanceOf(AssertionError.class);
    }

    /** Many processes, versions and faults, by chance. */
    @Test
    void seededRunsAreGood() {
        for (long seed = SEED; seed < SEED + RUNS; seed++) {
            List<SimProgram> programs = new ArrayList<>();
            for (int writer = 0; writer < 4; writer++) {
                programs.add(SimWriter.of(SimTwin.WHOLE, "w" + writer, 3));
            }
            programs.add(SimPrograms.reader(SimTwin.WHOLE, 2));
            programs.add(SimPrograms.reader(SimTwin.WHOLE, 2));
            programs.add(SimPrograms.tidier());
            SimSearch.withFaults(new Random(seed).nextInt(7)).byChance(seed, programs);
        }
    }
}
