package io.strandline.store.database;

import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides by reading the target how a change ended whose answer was lost (GW-1). Where it cannot, it says unknown. */
final class Resolution {
    private static final Logger LOG = LoggerFactory.getLogger(Resolution.class);

    private final Map<String, EffectResolver> resolvers;

    /** With who can tell, by action. */
    Resolution(Map<String, EffectResolver> resolvers) {
        this.resolvers = Map.copyOf(resolvers);
    }

    /** How a change ended that threw. */
    Outcome after(Intent intent, Throwable failure) {
        // the text of a foreign exception may hold anything; it goes to the log only
        String cause = failure instanceof StrandlineException known
                ? StrandlineException.describe(known)
                : "failed with " + failure.getClass().getSimpleName() + ", see the gateway's log";
        LOG.warn("Change {} of {} failed; its target is read again.", intent.action(), intent.target(), failure);
        boolean lost = failure instanceof StrandlineException known && known.code() == ErrorCode.OUTCOME_UNKNOWN;
        return because(cause, lost ? afterLostAnswer(intent) : resolve(intent));
    }

    /** How a change ended that itself does not know. */
    Outcome after(Intent intent, Outcome.Unknown unknown) {
        return because(unknown.detail(), afterLostAnswer(intent));
    }

    /** Who gave up waiting for an answer may look before the backend is done: a target as it was proves nothing then. */
    private Outcome afterLostAnswer(Intent intent) {
        Outcome read = resolve(intent);
        return read instanceof Outcome.Refused
                ? Outcome.unknown("it was not made when its target was read again, and may still be: look again later")
                : read;
    }

    /** How a change ended of which only the intent is left. */
    Outcome resolve(Intent intent) {
        EffectResolver resolver = resolvers.get(intent.action());
        if (resolver == null) {
            return Outcome.unknown("this gateway has nothing that can tell whether " + intent.action() + " was made");
        }
        try {
            return resolver.resolve(intent);
        } catch (StrandlineException e) {
            return Outcome.unknown("the target could not be read again: " + StrandlineException.describe(e));
        } catch (RuntimeException | Error e) {
            LOG.warn("The target of {} of {} could not be read again.", intent.action(), intent.target(), e);
            return Outcome.unknown(
                    "the target could not be read again (" + e.getClass().getSimpleName() + ", see the gateway's log)");
        }
    }

    private static Outcome because(String cause, Outcome outcome) {
        String detail =
                outcome.detail().isEmpty() || outcome.detail().equals(cause) ? cause : cause + "; " + outcome.detail();
        if (outcome instanceof Outcome.Done done) {
            return new Outcome.Done(done.reason(), detail);
        }
        return outcome instanceof Outcome.Refused refused
                ? new Outcome.Refused(refused.reason(), detail)
                : new Outcome.Unknown(String.valueOf(outcome.reason()), detail);
    }
}
