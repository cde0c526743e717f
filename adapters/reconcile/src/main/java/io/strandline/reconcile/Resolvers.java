package io.strandline.reconcile;

import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableState;
import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.EffectResolver;
import io.strandline.common.Effects;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

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
            CallContext call = new Reading(clock.instant());
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

    /** The context of a reading that no statement asked for: nothing ends it but the backend's own time limit. */
    private record Reading(Instant startedAt) implements CallContext {
        @Override
        public Caller caller() {
            return new Caller("strandline", Role.READER);
        }

        @Override
        public String statementId() {
            return "resolving";
        }

        @Override
        public void checkpoint() {
            // no statement, so nobody cancels it
        }

        @Override
        public void warn(String message) {
            // no answer to add it to
        }

        @Override
        public <T> T once(Object key, Supplier<T> supplier) {
            return supplier.get();
        }

        @Override
        public Effects effects() {
            throw new IllegalStateException("a reading changes nothing");
        }
    }
}
