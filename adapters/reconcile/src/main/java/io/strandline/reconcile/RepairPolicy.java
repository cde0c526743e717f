package io.strandline.reconcile;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What of a connection may be repaired without anybody asking: nothing, unless a policy file says so.
 *
 * @param kinds kinds that are repaired; empty for none
 * @param maxRepairs if more than that can be proved at once, none is made, at least 1
 * @param file the policy file; null if the connection has none
 */
public record RepairPolicy(
        String connection,
        Set<FindingKind> kinds,
        int maxRepairs,
        @Nullable String file) {
    /** Most repairs at once where the file does not say. */
    public static final int DEFAULT_MAX_REPAIRS = 10;

    public RepairPolicy {
        kinds = kinds.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(kinds));
        if (maxRepairs < 1 || !RepairKinds.all().containsAll(kinds)) {
            throw new IllegalArgumentException(connection + ": " + maxRepairs + " repairs of " + kinds);
        }
    }

    /** The policy of a connection that has no file. */
    public static RepairPolicy none(String connection) {
        return new RepairPolicy(connection, Set.of(), DEFAULT_MAX_REPAIRS, null);
    }
}
