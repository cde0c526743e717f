package io.strandline.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import org.jspecify.annotations.Nullable;

/** How the registry's changes end for their caller: a refused whole is an error, and it is audited first. */
final class ChangeAnswers {
    private static final JsonMapper JSON = new JsonMapper();

    private ChangeAnswers() {}

    /** The error of a change that is refused before it is begun; a dry run leaves no audit row. */
    static StrandlineException refusal(Intent intent, String reason, String message, boolean dryRun, CallContext call) {
        if (!dryRun) {
            call.effects().refuse(intent, reason, message);
        }
        return new StrandlineException(ErrorCode.REFUSED, message);
    }

    /**
     * The reason of a change that was made.
     *
     * @throws StrandlineException {@link ErrorCode#REFUSED} or {@link ErrorCode#OUTCOME_UNKNOWN}
     */
    static @Nullable String requireDone(Outcome outcome, String what) {
        if (outcome instanceof Outcome.Done done) {
            return done.reason();
        }
        if (outcome instanceof Outcome.Refused refused) {
            throw new StrandlineException(ErrorCode.REFUSED, refused.detail());
        }
        throw new StrandlineException(
                ErrorCode.OUTCOME_UNKNOWN,
                what + ": whether it was made is not known: " + outcome.detail()
                        + ". Look at registry.registrations, registry.sources or registry.sinks before you try again.");
    }

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** A field of an intent's proof. */
    static String field(Intent intent, String name) {
        try {
            JsonNode value = JSON.readTree(intent.proof()).get(name);
            if (value != null && value.isTextual()) {
                return value.textValue();
            }
        } catch (JsonProcessingException e) {
            throw new StrandlineException(ErrorCode.CORRUPT, "the proof of " + intent.target() + " is not JSON.", e);
        }
        throw new StrandlineException(
                ErrorCode.CORRUPT, "the proof of " + intent.target() + " has no text \"" + name + "\".");
    }
}
