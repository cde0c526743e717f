package io.strandline.catalog;

import io.strandline.common.ErrorCode;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import java.util.EnumSet;
import java.util.Set;

/** How the change of a table ended: for the journal, and for who asked for it (GW-1, CAT-9, CAT-18). */
final class CommitEnd {
    /** Errors that say themselves that nothing was changed. */
    private static final Set<ErrorCode> NOT_CHANGED = EnumSet.of(
            ErrorCode.CONFLICT,
            ErrorCode.REFUSED,
            ErrorCode.NO_SUCH_SCHEMA,
            ErrorCode.NO_SUCH_TABLE,
            ErrorCode.NOT_SUPPORTED,
            ErrorCode.METADATA_MISSING,
            ErrorCode.METADATA_UNREADABLE,
            ErrorCode.LIMIT_EXCEEDED);

    private CommitEnd() {}

    /** Makes the change; an error that leaves its outcome open is thrown, for the journal to read the table again. */
    static Outcome of(Runnable change) {
        try {
            change.run();
            return Outcome.ofDone();
        } catch (StrandlineException e) {
            if (NOT_CHANGED.contains(e.code())) {
                return Outcome.refused(Text.lower(e.code().name()), e.getMessage());
            }
            throw e;
        }
    }

    /**
     * Whether it was made; false if somebody else was faster.
     *
     * @param look where to look before trying again
     * @throws StrandlineException if it failed for another reason, or if nobody knows
     */
    static boolean isMade(TableRef table, Outcome outcome, String look) {
        if (outcome instanceof Outcome.Done) {
            return true;
        }
        if (outcome instanceof Outcome.Refused refused) {
            ErrorCode code = NOT_CHANGED.stream()
                    .filter(known -> Text.lower(known.name()).equals(refused.reason()))
                    .findFirst()
                    .orElse(ErrorCode.BACKEND);
            if (code == ErrorCode.CONFLICT) {
                return false;
            }
            throw new StrandlineException(
                    code,
                    code == ErrorCode.BACKEND
                            ? table + " was not changed, nothing was applied: " + refused.detail()
                            : refused.detail());
        }
        throw new StrandlineException(
                ErrorCode.OUTCOME_UNKNOWN,
                table + ": whether it was changed is not known: " + outcome.detail() + ". Look at " + look
                        + " before you try again.");
    }

    /** Somebody else was faster each time. */
    static StrandlineException alwaysBeaten(TableRef table, int attempts) {
        return new StrandlineException(
                ErrorCode.CONFLICT,
                table + " was changed by somebody else each of the " + attempts
                        + " times it was planned. Nothing was changed; try again.");
    }
}
