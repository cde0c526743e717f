package io.strandline.gateway.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.util.List;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** Writes a frame's rows as the model does, but value by value without looking for a serializer of each. */
final class FrameWriter extends StdSerializer<Meta.Frame> {
    private static final long serialVersionUID = 1L;

    FrameWriter() {
        super(Meta.Frame.class);
    }

    @Override
    public void serialize(Meta.Frame frame, JsonGenerator out, SerializerProvider others) throws IOException {
        out.writeStartObject();
        out.writeNumberField("offset", frame.offset);
        out.writeBooleanField("done", frame.done);
        out.writeArrayFieldStart("rows");
        for (Object row : frame.rows) {
            write(row, out, others);
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private static void write(@Nullable Object value, JsonGenerator out, SerializerProvider others) throws IOException {
        if (value instanceof String text) {
            out.writeString(text);
        } else if (value instanceof Long number) {
            out.writeNumber((long) number);
        } else if (value instanceof Integer number) {
            out.writeNumber((int) number);
        } else if (value instanceof Double number) {
            out.writeNumber((double) number);
        } else if (value instanceof Boolean truth) {
            out.writeBoolean(truth);
        } else if (value instanceof Object[] values) {
            out.writeStartArray(values, values.length);
            for (Object each : values) {
                write(each, out, others);
            }
            out.writeEndArray();
        } else if (value instanceof List<?> values) {
            out.writeStartArray(values, values.size());
            for (Object each : values) {
                write(each, out, others);
            }
            out.writeEndArray();
        } else {
            others.defaultSerializeValue(value, out); // null, too
        }
    }
}
