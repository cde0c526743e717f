package io.strandline.reconcile;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.Role;
import io.strandline.common.SqlNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Repairs that policies allow without anybody asking. Who has scanned a connection on a schedule calls {@link #callFor} and, if
 * there is a call, runs it as a statement of its own whose caller is {@link #CALLER}: so it is journaled, audited, seen in
 * {@code runtime.statements} and cancelled like any other. Who has such a statement already calls {@link #repair} in it.
 * Immutable.
 */
public final class AutomaticRepairs {
    /** Who asks for automatic repairs, in audit and statement history. */
    public static final Caller CALLER = new Caller("policy", Role.ADMIN);

    private final Map<String, RepairPolicy> byConnection = new TreeMap<>();
    private final Repairs repairs;

    /** Repairs under those policies, one for each connection. */
    public AutomaticRepairs(List<RepairPolicy> policies, Repairs repairs) {
        policies.forEach(policy -> byConnection.put(policy.connection(), policy));
        this.repairs = repairs;
    }

    /** All policies, in order of connection. */
    public List<RepairPolicy> policies() {
        return List.copyOf(byConnection.values());
    }

    /** The statement that makes what the connection's policy allows; empty if it allows nothing. */
    public Optional<String> callFor(String connection) {
        return active(connection)
                .map(policy -> "CALL reconcile.repair_all(connection => " + SqlNames.literal(connection) + ", kinds => "
                        + SqlNames.literal(RepairKinds.text(policy.kinds())) + ", max_repairs => " + policy.maxRepairs()
                        + ", dry_run => false)");
    }

    /**
     * Makes what the connection's policy allows, in a changing statement of {@link #CALLER}.
     *
     * @return a row for each repair; none if the policy allows nothing
     * @throws io.strandline.common.StrandlineException as {@link Repairs#sweep} does; {@code REFUSED} if more could be
     *     repaired than the policy allows at once: then none was
     */
    public List<RepairOutcome> repair(String connection, CallContext call) {
        return active(connection)
                .map(policy -> repairs.sweep(connection, policy.kinds(), (long) policy.maxRepairs(), false, call))
                .orElse(List.of());
    }

    private Optional<RepairPolicy> active(String connection) {
        return Optional.ofNullable(byConnection.get(connection))
                .filter(policy -> !policy.kinds().isEmpty());
    }
}
