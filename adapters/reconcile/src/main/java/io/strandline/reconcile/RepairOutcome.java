package io.strandline.reconcile;

import io.strandline.common.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * What one repair did (REC-9).
 *
 * @param done whether it was made; of a look, whether the table is there still
 * @param reason of the closed list of {@link Reason}; null for a plain success, and for a look that found the files gone,
 *     which no reason of the list says
 * @param detail the case in words
 */
public record RepairOutcome(
        RepairItem item, boolean done, @Nullable String reason, String detail) {
    static RepairOutcome notMade(RepairItem item, Reason reason, String detail) {
        return new RepairOutcome(item, false, reason.text(), detail);
    }

    static RepairOutcome of(RepairItem item, Outcome outcome, String plan) {
        String detail = outcome.detail().isEmpty() && outcome.done() ? plan : outcome.detail();
        return new RepairOutcome(item, outcome.done(), outcome.reason(), detail);
    }
}
