package io.strandline.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Location;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How changes of manifests are written down before they are made, and how they end. */
final class Changes {
    private static final JsonMapper JSON = new JsonMapper();

    /** What says that nothing was changed. */
    private static final Set<ErrorCode> REFUSALS =
            EnumSet.of(ErrorCode.REFUSED, ErrorCode.NO_SUCH_OBJECT, ErrorCode.BAD_ARGUMENT, ErrorCode.NOT_SUPPORTED);

    private Changes() {}

    /** What is about to be done, complete enough to be looked for later. */
    static Intent intent(
            String action, Location base, @Nullable ManifestVersion version, String identity, @Nullable String path) {
        ObjectNode proof = JsonNodeFactory.instance.objectNode();
        proof.put("base_uri", base.text()).put("identity", identity);
        if (version != null) {
            proof.put("version", version.toString());
        }
        if (path != null) {
            proof.put("path", path);
        }
        String target = version == null ? base.text() : "version " + version + " of " + base;
        return new Intent(action, target, proof.toString());
    }

    /** The intent, with one thing more to look for. */
    static Intent with(Intent intent, String name, String value) {
        ObjectNode proof = (ObjectNode) proof(intent);
        return new Intent(
                intent.action(), intent.target(), proof.put(name, value).toString());
    }

    private static JsonNode proof(Intent intent) {
        try {
            return JSON.readTree(intent.proof());
        } catch (JsonProcessingException e) {
            throw new StrandlineException(ErrorCode.CORRUPT, "the proof of " + intent.target() + " is not JSON.", e);
        }
    }

    /** A field of an intent's proof. */
    static String field(Intent intent, String name) {
        JsonNode value = proof(intent).get(name);
        if (value == null || !value.isTextual()) {
            throw new StrandlineException(
                    ErrorCode.CORRUPT, "the proof of " + intent.target() + " has no text \"" + name + "\".");
        }
        return value.textValue();
    }

    static Location base(Intent intent) {
        return Location.parse(field(intent, "base_uri"));
    }

    static ManifestVersion version(Intent intent) {
        return ManifestVersion.of(new BigDecimal(field(intent, "version")));
    }

    /**
     * Makes a change. What says that nothing was changed is a refusal; damage is to be looked at by a person; all else is for
     * the resolver to decide.
     */
    static Outcome made(Supplier<Outcome> change) {
        try {
            return change.get();
        } catch (StrandlineException e) {
            if (REFUSALS.contains(e.code())) {
                return Outcome.refused(Text.lower(e.code().name()), e.getMessage());
            }
            if (e.code() == ErrorCode.CORRUPT) {
                return Outcome.unknown(e.getMessage());
            }
            throw e;
        }
    }

    static Outcome notMade(Intent intent) {
        return Outcome.refused("exec_failed", intent.target() + " is as it was.");
    }

    /**
     * What a change that is a whole call ended with.
     *
     * @throws StrandlineException {@code REFUSED}, {@code CONFLICT} or {@code OUTCOME_UNKNOWN}
     */
    static Outcome.Done requireDone(Outcome outcome, Intent intent) {
        if (outcome instanceof Outcome.Done done) {
            return done;
        }
        if (outcome instanceof Outcome.Refused refused) {
            boolean conflict = refused.reason().equals(ManifestCommits.CONFLICT);
            throw new StrandlineException(
                    conflict ? ErrorCode.CONFLICT : ErrorCode.REFUSED,
                    intent.target() + ": " + refused.detail()
                            + (conflict ? ". Look at the latest version, and commit after it." : ""));
        }
        throw new StrandlineException(
                ErrorCode.OUTCOME_UNKNOWN,
                intent.target() + ": whether it was made is not known: " + outcome.detail()
                        + ". Look at manifest.versions and manifest.findings before you try again.");
    }
}
