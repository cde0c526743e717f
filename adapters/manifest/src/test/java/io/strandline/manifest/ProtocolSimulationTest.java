package io.strandline.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The protocol under writers, readers that help, repair, and faults at every step: crash, error, lost answer, delay,
 * repetition, a copy that is cut (MAN-1 to MAN-5, MAN-7). Exactly one winner for each version, no committed version lost, no
 * reader sees a wrong size, and what losers and crashes leave is found. With the profile {@code faults} the losers
 * of the search try again, and 100,000 seeded runs follow; {@code -Dstrandline.testJvm=-Dstrandline.crashSeed=N} begins at another seed.
 */
class ProtocolSimulationTest {
    private static final boolean LONG = Integer.getInteger("strandline.crashRounds", 4) >= 100;
    private static final int RUNS = LONG ? 100_000 : 2_000;
    private static final long SEED = Long.getLong("strandline.crashSeed", 1);

    /** How one came to a state, for the message of a failure. */
    private record Way(@Nullable Way before, String what) {
        @Override
        public String toString() {
            List<String> steps = new ArrayList<>();
            for (Way way = this; way != null; way = way.before) {
                steps.add(0, way.what);
            }
            return String.join("\n  ", steps);
        }
    }

    private record Visit(SimState state, Way way) {}

    /** All states that these processes can come to. */
    private static int search(List<SimNode> processes, int faults) {
        return search(SimWorld.EMPTY, processes, faults);
    }

    private static int search(SimWorld first, List<SimNode> processes, int faults) {
        Map<SimWorld, SimWorld> worlds = new HashMap<>();
        Set<SimState> visited = new HashSet<>();
        Deque<Visit> open = new ArrayDeque<>();
        open.push(new Visit(SimState.of(first, processes, faults), new Way(null, "start")));
        while (!open.isEmpty()) {
            Visit visit = open.pop();
            check(visit, faults);
            visit.state().steps(SimNode::after, step -> {
                SimState found = step.state();
                SimState next = new SimState(
                        worlds.computeIfAbsent(found.world(), world -> world),
                        found.processes(),
                        found.late(),
                        found.faults(),
                        found.cut());
                Way way = new Way(visit.way(), step.what());
                checked(way, () -> SimRules.checkStep(visit.state().world(), next.world()));
                if (visited.add(next)) {
                    open.push(new Visit(next, way));
                }
            });
        }
        return visited.size();
    }

    private static void check(Visit visit, int faults) {
        checked(visit.way(), () -> {
            SimRules.check(visit.state());
            if (visit.state().isEnd()) {
                SimRules.checkEnd(visit.state(), faults);
            }
        });
    }

    private static void checked(Way way, Runnable rules) {
        try {
            rules.run();
        } catch (SimRules.Broken e) {
            throw new AssertionError(e.getMessage() + "\n  " + way, e);
        }
    }

    private static List<SimNode> twoWritersAndAHelper(SimTwin twin, int attempts) {
        return List.of(
                SimNode.start(SimPrograms.writer(twin, 1, attempts)),
                SimNode.start(SimPrograms.writer(twin, 2, attempts)),
                SimNode.start(SimPrograms.reader(twin, 1)));
    }

    /** Two writers for one version and a helper, two faults anywhere; with the profile the loser tries again. */
    @Test
    void everyStateOfTwoWritersAHelperAndTwoFaultsIsGood() {
        assertThat(search(twoWritersAndAHelper(SimTwin.WHOLE, LONG ? 2 : 1), 2)).isGreaterThan(100_000);
    }

    /** MAN-5: what somebody committed past the index, by the other scheme, is taken in and never committed over. */
    @Test
    void everyStateOverAForeignManifestIsGood() {
        assertThat(search(SimWorld.FOREIGN, twoWritersAndAHelper(SimTwin.WHOLE, 1), 1))
                .isGreaterThan(1_000);
        List<SimNode> blind = twoWritersAndAHelper(SimTwin.NO_LOOK_FIRST, 1);
        assertThatThrownBy(() -> search(SimWorld.FOREIGN, blind, 0)).isInstanceOf(AssertionError.class);
    }

    /** Must-fail twins: each step left out, or gone wrong, is caught. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"WHOLE", "NO_LOOK_FIRST"})
    void eachStepLeftOutIsCaught(SimTwin twin) {
        assertThatThrownBy(() -> search(twoWritersAndAHelper(twin, 1), 1)).isInstanceOf(AssertionError.class);
    }

    /** Many processes, versions and faults, by chance. */
    @Test
    void seededRunsAreGood() {
        for (long seed = SEED; seed < SEED + RUNS; seed++) {
            run(SimTwin.WHOLE, new Random(seed), seed);
        }
    }

    private static void run(SimTwin twin, Random random, long seed) {
        int faults = random.nextInt(7);
        List<SimNode> processes = new ArrayList<>();
        for (int writer = 0; writer < 4; writer++) {
            processes.add(SimNode.start(SimPrograms.writer(twin, writer, 3)));
        }
        processes.add(SimNode.start(SimPrograms.reader(twin, 2)));
        processes.add(SimNode.start(SimPrograms.reader(twin, 2)));
        processes.add(SimNode.start(SimPrograms.tidier()));
        Visit visit = new Visit(SimState.of(SimWorld.EMPTY, processes, faults), new Way(null, "seed " + seed));
        while (!visit.state().isEnd()) {
            SimState.Step step = choose(visit.state(), random);
            Way way = new Way(visit.way(), step.what());
            SimWorld before = visit.state().world();
            checked(way, () -> SimRules.checkStep(before, step.state().world()));
            boolean moved = !step.state().world().equals(before)
                    || !step.state().events().equals(visit.state().events());
            visit = new Visit(step.state(), way);
            if (moved || visit.state().isEnd()) {
                check(visit, faults);
            }
        }
    }

    /** Mostly what goes well, so that processes come far. */
    private static SimState.Step choose(SimState state, Random random) {
        List<Integer> movers = state.movers();
        boolean fault = random.nextInt(12) == 0;
        SimState asked = fault ? state : new SimState(state.world(), state.processes(), state.late(), 0, state.cut());
        List<SimState.Step> steps = new ArrayList<>();
        asked.steps(movers.get(random.nextInt(movers.size())), SimNode::after, steps::add);
        SimState.Step chosen = steps.get(random.nextInt(steps.size()));
        SimState next = chosen.state();
        return fault
                ? chosen
                : new SimState.Step(
                        chosen.what(),
                        new SimState(next.world(), next.processes(), next.late(), state.faults(), next.cut()));
    }
}
