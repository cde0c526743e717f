package io.strandline.common;

/** The changes of one statement, each journaled before it is made and audited after (GW-1, REC-13). */
public interface Effects {
    /**
     * Commits a {@code started} row for the intent, makes the change, and commits outcome and audit row together. If the
     * change throws, the target is read again by the action's {@link EffectResolver} to decide between done, refused and
     * unknown; it is never made twice.
     *
     * @return how it ended; {@link Outcome.Done} with reason {@code audit_failed} if it is done but the second commit failed
     *     (resolved at the next start)
     * @throws StrandlineException {@link ErrorCode#STORE} if the first row cannot be written: then nothing was sent
     */
    Outcome carryOut(Intent intent, Change change);

    /** Audits a change that was refused before it was begun. */
    Outcome refuse(Intent intent, String reason, String detail);

    /** The change itself: it touches a backend at most once. */
    @FunctionalInterface
    interface Change {
        /** Makes the change and says how it ended. */
        Outcome make();
    }
}
