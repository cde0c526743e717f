package io.strandline.catalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What another process needs to tell how a change of a table ended (GW-1), as the JSON of an intent. Immutable. */
final class IntentProof {
    private static final JsonMapper JSON = new JsonMapper();

    private final Intent intent;
    private final JsonNode node;

    private IntentProof(Intent intent, JsonNode node) {
        this.intent = intent;
        this.node = node;
    }

    /** Begins the proof of a change of that table. */
    static ObjectNode of(TableRef table) {
        ObjectNode proof = JSON.createObjectNode();
        proof.put("catalog_name", table.catalog());
        table.namespace().forEach(proof.putArray("namespace")::add);
        return proof.put("table_name", table.name());
    }

    /**
     * Reads the proof of an intent.
     *
     * @throws StrandlineException {@link ErrorCode#CORRUPT} if it is not what was written
     */
    static IntentProof read(Intent intent) {
        try {
            return new IntentProof(intent, JSON.readTree(intent.proof()));
        } catch (JsonProcessingException e) {
            throw new StrandlineException(
                    ErrorCode.CORRUPT, "the proof of " + intent.target() + " is not JSON; bring back a backup.", e);
        }
    }

    TableRef table() {
        return new TableRef(text("catalog_name"), texts("namespace"), text("table_name"));
    }

    /** A part that is a proof of its own. */
    IntentProof part(String key) {
        return new IntentProof(intent, node.path(key));
    }

    String text(String key) {
        return optionalText(key)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.CORRUPT,
                        "the proof of " + intent.target() + " has no text \"" + key + "\"; bring back a backup."));
    }

    Optional<String> optionalText(String key) {
        return Optional.ofNullable(node.get(key)).filter(JsonNode::isTextual).map(JsonNode::textValue);
    }

    Optional<Long> optionalNumber(String key) {
        return Optional.ofNullable(node.get(key))
                .filter(JsonNode::isIntegralNumber)
                .map(JsonNode::longValue);
    }

    List<Long> numbers(String key) {
        List<Long> numbers = new ArrayList<>();
        node.path(key).forEach(element -> numbers.add(element.asLong()));
        return numbers;
    }

    List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        node.path(key).forEach(element -> texts.add(element.asText()));
        return texts;
    }
}
