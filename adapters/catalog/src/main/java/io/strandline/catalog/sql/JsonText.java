package io.strandline.catalog.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.TreeMap;

/** Text pairs as a JSON object, keys in order. */
final class JsonText {
    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonText() {}

    static String of(Map<String, String> pairs) {
        try {
            return JSON.writeValueAsString(new TreeMap<>(pairs));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("text pairs always are JSON", e);
        }
    }
}
