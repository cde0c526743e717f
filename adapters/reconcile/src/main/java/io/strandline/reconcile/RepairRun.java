package io.strandline.reconcile;

import static java.util.Objects.requireNonNull;

import io.strandline.common.AtTheMoment;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.registry.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** The repairs that one statement makes on one connection: each a change of its own, a row each (REC-9, REC-13). Used once. */
final class RepairRun {
    private final Connection connection;
    private final Map<String, Repair> actions;
    private final LooksAgain looks;
    private final ListedNames listed;
    private final boolean dryRun;
    private final CallContext call;
    private final List<RepairOutcome> rows = new ArrayList<>();
    private boolean changed;
    private long items;

    /** A run that has made nothing yet. The call keeps nothing it read: see {@link AtTheMoment}. */
    RepairRun(Connection connection, Map<String, Repair> actions, Evidence evidence, boolean dryRun, CallContext call) {
        this.connection = connection;
        this.actions = actions;
        this.looks = new LooksAgain(evidence, connection);
        this.listed = new ListedNames(evidence, call);
        this.dryRun = dryRun;
        this.call = call;
    }

    /** Says how many items there are to be made, for who watches. */
    void begin(long count) {
        items = count;
        call.progress(0, OptionalLong.of(count), "repairs");
    }

    Repair.Verdict prove(RepairItem item) {
        call.checkpoint();
        Repair repair = actions.get(item.action());
        return repair == null
                ? new Repair.NotProved(
                        Reason.UNKNOWN_ACTION,
                        "action \"" + Text.cut(item.action(), 100) + "\" is neither drop nor forget.")
                : repair.prove(request(item), call);
    }

    private Repair.Request request(RepairItem item) {
        return new Repair.Request(connection, item, listed);
    }

    /** Makes it if it was proved, and it is not a dry run. Before each is a safe point: a cancel leaves whole items only. */
    void make(RepairItem item, Repair.Verdict verdict) {
        call.checkpoint();
        RepairOutcome row = outcome(request(item), verdict);
        rows.add(row);
        call.progress(rows.size(), OptionalLong.of(items), "repairs");
        changed |= row.done();
        if (verdict instanceof Repair.Proved proved
                && (row.done() || Reason.OUTCOME_UNKNOWN.text().equals(row.reason()))) {
            looks.dropped(proved.intent());
        }
    }

    /** A row for each item in order, and then one for each registration that the drops made it look at again (REC-15). */
    List<RepairOutcome> end() {
        rows.addAll(looks.look(call));
        return List.copyOf(rows);
    }

    private RepairOutcome outcome(Repair.Request request, Repair.Verdict verdict) {
        RepairItem item = request.item();
        if (verdict instanceof Repair.NotProved not) {
            RepairOutcome refused = RepairOutcome.notMade(item, not.reason(), not.detail());
            return dryRun ? refused : orRow(refused, () -> audit(request, refused));
        }
        Repair.Proved proved = (Repair.Proved) verdict;
        if (dryRun) {
            return RepairOutcome.notMade(item, Reason.DRY_RUN, proved.plan());
        }
        Repair repair = requireNonNull(actions.get(item.action()));
        return orRow(
                RepairOutcome.notMade(item, Reason.EXEC_FAILED, "the store failed; nothing was sent."),
                () -> RepairOutcome.of(
                        item,
                        call.effects().carryOut(proved.intent(), () -> repair.make(request, proved, call)),
                        proved.plan()));
    }

    private RepairOutcome audit(Repair.Request request, RepairOutcome outcome) {
        call.effects().refuse(refused(request), requireNonNull(outcome.reason()), outcome.detail());
        return outcome;
    }

    /** A store that fails ends the call, unless a change before was made: its caller must learn of that one. */
    private RepairOutcome orRow(RepairOutcome row, Supplier<RepairOutcome> step) {
        try {
            return step.get();
        } catch (StrandlineException e) {
            if (e.code() != ErrorCode.STORE || !changed) {
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
