package io.strandline.gateway.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import java.io.IOException;
import java.util.Set;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/** Reads a parameter. As Avatica's model does, but NaN and infinities too, which JSON has as texts only. */
final class TypedValueReader extends StdDeserializer<TypedValue> {
    private static final long serialVersionUID = 1L;
    private static final Set<String> FLOATING = Set.of("FLOAT", "DOUBLE", "PRIMITIVE_FLOAT", "PRIMITIVE_DOUBLE");

    TypedValueReader() {
        super(TypedValue.class);
    }

    @Override
    public TypedValue deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        String type = "";
        Object value = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            if (field.equals("type")) {
                type = parser.getValueAsString("");
            } else if (field.equals("value")) {
                value = context.readValue(parser, Object.class);
            } else {
                parser.skipChildren();
            }
        }
        return of(parser, type, value);
    }

    private static TypedValue of(JsonParser parser, String type, @Nullable Object value) throws IOException {
        if (value instanceof String && FLOATING.contains(type)) {
            return TypedValue.ofSerial(Rep.STRING, value);
        }
        try {
            return TypedValue.create(type, value);
        } catch (IllegalArgumentException | ClassCastException | NullPointerException e) {
            throw JsonMappingException.from(parser, "no value of type " + type, e);
        }
    }
}
