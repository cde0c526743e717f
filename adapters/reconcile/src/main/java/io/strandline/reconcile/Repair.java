package io.strandline.reconcile;

import io.strandline.common.CallContext;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.registry.Connection;

/** How one action is proved and made. Stateless but for its ports. */
interface Repair {
    /**
     * Proves, from nothing but what is found now, that the item may be repaired. Reads only.
     *
     * @throws io.strandline.common.StrandlineException only what ends the statement; a failed look-up is a refusal
     */
    Verdict prove(Request request, CallContext call);

    /** Makes the change, after the intent is journaled; proves again, since time has passed since the proof. */
    Outcome make(Request request, Proved proved, CallContext call);

    /**
     * What is asked for, on which connection.
     *
     * @param listed names as all repairs of the statement see them
     */
    record Request(Connection connection, RepairItem item, ListedNames listed) {}

    /** What came of proving. */
    sealed interface Verdict {}

    /**
     * It may be made.
     *
     * @param intent what is to be journaled, with all that the resolver needs
     * @param plan what will be done, in words
     */
    record Proved(Intent intent, String plan) implements Verdict {}

    /** It may not, and why. */
    record NotProved(Reason reason, String detail) implements Verdict {}
}
