package io.strandline.reconcile;

import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableState;
import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.common.SystemCall;
import io.strandline.common.TableRef;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/** Finds out by reading again how a repair ended whose answer was lost (GW-1). Changes nothing. */
final class Resolvers {
    private final Evidence evidence;
    private final Clock clock;

    Resolvers(Evidence evidence, Clock clock) {
        this.evidence = evidence;
        this.clock = clock;
    }

    Map<String, EffectResolver> byAction() {
        return Map.of(DropRepair.ACTION, this::drop, ForgetRepair.ACTION, this::forget);
    }

    /** Absent or another table: dropped. The same table: not. Not readable: nobody knows. */
    private Outcome drop(Intent intent) {
        try {
            ProofText proof = ProofText.read(intent);
            TableRef table = proof.table();
            TableCatalog catalog = evidence.catalog(table.catalog());
            CallContext call = new SystemCall(clock.instant());
            if (!catalog.exists(table, call)) {
                return Outcome.ofDone();
            }
            Optional<TableState> state = catalog.describe(table, call);
            if (state.isEmpty()) {
                return Outcome.unknown(table + " is neither absent nor a table that can be read.");
            }
            return isSame(proof, state.orElseThrow())
                    ? Outcome.refused(Reason.EXEC_FAILED.text(), table + " is still there; it was not dropped.")
                    : new Outcome.Done(null, "the table was dropped; another one of its name was made since.");
        } catch (StrandlineException e) {
            return Outcome.unknown("it could not be read again: " + StrandlineException.describe(e));
        }
    }

    private static boolean isSame(ProofText proof, TableState state) {
        Optional<String> uuid = proof.optionalText("uuid");
        return uuid.isPresent()
                ? uuid.equals(Optional.ofNullable(state.uuid()))
                : proof.optionalText("metadata_location").equals(Optional.ofNullable(state.metadataLocation()));
    }

    private Outcome forget(Intent intent) {
        try {
            String id = ProofText.read(intent).text("registration_id");
            return evidence.registrations().byId(id).isEmpty()
                    ? Outcome.ofDone()
                    : Outcome.refused(Reason.EXEC_FAILED.text(), "registration " + id + " is still there.");
        } catch (StrandlineException e) {
            return Outcome.unknown("it could not be read again: " + StrandlineException.describe(e));
        }
    }
}
