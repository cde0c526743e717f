package io.strandline.reconcile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The proof of an intent as JSON text: what it holds, and how it is read again by a resolver. */
record ProofText(String target, JsonNode json) {
    private static final JsonMapper MAPPER = new JsonMapper();

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** An object that names a table. */
    static ObjectNode of(TableRef table) {
        ObjectNode object = object().put("catalog", table.catalog());
        table.namespace().forEach(object.putArray("namespace")::add);
        return object.put("table", table.name());
    }

    static ProofText read(Intent intent) {
        try {
            return new ProofText(intent.target(), MAPPER.readTree(intent.proof()));
        } catch (JsonProcessingException e) {
            throw new StrandlineException(ErrorCode.CORRUPT, "the proof of " + intent.target() + " is not JSON.", e);
        }
    }

    String text(String field) {
        return optionalText(field)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.CORRUPT, "the proof of " + target + " has no text \"" + field + "\"."));
    }

    Optional<String> optionalText(String field) {
        return Optional.ofNullable(json.get(field)).filter(JsonNode::isTextual).map(JsonNode::textValue);
    }

    TableRef table() {
        List<String> namespace = new ArrayList<>();
        json.path("namespace").forEach(level -> namespace.add(level.asText()));
        return new TableRef(text("catalog"), namespace, text("table"));
    }
}
