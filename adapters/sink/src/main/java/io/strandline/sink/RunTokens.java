package io.strandline.sink;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that the pages of a run came under. A page whose token the scope has is dropped, since it was sent before (SNK-5);
 * what follows a run's last page is done for whole runs only, and one without what was dropped is none (SNK-7, SNK-8).
 */
final class RunTokens {
    private final SinkCallContext context;
    private final @Nullable CommitToken before;
    private boolean taken;
    private boolean dropped;
    private boolean replayed;

    /** Of a run that began when that was the scope's last token. */
    RunTokens(SinkCallContext context, @Nullable CommitToken before) {
        this.context = context;
        this.before = before;
    }

    void requireScope(@Nullable CommitToken token) {
        if (token != null && context.scope() == null) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "token " + token + " needs a scope that it is of. SET \"sink.scope\" first; run " + context.run()
                            + " began without one.");
        }
    }

    /**
     * A page came.
     *
     * @param drop whether the scope has its token already. What a run drops of its own it has; what an earlier one wrote it has
     *     not
     * @throws StrandlineException {@code REFUSED} for an overwrite of which a part was written before: its other rows are not the
     *     whole that replaces all
     */
    void came(@Nullable CommitToken token, boolean drop) {
        taken |= !drop;
        dropped |= drop;
        replayed |= drop && token != null && before != null && before.covers(token);
        if (taken && replayed && context.mode() == WriteMode.OVERWRITE) {
            throw SinkErrors.refused(
                    "run " + context.run() + " would replace all rows by a part of its own: scope \""
                            + context.scope() + "\" has token " + before
                            + " already, and what comes under it or an earlier one is dropped. Send all rows under later tokens.");
        }
    }

    /** Whether pages were dropped: their keys were not looked at, and their rows may have changed since. */
    boolean anyDropped() {
        return dropped;
    }

    /** Whether all of it was written before. */
    boolean allReplayed() {
        return replayed && !taken;
    }
}
