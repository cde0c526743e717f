package io.strandline.gateway.call;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.JournaledChange;
import io.strandline.gateway.sql.StatementCall;
import io.strandline.gateway.sql.StatementExecution;
import io.strandline.store.Journal;

/** The outcome of a call that ended before, for who asks again under its key (GW-2). */
record PastCall(JournaledChange change, Journal.Entry entry, StatementExecution execution) {

    /**
     * The same rows and warnings, or the same error.
     *
     * @throws StrandlineException the error it ended with; {@code OUTCOME_UNKNOWN}; {@code REFUSED} where it is done but its
     *     answer was not kept
     */
    Answer answer() {
        if (entry.sqlState() != null) {
            throw new StrandlineException(
                    ErrorCode.ofVendorCode(entry.vendorCode()).orElse(ErrorCode.INTERNAL),
                    entry.message() == null ? "the call failed" : entry.message());
        }
        if (entry.answer() != null) {
            return kept();
        }
        return switch (entry.state()) {
            case DONE -> kept();
            case REFUSED ->
                throw new StrandlineException(
                        ErrorCode.REFUSED,
                        "the call under key " + entry.key()
                                + " did not run and changed nothing. Call again under a new key.");
            case STARTED, UNKNOWN ->
                throw new StrandlineException(
                        ErrorCode.OUTCOME_UNKNOWN,
                        "the outcome of the call under key " + entry.key()
                                + " is unknown. Look at its target and at runtime.audit, then call again under a new key.");
        };
    }

    private Answer kept() {
        String text = entry.answer();
        if (text == null) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    "the call under key " + entry.key() + " is done, but its answer was not kept: "
                            + (change.keepsAnswer() ? "it was lost or too large" : "it holds secrets")
                            + ". runtime.audit lists its changes; call again under a new key for a new answer.");
        }
        AnswerCodec.Kept kept;
        try {
            kept = new AnswerCodec(change.answerTypes()).read(text);
        } catch (IllegalArgumentException e) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    "the call under key " + entry.key() + " is done, but its answer was kept by another version."
                            + " runtime.audit lists its changes; call again under a new key for a new answer.",
                    e);
        }
        kept.warnings().forEach(execution::warn);
        return change.answer(kept.rows().iterator(), new StatementCall(execution, null));
    }
}
