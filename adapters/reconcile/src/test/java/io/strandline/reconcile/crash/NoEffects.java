package io.strandline.reconcile.crash;

import io.strandline.common.Effects;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;

/** Of a call that changes nothing. */
final class NoEffects implements Effects {
    @Override
    public Outcome carryOut(Intent intent, Change change) {
        throw new IllegalStateException("a check changes nothing");
    }

    @Override
    public Outcome refuse(Intent intent, String reason, String detail) {
        throw new IllegalStateException("a check changes nothing");
    }
}
