package io.strandline.reconcile;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.catalog.TableState;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.reconcile.DropSteps.Step;
import io.strandline.registry.Connection;
import io.strandline.registry.Registration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Drops an orphan that can be proved to be ours; its files stay (REC-10). */
final class DropRepair implements Repair {
    static final String ACTION = "reconcile.drop";

    private final Evidence evidence;
    private final Set<Step> steps;

    DropRepair(Evidence evidence) {
        this(evidence, EnumSet.allOf(Step.class));
    }

    /** With those steps only: so a test shows that each of them is needed. */
    DropRepair(Evidence evidence, Set<Step> steps) {
        this.evidence = evidence;
        this.steps = steps;
    }

    @Override
    public Verdict prove(Request request, CallContext call) {
        String name = request.item().tableName();
        if (name == null || name.isEmpty()) {
            return new NotProved(Reason.MISSING_ARGUMENT, "drop needs table_name.");
        }
        TableRef table = request.connection().table(name);
        try {
            DropSteps look = new DropSteps(evidence, request.connection(), table, call);
            Optional<NotProved> against = look.firstAgainst(steps);
            return against.isPresent()
                    ? against.orElseThrow()
                    : new Proved(
                            intent(request.connection(), table, look),
                            "drop the entry of " + table + "; its files stay.");
        } catch (StrandlineException e) {
            Evidence.rethrowIfEnded(e);
            if (e.code() == ErrorCode.METADATA_MISSING || e.code() == ErrorCode.METADATA_UNREADABLE) {
                return new NotProved(
                        Reason.NOT_PROVABLE,
                        StrandlineException.describe(e) + " Where " + table
                                + " lies is not known, so it proves nothing.");
            }
            return new NotProved(Reason.LOOKUP_FAILED, StrandlineException.describe(e));
        }
    }

    private static Intent intent(Connection connection, TableRef table, DropSteps look) {
        Optional<TableState> state = look.state();
        ObjectNode json = ProofText.of(table)
                .put("uuid", state.map(TableState::uuid).orElse(null))
                .put(
                        "metadata_location",
                        state.map(TableState::metadataLocation).orElse(null))
                .put("location", state.map(TableState::location).orElse(null));
        Proof proof = look.proof().orElse(null);
        if (proof instanceof Proof.StoredFile stored) {
            describe(json, "stored_file", stored.source());
        } else if (proof instanceof Proof.ManagedResource managed) {
            describe(json, "managed_resource", managed.source());
        }
        return new Intent(ACTION, SqlNames.quoteIfNeeded(connection.name()) + ": " + table, json.toString());
    }

    private static void describe(ObjectNode json, String proof, SourceRef source) {
        json.put("proof", proof)
                .put("source_kind", source.kind())
                .put("source_id", source.id())
                .put("source_exists", source.exists());
    }

    @Override
    public Outcome make(Request request, Proved proved, CallContext call) {
        ProofText before = ProofText.read(proved.intent());
        TableRef table = before.table();
        if (steps.contains(Step.PROVED_AGAIN)) {
            Verdict again = prove(request, call);
            if (again instanceof NotProved not) {
                return Outcome.refused(not.reason().text(), not.detail());
            }
            ProofText now = ProofText.read(((Proved) again).intent());
            if (steps.contains(Step.IS_THE_SAME)
                    && !Objects.equals(before.optionalText("uuid"), now.optionalText("uuid"))) {
                return Outcome.refused(
                        Reason.NOT_PROVABLE.text(), table + " was replaced by another table since it was proved.");
            }
        }
        Optional<Registration> holder = steps.contains(Step.STILL_FREE)
                ? evidence.registrations().byName(request.connection().name(), table)
                : Optional.empty();
        if (holder.isPresent()) {
            return Outcome.refused(
                    Reason.REGISTERED.text(),
                    table + " was registered as " + holder.orElseThrow().id() + " since it was proved.");
        }
        // what this throws, the journal settles by reading the table again
        return evidence.catalog(table.catalog()).drop(table, call)
                ? Outcome.ofDone()
                : Outcome.refused(Reason.NO_SUCH_TABLE.text(), table + " was gone before it was dropped.");
    }
}
