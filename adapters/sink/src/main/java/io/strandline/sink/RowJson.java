package io.strandline.sink;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.common.Text;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row as a JSON object for people: bounded, each value readable. */
final class RowJson {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int MOST_COLUMNS = 200;
    private static final int MOST_CHARACTERS = 500;

    private RowJson() {}

    static String of(RowSchema schema, @Nullable Object[] row) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        List<RowSchema.Column> columns = schema.columns();
        for (int at = 0; at < Math.min(columns.size(), MOST_COLUMNS); at++) {
            put(object, columns.get(at).name(), row[at]);
        }
        return MAPPER.valueToTree(object).toString();
    }

    private static void put(ObjectNode object, String name, @Nullable Object value) {
        if (value == null) {
            object.putNull(name);
        } else if (value instanceof Boolean bool) {
            object.put(name, bool);
        } else if (value instanceof Integer || value instanceof Long) {
            object.put(name, ((Number) value).longValue());
        } else if (value instanceof byte[] bytes) {
            object.put(name, Text.cut(Base64.getEncoder().encodeToString(bytes), MOST_CHARACTERS));
        } else {
            object.put(name, Text.cut(value.toString(), MOST_CHARACTERS));
        }
    }
}
