package io.strandline.manifest;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Goes through the states that processes can come to from one, with so many faults anywhere, and looks whether the rules hold
 * in each.
 */
record SimSearch(SimWorld first, SimRules rules, int faults) {
    /** From a dataset without versions, by all rules. */
    static SimSearch withFaults(int faults) {
        return new SimSearch(SimWorld.EMPTY, SimRules.ALL, faults);
    }

    SimSearch from(SimWorld world) {
        return new SimSearch(world, rules, faults);
    }

    SimSearch by(SimRules others) {
        return new SimSearch(first, others, faults);
    }

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

    private SimState start(List<SimProgram> programs) {
        return SimState.of(first, programs.stream().map(SimNode::start).toList(), faults);
    }

    /**
     * All states.
     *
     * @return how many there are
     * @throws AssertionError with the way to a state in which a rule does not hold
     */
    int all(SimProgram... programs) {
        Map<SimWorld, SimWorld> worlds = new HashMap<>();
        Set<SimState> visited = new HashSet<>();
        Deque<Visit> open = new ArrayDeque<>();
        open.push(new Visit(start(Arrays.asList(programs)), new Way(null, "start")));
        while (!open.isEmpty()) {
            Visit visit = open.pop();
            check(visit);
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

    /** One way by chance to an end. */
    void byChance(long seed, List<SimProgram> programs) {
        Random random = new Random(seed);
        Visit visit = new Visit(start(programs), new Way(null, "seed " + seed));
        while (!visit.state().isEnd()) {
            SimState.Step step = choose(visit.state(), random);
            Way way = new Way(visit.way(), step.what());
            SimWorld before = visit.state().world();
            checked(way, () -> SimRules.checkStep(before, step.state().world()));
            boolean moved = !step.state().world().equals(before)
                    || !step.state().events().equals(visit.state().events());
            visit = new Visit(step.state(), way);
            if (moved || visit.state().isEnd()) {
                check(visit);
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

    private void check(Visit visit) {
        checked(visit.way(), () -> {
            SimRules.check(visit.state());
            if (visit.state().isEnd()) {
                rules.checkEnd(visit.state(), faults);
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
}
