package io.strandline.gateway.call;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/** A call's answer as JSON to keep and read back, every value as it was (GW-2). Values are in Calcite's representation. */
final class AnswerCodec {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final List<SqlType> types;

    AnswerCodec(List<SqlType> types) {
        this.types = List.copyOf(types);
    }

    /** Rows and warnings of an answer. */
    record Kept(List<@Nullable Object[]> rows, List<String> warnings) {}

    String write(Kept answer) {
        ObjectNode root = NODES.objectNode();
        ArrayNode rows = root.putArray("rows");
        for (@Nullable Object[] row : answer.rows()) {
            ArrayNode values = rows.addArray();
            for (int i = 0; i < row.length; i++) {
                values.add(node(row[i], types.get(i)));
            }
        }
        ArrayNode warnings = root.putArray("warnings");
        answer.warnings().forEach(warnings::add);
        return root.toString();
    }

    private static JsonNode node(@Nullable Object value, SqlType type) {
        if (value == null) {
            return NODES.nullNode();
        }
        return switch (type.kind()) {
            case BOOLEAN -> NODES.booleanNode((Boolean) value);
            case INTEGER, BIGINT, TIMESTAMP, LOCAL_TIMESTAMP, DATE, TIME ->
                NODES.numberNode(((Number) value).longValue());
            // As text: NaN has no number in JSON, and digits must stay.
            case REAL, DOUBLE, DECIMAL, UUID -> NODES.textNode(value.toString());
            case TEXT -> NODES.textNode((String) value);
            case BINARY -> NODES.textNode(((ByteString) value).toBase64String());
            case ARRAY -> {
                ArrayNode elements = NODES.arrayNode();
                ((List<?>) value).forEach(each -> elements.add(node(each, requireNonNull(type.element()))));
                yield elements;
            }
            case MAP, ROW -> throw unkept(type);
        };
    }

    /** No procedure answers such. */
    private static IllegalArgumentException unkept(SqlType type) {
        return new IllegalArgumentException("a value of " + type.sqlText() + " cannot be kept");
    }

    /**
     * Reads it back.
     *
     * @throws IllegalArgumentException if the text was not written for these columns
     */
    Kept read(String text) {
        JsonNode root;
        try {
            root = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (JsonNode row : root.path("rows")) {
            if (row.size() != types.size()) {
                throw new IllegalArgumentException("kept for " + row.size() + " columns, not " + types.size());
            }
            @Nullable Object[] values = new Object[row.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = value(row.get(i), types.get(i));
            }
            rows.add(values);
        }
        List<String> warnings = new ArrayList<>();
        root.path("warnings").forEach(warning -> warnings.add(warning.asText()));
        return new Kept(rows, warnings);
    }

    private static @Nullable Object value(JsonNode node, SqlType type) {
        if (node.isNull()) {
            return null;
        }
        return switch (type.kind()) {
            case BOOLEAN -> node.booleanValue();
            case INTEGER, DATE, TIME -> node.intValue();
            case BIGINT, TIMESTAMP, LOCAL_TIMESTAMP -> node.longValue();
            case REAL -> Float.valueOf(node.textValue());
            case UUID -> java.util.UUID.fromString(node.textValue());
            case DOUBLE -> Double.valueOf(node.textValue());
            case DECIMAL -> new BigDecimal(node.textValue());
            case TEXT -> node.textValue();
            case BINARY -> ByteString.ofBase64(node.textValue());
            case ARRAY -> {
                List<@Nullable Object> elements = new ArrayList<>();
                node.forEach(each -> elements.add(value(each, requireNonNull(type.element()))));
                yield elements;
            }
            case MAP, ROW -> throw unkept(type);
        };
    }
}
