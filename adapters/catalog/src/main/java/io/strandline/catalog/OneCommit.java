package io.strandline.catalog;

import io.strandline.catalog.RefDecision.Make;
import io.strandline.catalog.RefDecision.Refuse;
import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.common.SystemCall;
import io.strandline.common.TableRef;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A change of a table's history as one commit: the table is described, what is to become of it decided, and that committed
 * under the journal; again if somebody else was faster (GW-1, CAT-9, CAT-18). Thread-safe.
 */
final class OneCommit {
    private static final String PREFIX = "catalog.";

    private final Catalogs catalogs;
    private final Clock clock;
    private final int maxAttempts;

    OneCommit(Catalogs catalogs, Clock clock, int maxAttempts) {
        this.catalogs = catalogs;
        this.clock = clock;
        this.maxAttempts = maxAttempts;
    }

    /**
     * How it ended.
     *
     * @param live the state that was decided for
     * @param done whether the table has it now
     * @param reason {@code dry_run}, {@code unchanged} or {@code audit_failed}; null if there is nothing to add
     */
    record Made(
            TableState live,
            RefDecision decision,
            boolean done,
            @Nullable String reason) {}

    /**
     * Decides and commits.
     *
     * @param procedure what was called; its action in the journal is {@code catalog.} and this
     * @throws StrandlineException {@code REFUSED} if that is the decision; {@code NO_SUCH_TABLE}; {@code CONFLICT} if somebody
     *     else was faster each time; {@code OUTCOME_UNKNOWN}; what {@link TableCatalog#describe} throws
     */
    Made carryOut(
            String procedure,
            TableRef table,
            Function<TableState, RefDecision> decide,
            boolean dryRun,
            CallContext call) {
        TableCatalog catalog = catalogs.get(table.catalog());
        for (int attempt = 1; attempt <= maxAttempts; attempt++) {
            TableState live = requireTable(catalog, table, call);
            RefDecision decision = decide.apply(live);
            if (decision instanceof Refuse refuse) {
                throw refused(procedure, table, live, refuse, dryRun, call);
            }
            if (!(decision instanceof Make make)) {
                return new Made(live, decision, true, "unchanged");
            }
            if (dryRun) {
                return new Made(live, decision, false, "dry_run");
            }
            Intent intent = ChangeProof.intent(PREFIX + procedure, table, live, make.change());
            Outcome outcome = call.effects()
                    .carryOut(intent, () -> CommitEnd.of(() -> catalog.commit(table, live, make.change(), call)));
            if (CommitEnd.isMade(table, outcome, "catalog.snapshots and catalog.refs")) {
                return new Made(live, decision, true, outcome.reason());
            }
        }
        throw CommitEnd.alwaysBeaten(table, maxAttempts);
    }

    private static StrandlineException refused(
            String procedure, TableRef table, TableState live, Refuse refuse, boolean dryRun, CallContext call) {
        String message = table + ": " + refuse.message() + " Nothing was changed.";
        if (!dryRun) {
            call.effects().refuse(ChangeProof.refused(PREFIX + procedure, table, live), refuse.reason(), message);
        }
        return new StrandlineException(ErrorCode.REFUSED, message);
    }

    /**
     * The table as it is now.
     *
     * @throws StrandlineException {@code NO_SUCH_TABLE}, {@code NOT_SUPPORTED} for a view
     */
    static TableState requireTable(TableCatalog catalog, TableRef table, CallContext call) {
        TableState live = catalog.describe(table, call).orElseThrow(() -> noTable(table));
        if (live.type() != TableType.TABLE) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED, table + " is a view; it has no snapshots. Nothing was changed.");
        }
        return live;
    }

    static StrandlineException noTable(TableRef table) {
        return new StrandlineException(
                ErrorCode.NO_SUCH_TABLE,
                "there is no table " + table + ". SELECT table_name FROM catalog.tables lists those there are.");
    }

    /** Finds out how a change that was begun ended: the table itself tells. */
    EffectResolver resolver() {
        return intent -> {
            IntentProof proof = IntentProof.read(intent);
            TableRef table = proof.table();
            Optional<TableState> live = catalogs.get(table.catalog()).describe(table, new SystemCall(clock.instant()));
            if (live.isEmpty()) {
                return Outcome.unknown(table + " is not there any more.");
            }
            if (ChangeProof.isMade(proof, live.orElseThrow())) {
                return Outcome.ofDone();
            }
            return proof.optionalText("metadata_location").equals(live.map(TableState::metadataLocation))
                    ? Outcome.refused("exec_failed", table + " is as it was; it was not changed.")
                    : Outcome.unknown(table + " is neither as it was nor as it was to be.");
        };
    }
}
