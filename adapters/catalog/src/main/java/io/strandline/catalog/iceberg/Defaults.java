package io.strandline.catalog.iceberg;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.apache.iceberg.SingleValueParser;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.types.Type;
import org.jspecify.annotations.Nullable;

/** Default values of columns, as text and back: ISO for times, hexadecimal for bytes. */
final class Defaults {
    private static final JsonMapper JSON = new JsonMapper();

    private Defaults() {}

    /** The value as Iceberg writes single values into JSON, without quotes around texts; null for none. */
    static @Nullable String text(Type type, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        try {
            return JSON.readTree(SingleValueParser.toJson(type, value)).asText();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Iceberg wrote a default value that is no JSON", e);
        }
    }

    /** The value of that text. */
    static Literal<?> literal(Type type, String text) {
        return switch (type.typeId()) {
            case BOOLEAN -> Expressions.lit(Boolean.parseBoolean(text));
            case INTEGER -> Expressions.lit(Integer.parseInt(text));
            case LONG -> Expressions.lit(Long.parseLong(text));
            case FLOAT -> Expressions.lit(Float.parseFloat(text));
            case DOUBLE -> Expressions.lit(Double.parseDouble(text));
            case FIXED, BINARY ->
                Expressions.lit(ByteBuffer.wrap(HexFormat.of().parseHex(text))).to(type);
            // the others are read from text by Iceberg itself
            case DATE,
                    TIME,
                    TIMESTAMP,
                    TIMESTAMP_NANO,
                    STRING,
                    UUID,
                    DECIMAL,
                    STRUCT,
                    LIST,
                    MAP,
                    VARIANT,
                    GEOMETRY,
                    GEOGRAPHY,
                    UNKNOWN -> Expressions.lit(text).to(type);
        };
    }
}
