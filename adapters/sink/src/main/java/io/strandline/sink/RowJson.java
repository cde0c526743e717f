package io.strandline.sink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.strandline.common.Text;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A row as a JSON object, each value readable. */
final class RowJson {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int MOST_COLUMNS = 200;
    private static final int MOST_CHARACTERS = 500;

    private RowJson() {}

    /** For people: long values and many columns are cut. */
    static String shown(RowSchema schema, @Nullable Object[] row) {
        return of(schema, row, MOST_COLUMNS, MOST_CHARACTERS);
    }

    /** With all that it has, so that it can be corrected and sent again. */
    static String whole(RowSchema schema, @Nullable Object[] row) {
        return of(schema, row, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    private static String of(RowSchema schema, @Nullable Object[] row, int mostColumns, int mostCharacters) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        List<RowSchema.Column> columns = schema.columns();
        for (int at = 0; at < Math.min(columns.size(), mostColumns); at++) {
            object.set(columns.get(at).name(), bounded(row[at], mostCharacters));
        }
        return MAPPER.valueToTree(object).toString();
    }

    private static JsonNode bounded(@Nullable Object value, int most) {
        JsonNode node = node(value);
        if (node.isContainerNode()) {
            String text = node.toString();
            return text.length() <= most ? node : TextNode.valueOf(Text.cut(text, most));
        }
        return node.isTextual() ? TextNode.valueOf(Text.cut(node.textValue(), most)) : node;
    }

    private static JsonNode node(@Nullable Object value) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (value == null) {
            return nodes.nullNode();
        }
        if (value instanceof Boolean bool) {
            return nodes.booleanNode(bool);
        }
        if (value instanceof Integer || value instanceof Long) {
            return nodes.numberNode(((Number) value).longValue());
        }
        if (value instanceof byte[] bytes) {
            return nodes.textNode(Base64.getEncoder().encodeToString(bytes));
        }
        if (value instanceof Object[] fields) {
            return node(Arrays.asList(fields));
        }
        if (value instanceof List<?> elements) {
            ArrayNode array = nodes.arrayNode();
            elements.forEach(element -> array.add(node(element)));
            return array;
        }
        if (value instanceof Map<?, ?> entries) {
            ObjectNode object = nodes.objectNode();
            entries.forEach((key, element) -> object.set(String.valueOf(key), node(element)));
            return object;
        }
        return nodes.textNode(value.toString());
    }
}
