package io.strandline.log.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.strandline.log.Bytes;
import io.strandline.log.LogRecord;
import org.jspecify.annotations.Nullable;

/** A record of a log as a row. What is inside of its payload is read when a column first asks for it. Used by one thread. */
final class LoggedEvent {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final String log;
    private final LogRecord found;
    private @Nullable JsonNode content;

    LoggedEvent(String log, LogRecord found) {
        this.log = log;
        this.found = found;
    }

    String log() {
        return log;
    }

    LogRecord found() {
        return found;
    }

    /** As text; null if there is none, or if it is not text. */
    @Nullable
    String key() {
        return text(found.key());
    }

    /** As text; null for a tombstone, and if it is not text. */
    @Nullable
    String payload() {
        return text(found.value());
    }

    private static @Nullable String text(@Nullable Bytes bytes) {
        return bytes == null ? null : bytes.text().orElse(null);
    }

    /** Bytes of the value; null for a tombstone. */
    @Nullable
    Long payloadBytes() {
        Bytes value = found.value();
        return value == null ? null : (long) value.length();
    }

    /** A text of the payload, if that is a JSON object which has it. */
    @Nullable
    String field(String name) {
        JsonNode value = content().path(name);
        return value.isTextual() ? value.textValue() : null;
    }

    private JsonNode content() {
        if (content == null) {
            content = parse(payload());
        }
        return content;
    }

    private static JsonNode parse(@Nullable String payload) {
        if (payload == null || !payload.stripLeading().startsWith("{")) {
            return MissingNode.getInstance();
        }
        try {
            return JSON.readTree(payload);
        } catch (JsonProcessingException e) {
            // what is not JSON has no fields
            return MissingNode.getInstance();
        }
    }
}
