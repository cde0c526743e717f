package io.strandline.catalog;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.catalog.PlanStep.Action;
import io.strandline.catalog.PlanStep.Verdict;
import io.strandline.catalog.ReconcileOutcome.Kind;
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
import org.jspecify.annotations.Nullable;

/**
 * Drops tables: the entry of the catalog goes, the files stay where they are. A table whose metadata is gone can be dropped,
 * too. Thread-safe.
 */
public final class TableDrops {
    static final String ACTION = "catalog.drop_table";

    private final Catalogs catalogs;
    private final Clock clock;

    /** From those catalogs. */
    public TableDrops(Catalogs catalogs, Clock clock) {
        this.catalogs = catalogs;
        this.clock = clock;
    }

    /**
     * Drops a table.
     *
     * @param ifExists whether a table that is not there is no error, but a warning
     * @throws StrandlineException {@code NO_SUCH_TABLE}; {@code REFUSED} for a view, and where a drop deletes files; {@code
     *     BACKEND} if it failed, nothing changed; {@code OUTCOME_UNKNOWN}; {@code NOT_ALLOWED}
     */
    public ReconcileOutcome drop(TableRef table, boolean ifExists, boolean dryRun, CallContext call) {
        call.caller().require(Role.ADMIN, "dropping " + table);
        call.caller().requireUnlimited("dropping a table");
        TableCatalog catalog = catalogs.get(table.catalog());
        Optional<TableEntry> entry = catalog.find(table, call);
        if (entry.isEmpty()) {
            if (!ifExists) {
                throw TableStatements.noTable(table);
            }
            call.warn("table " + table + " is not there; nothing was changed.");
            return new ReconcileOutcome(table, Kind.UNCHANGED, Plan.none(), "unchanged");
        }
        Optional<TableState> state = state(catalog, table, call);
        boolean isTable = entry.orElseThrow().type() == TableType.TABLE
                && state.map(TableState::type).orElse(TableType.TABLE) == TableType.TABLE;
        Intent intent = intent(table, state);
        requireMayBeDropped(catalog, isTable, intent, dryRun, call);
        Plan plan = plan(table, state);
        if (dryRun) {
            return new ReconcileOutcome(table, Kind.PLANNED, plan, "dry_run");
        }
        Outcome outcome = call.effects()
                .carryOut(
                        intent,
                        () -> catalog.drop(table, call)
                                ? Outcome.ofDone()
                                : Outcome.refused("no_such_table", table + " was gone before it was dropped."));
        return new ReconcileOutcome(table, Kind.DROPPED, plan, requireDone(table, outcome));
    }

    /** Its state, where it can be read: an entry whose metadata is gone is dropped without. */
    private static Optional<TableState> state(TableCatalog catalog, TableRef table, CallContext call) {
        try {
            return catalog.describe(table, call);
        } catch (StrandlineException e) {
            if (e.code() == ErrorCode.METADATA_MISSING || e.code() == ErrorCode.METADATA_UNREADABLE) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static void requireMayBeDropped(
            TableCatalog catalog, boolean isTable, Intent intent, boolean dryRun, CallContext call) {
        String against = !isTable
                ? intent.target() + " is a view. Only tables are dropped here; use the engine that owns the view."
                : catalog.dropKeepsFiles()
                        ? null
                        : intent.target() + ": a drop in a catalog of type " + catalog.type()
                                + " deletes the table's files, so it is not made. Use the engine that owns the table.";
        if (against != null) {
            if (!dryRun) {
                call.effects().refuse(intent, "refused", against);
            }
            throw new StrandlineException(ErrorCode.REFUSED, against);
        }
    }

    private static Plan plan(TableRef table, Optional<TableState> state) {
        PlanStep step = new PlanStep(
                Verdict.ALLOW,
                Action.DROP_TABLE,
                null,
                state.map(TableState::location).orElse(table.toString()),
                null,
                null);
        return new Plan(List.of(step), List.of(), List.of(), Plan.none().target());
    }

    private static Intent intent(TableRef table, Optional<TableState> state) {
        ObjectNode proof = IntentProof.of(table)
                .put("uuid", state.map(TableState::uuid).orElse(null))
                .put(
                        "metadata_location",
                        state.map(TableState::metadataLocation).orElse(null))
                .put("location", state.map(TableState::location).orElse(null));
        return new Intent(ACTION, table.toString(), proof.toString());
    }

    private static @Nullable String requireDone(TableRef table, Outcome outcome) {
        if (outcome instanceof Outcome.Done done) {
            return done.reason();
        }
        if (outcome instanceof Outcome.Refused refused) {
            throw new StrandlineException(
                    refused.reason().equals("no_such_table") ? ErrorCode.NO_SUCH_TABLE : ErrorCode.BACKEND,
                    table + " was not dropped: " + refused.detail());
        }
        throw new StrandlineException(
                ErrorCode.OUTCOME_UNKNOWN,
                table + ": whether it was dropped is not known: " + outcome.detail()
                        + ". Look at catalog.tables before you try again.");
    }

    /** Who finds out whether a table was dropped: the catalog tells (GW-1). */
    public Map<String, EffectResolver> resolvers() {
        return Map.of(ACTION, this::resolve);
    }

    /** Gone: done. There: not, unless it is another one that got the name since. */
    private Outcome resolve(Intent intent) {
        IntentProof proof = IntentProof.read(intent);
        TableRef table = proof.table();
        CallContext call = new SystemCall(clock.instant());
        TableCatalog catalog = catalogs.get(table.catalog());
        if (!catalog.exists(table, call)) {
            return Outcome.ofDone();
        }
        Optional<String> before = proof.optionalText("uuid");
        Optional<String> now = state(catalog, table, call).map(TableState::uuid);
        return before.isPresent() && now.isPresent() && !before.equals(now)
                ? new Outcome.Done("replaced", "another table has the name now")
                : Outcome.refused("exec_failed", table + " is there; it was not dropped.");
    }
}
