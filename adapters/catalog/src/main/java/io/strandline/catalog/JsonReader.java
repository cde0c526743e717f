package io.strandline.catalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One object of a JSON text, read strictly: a key nobody knows, a value of another kind and a repeated key are errors that
 * name the place, as in {@code columns[2].type}. Immutable.
 */
final class JsonReader {
    private static final int LONGEST = 4_000_000;
    private static final ObjectReader JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .readerFor(JsonNode.class);

    private final JsonNode node;
    private final String place;

    private JsonReader(JsonNode node, String place) {
        this.node = node;
        this.place = place;
    }

    /**
     * The object the text is.
     *
     * @throws StrandlineException {@link ErrorCode#BAD_ARGUMENT} if it is none
     */
    static JsonReader parse(String text) {
        if (text.length() > LONGEST) {
            throw wrong("", "is longer than " + LONGEST + " characters");
        }
        try {
            JsonNode node = JSON.readValue(text);
            if (node == null || !node.isObject()) {
                throw wrong("", "is no JSON object. It begins with { and has columns");
            }
            return new JsonReader(node, "");
        } catch (JsonProcessingException e) {
            String at = e.getLocation() == null
                    ? ""
                    : " at line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr();
            throw wrong("", "is no JSON" + at + ": " + Text.cut(e.getOriginalMessage(), 200));
        }
    }

    /** Refuses keys that are not among those. */
    JsonReader only(Set<String> keys) {
        node.fieldNames().forEachRemaining(key -> {
            if (!keys.contains(key)) {
                throw wrong(
                        at(key),
                        "is not known" + Text.didYouMean(key, keys) + " Known are "
                                + String.join(", ", keys.stream().sorted().toList()));
            }
        });
        return this;
    }

    private String at(String key) {
        return place.isEmpty() ? key : place + "." + key;
    }

    /** Where the object is, as messages name it; empty for the whole. */
    String place() {
        return place;
    }

    private @Nullable JsonNode value(String key) {
        JsonNode value = node.get(key);
        return value == null || value.isNull() ? null : value;
    }

    /** Text that has to be there and is not empty. */
    String text(String key) {
        return optionalText(key)
                .filter(text -> !text.isEmpty())
                .orElseThrow(() -> wrong(at(key), "is missing or empty"));
    }

    Optional<String> optionalText(String key) {
        return kind(key, "a text", JsonNode::isTextual).map(JsonNode::textValue);
    }

    Optional<Boolean> optionalBool(String key) {
        return kind(key, "true or false", JsonNode::isBoolean).map(JsonNode::booleanValue);
    }

    Optional<Integer> optionalInt(String key) {
        return kind(key, "a whole number", JsonNode::canConvertToInt)
                .filter(value -> {
                    if (!value.isIntegralNumber()) {
                        throw wrong(at(key), "is not a whole number");
                    }
                    return true;
                })
                .map(JsonNode::intValue);
    }

    /** Text, a number, true or false, as text. */
    Optional<String> optionalScalar(String key) {
        return kind(key, "a text, a number, true or false", JsonNode::isValueNode)
                .map(value -> value.isNumber() ? value.decimalValue().toPlainString() : value.asText());
    }

    private Optional<JsonNode> kind(String key, String kind, Predicate<JsonNode> is) {
        JsonNode value = value(key);
        if (value != null && !is.test(value)) {
            throw wrong(at(key), "is not " + kind);
        }
        return Optional.ofNullable(value);
    }

    /** Whether the value is an object, and not a text. */
    boolean isObject(String key) {
        JsonNode value = value(key);
        return value != null && value.isObject();
    }

    /** The object of that key. */
    JsonReader object(String key) {
        return kind(key, "an object", JsonNode::isObject)
                .map(value -> new JsonReader(value, at(key)))
                .orElseThrow(() -> wrong(at(key), "is missing"));
    }

    boolean has(String key) {
        return value(key) != null;
    }

    /** What each element of the list becomes, objects and texts alike; null if the key is not there. */
    <T> @Nullable List<T> list(String key, BiFunction<JsonNode, String, T> each) {
        JsonNode list = kind(key, "a list", JsonNode::isArray).orElse(null);
        if (list == null) {
            return null;
        }
        List<T> all = new ArrayList<>();
        for (JsonNode element : list) {
            all.add(each.apply(element, at(key) + "[" + all.size() + "]"));
        }
        return all;
    }

    /** The element of a list as an object. */
    static JsonReader element(JsonNode element, String place) {
        if (!element.isObject()) {
            throw wrong(place, "is no object");
        }
        return new JsonReader(element, place);
    }

    /** The element of a list as a text. */
    static String elementText(JsonNode element, String place) {
        if (!element.isTextual() || element.textValue().isEmpty()) {
            throw wrong(place, "is no text, or empty");
        }
        return element.textValue();
    }

    /** The keys of the object, in order. */
    Iterator<String> keys() {
        return node.fieldNames();
    }

    /** An error about the value of a key of this object. */
    StrandlineException wrongAt(String key, String what) {
        return wrong(at(key), what);
    }

    /** An error at a place of the desired table; what is wrong without full stop. */
    static StrandlineException wrong(String place, String what) {
        return new StrandlineException(
                ErrorCode.BAD_ARGUMENT,
                "the desired table" + (place.isEmpty() ? "" : ": " + Text.cut(place, 200)) + " " + what
                        + ". Its form is in the documentation of declared tables.");
    }

    /** What a reader of a part says is wrong, at the place of that part. */
    static <T> T inPlace(JsonReader at, String key, Supplier<T> part) {
        try {
            return part.get();
        } catch (StrandlineException e) {
            throw at.wrongAt(key, "is wrong: " + e.getMessage().replaceFirst("\\.$", ""));
        }
    }
}
