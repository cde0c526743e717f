package io.strandline.catalog;

import io.strandline.common.Effects;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** Changes without a journal: a change that fails is settled by the resolver, as the journal does it. */
public class TestEffects implements Effects {
    private final List<Outcome> outcomes = new CopyOnWriteArrayList<>();
    private final Function<Intent, Outcome> resolver;

    public TestEffects(Function<Intent, Outcome> resolver) {
        this.resolver = resolver;
    }

    /** How each change ended. */
    public List<Outcome> outcomes() {
        return outcomes;
    }

    @Override
    public Outcome carryOut(Intent intent, Change change) {
        Outcome outcome;
        try {
            outcome = change.make();
        } catch (StrandlineException e) {
            Outcome read = resolver.apply(intent);
            boolean lost = e.code() == ErrorCode.OUTCOME_UNKNOWN && read instanceof Outcome.Refused;
            outcome = lost ? Outcome.unknown("not made yet") : read;
        }
        outcomes.add(outcome);
        return outcome;
    }

    @Override
    public Outcome refuse(Intent intent, String reason, String detail) {
        Outcome refused = Outcome.refused(reason, detail);
        outcomes.add(refused);
        return refused;
    }
}
