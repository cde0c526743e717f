package io.strandline.reconcile;

import static java.util.Objects.requireNonNull;

import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Role;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.registry.Connection;
import io.strandline.registry.Connections;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Carries out repairs, each proved again at the moment it is made (REC-9 to REC-14). Thread-safe. */
public final class Repairs {
    private final Connections connections;
    private final Resolvers resolvers;
    private final Map<String, Repair> actions;

    /** Repairs on those connections, proved by that evidence. */
    public Repairs(Connections connections, Evidence evidence, Clock clock) {
        this.connections = connections;
        this.resolvers = new Resolvers(evidence, clock);
        this.actions = Map.of(
                RepairCalls.DROP, new DropRepair(evidence),
                RepairCalls.FORGET, new ForgetRepair(evidence));
    }

    /** Who finds out how a repair ended (GW-1). */
    public Map<String, EffectResolver> resolvers() {
        return resolvers.byAction();
    }

    /**
     * Carries out the repairs in order: one row each, refusals too, and one that fails does not stop the rest. All are
     * proved before the first change is made; each is proved once more right before its own.
     *
     * @param dryRun prove, say what would be done, and do nothing
     * @throws StrandlineException before any backend is asked: {@code NOT_ALLOWED} without the role, {@code NO_SUCH_OBJECT}
     *     for an unknown connection, {@code REFUSED} for one without a scratch target, {@code READ_ONLY} (REC-14)
     */
    public List<RepairOutcome> carryOut(
            String connectionName, List<RepairItem> items, boolean dryRun, CallContext statement) {
        CallContext call = new AtTheMoment(statement);
        call.caller().require(Role.ADMIN, "repair");
        Connection connection = connections.get(connectionName);
        connection.requireWritable();
        List<Repair.Verdict> verdicts = new ArrayList<>();
        for (RepairItem item : items) {
            call.checkpoint();
            verdicts.add(prove(new Repair.Request(connection, item), call));
        }
        List<RepairOutcome> outcomes = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            call.checkpoint();
            outcomes.add(
                    carryOut(new Repair.Request(connection, items.get(i)), verdicts.get(i), dryRun, outcomes, call));
        }
        return List.copyOf(outcomes);
    }

    private Repair.Verdict prove(Repair.Request request, CallContext call) {
        Repair repair = actions.get(request.item().action());
        return repair == null
                ? new Repair.NotProved(
                        Reason.UNKNOWN_ACTION,
                        "action \"" + Text.cut(request.item().action(), 100) + "\" is neither drop nor forget.")
                : repair.prove(request, call);
    }

    private RepairOutcome carryOut(
            Repair.Request request,
            Repair.Verdict verdict,
            boolean dryRun,
            List<RepairOutcome> before,
            CallContext call) {
        RepairItem item = request.item();
        if (dryRun || verdict instanceof Repair.NotProved) {
            RepairOutcome outcome = verdict instanceof Repair.NotProved not
                    ? RepairOutcome.notMade(item, not.reason(), not.detail())
                    : RepairOutcome.notMade(item, Reason.DRY_RUN, ((Repair.Proved) verdict).plan());
            return dryRun ? outcome : orRow(before, outcome, () -> audit(request, outcome, call));
        }
        Repair.Proved proved = (Repair.Proved) verdict;
        Repair repair = requireNonNull(actions.get(item.action()));
        RepairOutcome notSent = RepairOutcome.notMade(item, Reason.EXEC_FAILED, "the store failed; nothing was sent.");
        return orRow(
                before,
                notSent,
                () -> RepairOutcome.of(
                        item,
                        call.effects().carryOut(proved.intent(), () -> repair.make(request, proved, call)),
                        proved.plan()));
    }

    private static RepairOutcome audit(Repair.Request request, RepairOutcome outcome, CallContext call) {
        call.effects().refuse(refused(request), requireNonNull(outcome.reason()), outcome.detail());
        return outcome;
    }

    /** A store that fails ends the call, unless a change before was made: its caller must learn of that one. */
    private static RepairOutcome orRow(List<RepairOutcome> before, RepairOutcome row, Supplier<RepairOutcome> step) {
        try {
            return step.get();
        } catch (StrandlineException e) {
            if (e.code() != ErrorCode.STORE || before.stream().noneMatch(RepairOutcome::done)) {
                throw e;
            }
            return row;
        }
    }

    /** What the audit shows of a repair that was not begun. */
    private static Intent refused(Repair.Request request) {
        RepairItem item = request.item();
        String object = RepairCalls.FORGET.equals(item.action()) ? item.registrationId() : item.tableName();
        String action = RepairCalls.FORGET.equals(item.action())
                ? ForgetRepair.ACTION
                : RepairCalls.DROP.equals(item.action()) ? DropRepair.ACTION : "reconcile.repair";
        return new Intent(
                action,
                SqlNames.quoteIfNeeded(request.connection().name()) + ": "
                        + (object == null ? "nothing named" : SqlNames.literal(Text.cut(object, 300))),
                "{}");
    }
}
