package io.strandline.sink;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.common.Text;
import java.util.Base64;
import java.util.List;
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
            put(object, columns.get(at).name(), row[at], mostCharacters);
        }
        return MAPPER.valueToTree(object).toString();
    }

    private static void put(ObjectNode object, String name, @Nullable Object value, int most) {
        if (value == null) {
            object.putNull(name);
        } else if (value instanceof Boolean bool) {
            object.put(name, bool);
        } else if (value instanceof Integer || value instanceof Long) {
            object.put(name, ((Number) value).longValue());
        } else if (value instanceof byte[] bytes) {
            object.put(name, Text.cut(Base64.getEncoder().encodeToString(bytes), most));
        } else {
            object.put(name, Text.cut(value.toString(), most));
        }
    }
}
