package io.strandline.catalog;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.catalog.ReconcileOutcome.Kind;
import io.strandline.catalog.Wish.Wanted;
import io.strandline.catalog.Wish.Way;
import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.SystemCall;
import io.strandline.common.TableRef;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Brings tables to their desired state: describe, plan, execute (CAT-3), again if somebody else was faster (CAT-9).
 * Thread-safe.
 */
public final class TableReconciler {
    /** How often a table is described and planned anew by default. */
    public static final int DEFAULT_ATTEMPTS = 4;

    private static final Way AS_DECLARED = new Way(
            "catalog.reconcile_table",
            "Change the desired table, or allow what may be allowed; dry_run => true shows the whole plan.");

    private final Catalogs catalogs;
    private final Planner planner;
    private final Clock clock;
    private final int maxAttempts;

    /**
     * A reconciler.
     *
     * @param maxAttempts {@code reconcile.max-attempts}, at least 1
     */
    public TableReconciler(Catalogs catalogs, Planner planner, Clock clock, int maxAttempts) {
        if (maxAttempts < 1) {
            throw new IllegalArgumentException("max-attempts is " + maxAttempts);
        }
        this.catalogs = catalogs;
        this.planner = planner;
        this.clock = clock;
        this.maxAttempts = maxAttempts;
    }

    /**
     * The plan against the table as it is now. Changes nothing.
     *
     * @throws StrandlineException {@code BAD_ARGUMENT} for JSON that is no desired table; what {@link TableCatalog#describe}
     *     throws
     */
    public Plan plan(TableRef table, String desired, Set<ChangeClass> allow, CallContext call) {
        return planner.plan(
                DesiredJson.parse(table, desired), catalogs.get(table.catalog()).describe(table, call), allow);
    }

    /**
     * Brings a table to its desired state, as one commit.
     *
     * @throws StrandlineException {@code REFUSED} naming all refusals, nothing changed; {@code CONFLICT} if somebody else was
     *     faster each time; {@code BACKEND} if it failed, nothing changed; {@code OUTCOME_UNKNOWN}; {@code NOT_ALLOWED}
     */
    public ReconcileOutcome reconcile(TableRef table, String desired, ReconcileOptions options, CallContext call) {
        Optional<Wanted> wanted = Optional.of(new Wanted(DesiredJson.parse(table, desired), options.allow(), desired));
        return bring(table, live -> wanted, AS_DECLARED, options.dryRun(), call);
    }

    /**
     * Brings a table to what is wanted of it, as one commit; what that is may depend on what the table is.
     *
     * @throws StrandlineException as {@link #reconcile} throws it, and what the wish throws
     */
    ReconcileOutcome bring(TableRef table, Wish wish, Way way, boolean dryRun, CallContext call) {
        call.caller().require(Role.OPERATOR, way.action());
        TableCatalog catalog = catalogs.get(table.catalog());
        for (int attempt = 1; attempt <= maxAttempts; attempt++) {
            Optional<TableState> live = catalog.describe(table, call);
            Optional<Wanted> wanted = wish.of(live);
            if (wanted.isEmpty()) {
                return new ReconcileOutcome(table, Kind.UNCHANGED, Plan.none(), "unchanged");
            }
            Wanted shall = wanted.orElseThrow();
            Plan plan = planner.plan(shall.table(), live, shall.allow());
            if (dryRun) {
                return new ReconcileOutcome(table, Kind.PLANNED, plan, "dry_run");
            }
            Intent intent = intent(table, way.action(), shall, live);
            requireNoRefusals(intent, plan, way, call);
            if (plan.isEmpty()) {
                return new ReconcileOutcome(table, Kind.UNCHANGED, plan, "unchanged");
            }
            Outcome outcome = call.effects()
                    .carryOut(intent, () -> CommitEnd.of(() -> catalog.commit(table, live, plan.target(), call)));
            if (CommitEnd.isMade(table, outcome, "catalog.plans")) {
                return new ReconcileOutcome(
                        table, live.isEmpty() ? Kind.CREATED : Kind.ALTERED, plan, outcome.reason());
            }
        }
        throw CommitEnd.alwaysBeaten(table, maxAttempts);
    }

    /** The time by which it goes. */
    Clock clock() {
        return clock;
    }

    private static void requireNoRefusals(Intent intent, Plan plan, Way way, CallContext call) {
        if (plan.refusals().isEmpty()) {
            return;
        }
        List<PlanStep> refusals = plan.refusals();
        String message = intent.target() + ": nothing was changed, since "
                + (refusals.size() == 1 ? "1 step is refused: " : refusals.size() + " steps are refused: ")
                + refusals.stream().map(PlanStep::text).collect(Collectors.joining("; "))
                + ". " + way.advice();
        call.effects().refuse(intent, "refused", message);
        throw new StrandlineException(ErrorCode.REFUSED, message);
    }

    private static Intent intent(TableRef table, String action, Wanted wanted, Optional<TableState> live) {
        ObjectNode proof = IntentProof.of(table)
                .put("uuid", live.map(TableState::uuid).orElse(null))
                .put("metadata_location", live.map(TableState::metadataLocation).orElse(null))
                .put("desired", wanted.json());
        wanted.allow().stream().map(ChangeClass::text).sorted().forEach(proof.putArray("allow")::add);
        return new Intent(action, table.toString(), proof.toString());
    }

    /** Who finds out how a change of a table ended: the table itself tells (GW-1, CAT-18). */
    public Map<String, EffectResolver> resolvers() {
        return Map.of(
                AS_DECLARED.action(), this::resolve,
                TableStatements.CREATE.action(), this::resolve,
                TableStatements.ALTER.action(), this::resolve);
    }

    /** As desired: done. As it was: not. Otherwise somebody may have changed it after us: nobody knows. */
    private Outcome resolve(Intent intent) {
        IntentProof proof = IntentProof.read(intent);
        TableRef table = proof.table();
        Optional<String> before = proof.optionalText("metadata_location");
        Optional<TableState> live = catalogs.get(table.catalog()).describe(table, new SystemCall(clock.instant()));
        if (live.isEmpty()) {
            return before.isEmpty()
                    ? Outcome.refused("exec_failed", table + " is not there; it was not created.")
                    : Outcome.unknown(table + " is not there any more.");
        }
        if (isAsWanted(table, proof, live)) {
            return Outcome.ofDone();
        }
        return before.isPresent() && before.equals(live.map(TableState::metadataLocation))
                ? Outcome.refused("exec_failed", table + " is as it was; it was not changed.")
                : Outcome.unknown(table + " is neither as it was nor as it was to be.");
    }

    private boolean isAsWanted(TableRef table, IntentProof proof, Optional<TableState> live) {
        try {
            return planner.plan(
                            DesiredJson.parse(table, proof.text("desired")), live, ChangeClass.of(proof.texts("allow")))
                    .isEmpty();
        } catch (StrandlineException e) {
            if (e.code() != ErrorCode.BAD_ARGUMENT) {
                throw e;
            }
            // a table with a column of a type that nobody can declare yet, changed otherwise
            return false;
        }
    }
}
