package io.strandline.catalog;

import java.util.Set;

/**
 * How a table is brought to its desired state.
 *
 * @param allow classes of changes that are made though nobody asks for them by rule (CAT-6)
 * @param dryRun plan only
 */
public record ReconcileOptions(Set<ChangeClass> allow, boolean dryRun) {
    public ReconcileOptions {
        allow = Set.copyOf(allow);
    }

    /** Makes what is made without asking. */
    public static ReconcileOptions plain() {
        return new ReconcileOptions(Set.of(), false);
    }
}
