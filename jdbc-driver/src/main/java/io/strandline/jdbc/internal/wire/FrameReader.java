package io.strandline.jdbc.internal.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import io.strandline.jdbc.internal.value.FrameRows;
import java.io.IOException;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** Reads a frame token by token into {@link FrameRows}; what is read of it by the model makes an object of every value. */
final class FrameReader extends StdDeserializer<Meta.Frame> {
    private static final long serialVersionUID = 1L;

    FrameReader() {
        super(Meta.Frame.class);
    }

    @Override
    public Meta.@Nullable Frame deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        if (!parser.isExpectedStartObjectToken()) {
            return (Meta.Frame) context.handleUnexpectedToken(Meta.Frame.class, parser);
        }
        long offset = 0;
        boolean done = false;
        FrameRows rows = new FrameRows();
        for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
            JsonToken value = parser.nextToken();
            switch (field) {
                case "offset":
                    offset = parser.getLongValue();
                    break;
                case "done":
                    done = parser.getBooleanValue();
                    break;
                case "rows":
                    if (value != JsonToken.VALUE_NULL) {
                        readRows(parser, context, rows);
                    }
                    break;
                default:
                    parser.skipChildren();
            }
        }
        return new Meta.Frame(offset, done, rows);
    }

    private static void readRows(JsonParser parser, DeserializationContext context, FrameRows rows) throws IOException {
        for (JsonToken row = parser.nextToken(); row != JsonToken.END_ARRAY; row = parser.nextToken()) {
            if (row == JsonToken.START_ARRAY) {
                for (JsonToken value = parser.nextToken(); value != JsonToken.END_ARRAY; value = parser.nextToken()) {
                    read(value, parser, context, rows);
                }
            } else {
                read(row, parser, context, rows);
            }
            rows.endRow();
        }
    }

    private static void read(
            @Nullable JsonToken token, JsonParser parser, DeserializationContext context, FrameRows rows)
            throws IOException {
        if (token == null) {
            throw new IOException("the answer is cut off");
        }
        switch (token) {
            case VALUE_STRING:
                rows.addObject(parser.getText());
                break;
            case VALUE_NUMBER_INT:
                readWhole(parser, rows);
                break;
            case VALUE_NUMBER_FLOAT:
                readFloating(parser, rows);
                break;
            case VALUE_TRUE:
                rows.addBoolean(true);
                break;
            case VALUE_FALSE:
                rows.addBoolean(false);
                break;
            case VALUE_NULL:
                rows.addObject(null);
                break;
            default:
                rows.addObject(context.readValue(parser, Object.class));
        }
    }

    private static void readWhole(JsonParser parser, FrameRows rows) throws IOException {
        switch (parser.getNumberType()) {
            case INT:
                rows.addInt(parser.getIntValue());
                break;
            case LONG:
                rows.addLong(parser.getLongValue());
                break;
            default:
                rows.addObject(parser.getNumberValue());
        }
    }

    private static void readFloating(JsonParser parser, FrameRows rows) throws IOException {
        switch (parser.getNumberType()) {
            case FLOAT:
                rows.addFloat(parser.getFloatValue());
                break;
            case DOUBLE:
                rows.addDouble(parser.getDoubleValue());
                break;
            default:
                rows.addObject(parser.getNumberValue());
        }
    }
}
