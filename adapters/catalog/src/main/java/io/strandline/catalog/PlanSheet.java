package io.strandline.catalog;

import io.strandline.catalog.PlanStep.Action;
import io.strandline.catalog.PlanStep.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where a plan's steps are collected: the one place that turns a class of changes into done or refused (CAT-6). */
final class PlanSheet {
    private final Set<ChangeClass> allowed;
    private final List<PlanStep> actions = new ArrayList<>();
    private final List<PlanStep> kept = new ArrayList<>();
    private final List<PlanStep> refusals = new ArrayList<>();

    PlanSheet(Set<ChangeClass> allowed) {
        this.allowed = allowed;
    }

    boolean allows(ChangeClass change) {
        return allowed.contains(change);
    }

    void apply(Action action, @Nullable String column, @Nullable String from, @Nullable String to) {
        actions.add(new PlanStep(Verdict.APPLY, action, column, from, to, null));
    }

    /** Done if its class is allowed, else refused; says which. */
    boolean ask(
            ChangeClass change, Action action, @Nullable String column, @Nullable String from, @Nullable String to) {
        if (allows(change)) {
            actions.add(new PlanStep(Verdict.ALLOW, action, column, from, to, null));
            return true;
        }
        refuse(action, column, from, to, "it is done only if " + change.text() + " is allowed");
        return false;
    }

    void keep(Action action, @Nullable String column, @Nullable String from, String reason) {
        kept.add(new PlanStep(Verdict.KEPT, action, column, from, null, reason));
    }

    void refuse(Action action, @Nullable String column, @Nullable String from, @Nullable String to, String reason) {
        refusals.add(new PlanStep(Verdict.REFUSE, action, column, from, to, reason));
    }

    Plan plan(TargetTable target) {
        return new Plan(actions, kept, refusals, target);
    }
}
