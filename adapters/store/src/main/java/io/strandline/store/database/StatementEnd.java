package io.strandline.store.database;

import io.strandline.common.ErrorCode;
import io.strandline.store.Journal.State;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** How a statement ended, as its row says it. */
record StatementEnd(
        State state,
        Instant at,
        @Nullable String answer,
        @Nullable String sqlState,
        int vendorCode,
        @Nullable String message) {

    /** UNKNOWN if one effect is, DONE if one is, else {@code otherwise}. */
    static State of(Collection<State> effects, State otherwise) {
        if (effects.contains(State.UNKNOWN)) {
            return State.UNKNOWN;
        }
        return effects.contains(State.DONE) ? State.DONE : otherwise;
    }

    /** The end of a statement whose gateway died before it ended it, with all of its effects resolved. */
    static StatementEnd resolved(String statementId, String gatewayId, Collection<State> effects, Instant at) {
        State state = of(effects, State.REFUSED);
        String gone = "statement " + statementId + " lost its gateway " + gatewayId;
        String counted = Collections.frequency(effects, State.DONE) + " of the " + effects.size()
                + " changes it had begun are done, " + Collections.frequency(effects, State.UNKNOWN)
                + " are unknown; SELECT * FROM runtime.audit WHERE statement_id = '" + statementId + "' lists them.";
        return switch (state) {
            case UNKNOWN ->
                new StatementEnd(
                        state,
                        at,
                        null,
                        ErrorCode.OUTCOME_UNKNOWN.sqlState(),
                        ErrorCode.OUTCOME_UNKNOWN.vendorCode(),
                        gone + " before it ended: " + counted);
            case DONE -> new StatementEnd(state, at, null, null, 0, gone + " before it answered: " + counted);
            case REFUSED, STARTED ->
                new StatementEnd(
                        State.REFUSED,
                        at,
                        null,
                        ErrorCode.REFUSED.sqlState(),
                        ErrorCode.REFUSED.vendorCode(),
                        gone
                                + (effects.isEmpty()
                                        ? " before it changed anything: it was not executed."
                                        : " and changed nothing: none of the changes it had begun was made.")
                                + " Run it again under a new key.");
        };
    }
}
