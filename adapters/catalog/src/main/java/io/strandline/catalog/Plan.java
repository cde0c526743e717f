package io.strandline.catalog;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What would bring a live table to its desired state. Pure data: made by {@link Planner}, carried out by a catalog as one
 * commit.
 *
 * @param actions what is to be done, in order
 * @param kept what the desired table does not name and is left
 * @param refusals what stands against it; if there is any, nothing is done (CAT-4)
 * @param target what the table is after the actions
 */
public record Plan(List<PlanStep> actions, List<PlanStep> kept, List<PlanStep> refusals, TargetTable target) {
    public Plan {
        actions = List.copyOf(actions);
        kept = List.copyOf(kept);
        refusals = List.copyOf(refusals);
    }

    /** Nothing is wanted. */
    static Plan none() {
        return new Plan(
                List.of(),
                List.of(),
                List.of(),
                new TargetTable(null, null, null, null, Map.of(), Set.of(), null, null));
    }

    /** Whether the live table is as desired. */
    public boolean isEmpty() {
        return actions.isEmpty() && refusals.isEmpty();
    }

    /** Everything: refusals first, then actions, then what is kept. */
    public List<PlanStep> steps() {
        return Stream.of(refusals, actions, kept).flatMap(List::stream).toList();
    }
}
