package io.strandline.reconcile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Several repairs as the JSON text a caller writes (REC-9): {@code [{"action": "drop", "table_name": "t"}, …]}. */
public final class RepairItems {
    /** Most items of one call. */
    public static final int MOST = 1_000;

    private static final List<String> FIELDS = List.of("action", "table_name", "registration_id");
    private static final String SHAPE =
            "Write [{\"action\": \"drop\", \"table_name\": \"t\"}, {\"action\": \"forget\", \"registration_id\": \"…\"}].";
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private RepairItems() {}

    /**
     * The items in order. Names are exact: nothing in them is split, folded or decoded. An action that is none is left in,
     * for a row that refuses it.
     *
     * @param json an array of 1 to {@link #MOST} objects, each of an action and one of table_name and registration_id
     * @throws StrandlineException {@link ErrorCode#BAD_ARGUMENT} that names the element, counted from 1, and what is right
     */
    public static List<RepairItem> parse(String json) {
        JsonNode root = read(json);
        if (!root.isArray()) {
            throw wrong("items is " + kind(root) + ", not an array. " + SHAPE);
        }
        if (root.isEmpty() || root.size() > MOST) {
            throw wrong("items has " + root.size() + " elements; give 1 to " + MOST
                    + (root.isEmpty() ? ". " + SHAPE : ", and the rest in another call."));
        }
        List<RepairItem> items = new ArrayList<>(root.size());
        for (JsonNode element : root) {
            items.add(item(element, items.size() + 1));
        }
        return List.copyOf(items);
    }

    private static JsonNode read(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "items is not JSON"
                            + (e.getLocation() == null
                                    ? ""
                                    : " at line " + e.getLocation().getLineNr() + ", column "
                                            + e.getLocation().getColumnNr())
                            + ": "
                            + Text.cut(
                                    e.getOriginalMessage().lines().findFirst().orElse(""), 200) + ". " + SHAPE,
                    e);
        }
    }

    private static RepairItem item(JsonNode element, int number) {
        String which = "element " + number + " of items";
        if (!element.isObject()) {
            throw wrong(which + " is " + kind(element) + ", not an object. " + SHAPE);
        }
        for (Map.Entry<String, JsonNode> field : element.properties()) {
            if (!FIELDS.contains(field.getKey())) {
                throw wrong(which + " has the unknown field \"" + Text.cut(field.getKey(), 100) + "\""
                        + Text.didYouMean(field.getKey(), FIELDS) + " Fields are " + String.join(", ", FIELDS) + ".");
            }
            if (!field.getValue().isTextual() && !field.getValue().isNull()) {
                throw wrong(which + ": " + field.getKey() + " is " + kind(field.getValue()) + ", not text in quotes.");
            }
        }
        String action = text(element, "action");
        if (action == null) {
            throw wrong(which + " has no action: drop or forget.");
        }
        RepairItem item = new RepairItem(action, text(element, "table_name"), text(element, "registration_id"));
        requireOne(which, item);
        return item;
    }

    /**
     * Checks that an item names a table or a registration, and not both: of two one would be passed over in silence.
     *
     * @param which what to call the item in the error
     * @throws StrandlineException {@link ErrorCode#BAD_ARGUMENT}
     */
    static void requireOne(String which, RepairItem item) {
        if (item.tableName() != null && item.registrationId() != null) {
            throw wrong(
                    which + " has both table_name and registration_id. Give the one its action needs: table_name for"
                            + " drop, registration_id for forget.");
        }
    }

    private static @Nullable String text(JsonNode element, String field) {
        JsonNode value = element.get(field);
        return value == null ? null : value.textValue();
    }

    private static String kind(JsonNode node) {
        return switch (node.getNodeType()) {
            case ARRAY -> "an array";
            case OBJECT, POJO -> "an object";
            case STRING, BINARY -> "text";
            case NUMBER -> "a number";
            case BOOLEAN -> "a boolean";
            case NULL -> "null";
            case MISSING -> "empty";
        };
    }

    private static StrandlineException wrong(String message) {
        return new StrandlineException(ErrorCode.BAD_ARGUMENT, message);
    }
}
