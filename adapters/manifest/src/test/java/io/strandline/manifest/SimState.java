package io.strandline.manifest;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One moment of a simulation.
 *
 * @param processes how far each is; null for one that crashed
 * @param late requests that were not answered, or answered once, and may be carried out yet
 * @param faults how many may still happen
 * @param cut whether a copy was cut
 */
record SimState(SimWorld world, List<@Nullable SimNode> processes, List<SimOp> late, int faults, boolean cut) {
    /** A step that can come next. */
    record Step(String what, SimState state) {}

    static SimState of(SimWorld world, List<SimNode> processes, int faults) {
        return new SimState(world, new ArrayList<>(processes), List.of(), faults, false);
    }

    boolean isEnd() {
        return processes.stream().noneMatch(process -> process != null && process.isAtWork());
    }

    List<SimEvent> events() {
        return processes.stream()
                .filter(process -> process != null && !process.isAtWork())
                .flatMap(process -> process.events.stream())
                .toList();
    }

    /** All steps that can come next; {@code after} says how a process goes on with an answer. */
    void steps(BiFunction<SimNode, Object, SimNode> after, Consumer<Step> next) {
        movers().forEach(mover -> steps(mover, after, next));
    }

    /** What can move: a process by its place, and after all of those a late request. */
    List<Integer> movers() {
        List<Integer> movers = new ArrayList<>();
        for (int i = 0; i < processes.size(); i++) {
            SimNode process = processes.get(i);
            if (process != null && process.isAtWork()) {
                movers.add(i);
            }
        }
        for (int i = 0; i < late.size(); i++) {
            movers.add(processes.size() + i);
        }
        return movers;
    }

    /** The steps of one that can move, the first of which is that all goes well. */
    void steps(int mover, BiFunction<SimNode, Object, SimNode> after, Consumer<Step> next) {
        if (mover >= processes.size()) {
            List<SimOp> rest = new ArrayList<>(late);
            SimOp op = rest.remove(mover - processes.size());
            next.accept(new Step("late " + op, new SimState(op.apply(world).world(), processes, rest, faults, cut)));
            return;
        }
        SimNode process = processes.get(mover);
        if (process != null && process.op != null) {
            steps(mover, process, process.op, after, next);
        }
    }

    private void steps(
            int i, SimNode process, SimOp op, BiFunction<SimNode, Object, SimNode> after, Consumer<Step> next) {
        SimOp.Applied applied = op.apply(world);
        String what = "process " + i + ": " + op;
        SimNode answered = after.apply(process, applied.answer());
        next.accept(new Step(what, with(i, answered, applied.world(), late, faults, cut)));
        if (faults == 0) {
            return;
        }
        int left = faults - 1;
        SimNode failed = after.apply(process, SimNode.FAULT);
        next.accept(new Step(what + ", crash", with(i, null, world, late, left, cut)));
        next.accept(new Step(what + ", error", with(i, failed, world, late, left, cut)));
        if (op.changes()) {
            next.accept(new Step(what + ", answer lost", with(i, failed, applied.world(), late, left, cut)));
            next.accept(new Step(what + ", delayed", with(i, failed, world, also(op), left, cut)));
            next.accept(new Step(what + ", doubled", with(i, answered, applied.world(), also(op), left, cut)));
        }
        if (op instanceof SimOp.Copy copy) {
            SimOp.Applied half = copy.cut(world);
            next.accept(new Step(
                    what + ", cut", with(i, after.apply(process, half.answer()), half.world(), late, left, true)));
        }
    }

    private List<SimOp> also(SimOp op) {
        List<SimOp> more = new ArrayList<>(late);
        more.add(op);
        return more;
    }

    private SimState with(int i, @Nullable SimNode process, SimWorld then, List<SimOp> later, int left, boolean isCut) {
        List<@Nullable SimNode> others = new ArrayList<>(processes);
        others.set(i, process);
        return new SimState(then, others, later, left, isCut);
    }
}
