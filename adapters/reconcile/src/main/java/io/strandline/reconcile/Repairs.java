package io.strandline.reconcile;

import static java.util.Objects.requireNonNull;

import io.strandline.common.AtTheMoment;
import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Role;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.registry.Connection;
import io.strandline.registry.Connections;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Carries out repairs, each proved again at the moment it is made (REC-9 to REC-15). Thread-safe. */
public final class Repairs {
    static final String SWEEP = "reconcile.repair_all";

    private final Connections connections;
    private final Evidence evidence;
    private final Reconciler reconciler;
    private final Resolvers resolvers;
    private final Map<String, Repair> actions;

    /** Repairs on those connections, proved by that evidence; a sweep takes what the reconciler finds. */
    public Repairs(Connections connections, Evidence evidence, Reconciler reconciler, Clock clock) {
        this(
                connections,
                evidence,
                reconciler,
                clock,
                Map.of(RepairCalls.DROP, new DropRepair(evidence), RepairCalls.FORGET, new ForgetRepair(evidence)));
    }

    Repairs(
            Connections connections,
            Evidence evidence,
            Reconciler reconciler,
            Clock clock,
            Map<String, Repair> actions) {
        this.connections = requireNonNull(connections, "connections");
        this.evidence = requireNonNull(evidence, "evidence");
        this.reconciler = requireNonNull(reconciler, "reconciler");
        this.resolvers = new Resolvers(evidence, clock);
        this.actions = Map.copyOf(actions);
    }

    /** Who finds out how a repair ended (GW-1). */
    public Map<String, EffectResolver> resolvers() {
        return resolvers.byAction();
    }

    /**
     * Carries out the repairs in order: one row each, refusals too, and one that fails does not stop the rest. All are
     * proved before the first change is made; each is proved once more right before its own. After the rows of the items
     * comes one for each registration that the drops made it look at again (REC-15).
     *
     * @param dryRun prove, say what would be done, and do nothing
     * @throws StrandlineException before any backend is asked: {@code NOT_ALLOWED} without the role, {@code NO_SUCH_OBJECT}
     *     for an unknown connection, {@code REFUSED} for one without a scratch target, {@code READ_ONLY} (REC-14),
     *     {@code BAD_ARGUMENT} for an item that names a table and a registration
     */
    public List<RepairOutcome> carryOut(
            String connectionName, List<RepairItem> items, boolean dryRun, CallContext statement) {
        RepairRun run = begin(connectionName, "repair", dryRun, statement);
        items.forEach(item -> RepairItems.requireOne("the call", item));
        run.begin(items.size());
        List<Repair.Verdict> verdicts = new ArrayList<>();
        for (RepairItem item : items) {
            verdicts.add(run.prove(item));
        }
        for (int i = 0; i < items.size(); i++) {
            run.make(items.get(i), verdicts.get(i));
        }
        return run.end();
    }

    /**
     * Repairs all that is found of those kinds and that a repair can prove: a row each, in the order of the findings. The
     * comparison ends before the first change; each repair is proved again at its moment, and is a change of its own. Of
     * what was found only names and ids are kept meanwhile.
     *
     * @param kinds kinds to repair, each with a repair: see {@link RepairKinds}
     * @param most if more than that can be proved, none is repaired; null for no limit
     * @param dryRun prove, say what would be done, and do nothing
     * @throws StrandlineException as {@link #carryOut} does; {@code BACKEND} if the connection cannot be compared,
     *     {@code REFUSED} if there are more than {@code most}
     */
    public List<RepairOutcome> sweep(
            String connectionName, Set<FindingKind> kinds, @Nullable Long most, boolean dryRun, CallContext statement) {
        RepairRun run = begin(connectionName, "repair_all", dryRun, statement);
        Connection connection = connections.get(connectionName);
        List<RepairItem> items = provable(connection, kinds, statement);
        if (most != null && items.size() > most) {
            throw tooMany(connection, kinds, items.size(), most, dryRun, statement);
        }
        run.begin(items.size());
        for (RepairItem item : items) {
            run.make(item, run.prove(item));
        }
        return run.end();
    }

    private RepairRun begin(String connectionName, String what, boolean dryRun, CallContext statement) {
        statement.caller().require(Role.ADMIN, what);
        Connection connection = connections.get(connectionName);
        connection.requireWritable();
        return new RepairRun(connection, actions, evidence, dryRun, new AtTheMoment(statement));
    }

    private List<RepairItem> provable(Connection connection, Set<FindingKind> kinds, CallContext statement) {
        Set<String> names = kinds.stream().map(Enum::name).collect(Collectors.toSet());
        List<RepairItem> items = new ArrayList<>();
        try (Stream<Finding> findings =
                reconciler.findings(other -> other.name().equals(connection.name()), names, statement)) {
            findings.forEach(finding -> {
                if (finding.error() != null && finding.table() == null) {
                    throw new StrandlineException(
                            ErrorCode.BACKEND,
                            "connection \"" + connection.name() + "\" could not be compared, so nothing is repaired: "
                                    + finding.error());
                }
                String action = finding.action();
                if (action != null && kinds.contains(finding.kind())) {
                    items.add(
                            action.equals(RepairCalls.FORGET)
                                    ? new RepairItem(action, null, finding.registrationId())
                                    : new RepairItem(action, finding.table(), null));
                }
            });
        }
        return items;
    }

    private static StrandlineException tooMany(
            Connection connection, Set<FindingKind> kinds, int found, long most, boolean dryRun, CallContext call) {
        String message = found + " findings of connection \"" + connection.name() + "\" could be repaired, more than"
                + " max_repairs => " + most
                + ": none was. Look at reconcile.findings; then raise max_repairs, or repair"
                + " them by name.";
        if (!dryRun) {
            Intent intent = new Intent(
                    SWEEP,
                    SqlNames.quoteIfNeeded(connection.name()) + ": " + RepairKinds.text(EnumSet.copyOf(kinds)),
                    ProofText.object()
                            .put("provable", found)
                            .put("max_repairs", most)
                            .toString());
            call.effects().refuse(intent, "max_repairs", message);
        }
        return new StrandlineException(ErrorCode.REFUSED, message);
    }
}
