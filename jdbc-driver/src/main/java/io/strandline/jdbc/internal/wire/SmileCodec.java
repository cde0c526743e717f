package io.strandline.jdbc.internal.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.dataformat.smile.databind.SmileMapper;
import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.io.IOException;
import java.sql.SQLException;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.Service.Request;
import org.apache.calcite.avatica.remote.Service.Response;
import org.jspecify.annotations.Nullable;

/**
 * Avatica's JSON messages as Smile: the same Jackson model, binary, and exact for every number (JSON would blur long,
 * float and decimal). Thread-safe.
 */
final class SmileCodec {
    /** What the driver sends and accepts. */
    static final String CONTENT_TYPE = "application/x-jackson-smile";

    private static final ObjectMapper MAPPER = new SmileMapper()
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
            .configure(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, true)
            .registerModule(new SimpleModule()
                    .addDeserializer(Class.class, new NoClasses())
                    .addDeserializer(Meta.Frame.class, new FrameReader()));
    private static final ObjectWriter WRITER = MAPPER.writerFor(Request.class);
    private static final ObjectReader READER = MAPPER.readerFor(Response.class);

    private SmileCodec() {}

    /**
     * The request's bytes.
     *
     * @throws SQLException 22023 if a parameter cannot be written
     */
    static byte[] encode(Request request) throws SQLException {
        try {
            return WRITER.writeValueAsBytes(request);
        } catch (IOException e) {
            throw SqlErrors.of(SqlState.BAD_ARGUMENT, "the statement or a parameter cannot be written", e);
        }
    }

    /** The answer in these bytes; an {@link IOException} if they are cut off or no answer at all. */
    static Response decode(byte[] answer) throws IOException {
        Response response;
        try {
            response = READER.readValue(answer);
        } catch (RuntimeException e) {
            throw new IOException("an answer that cannot be read: " + e.getMessage(), e);
        }
        if (response == null) {
            throw new IOException("empty answer");
        }
        return response;
    }

    /** A message may name a class (a cursor's record type); the driver never loads one. */
    @SuppressWarnings({"rawtypes", "serial"})
    private static final class NoClasses extends StdDeserializer<Class> {
        NoClasses() {
            super(Class.class);
        }

        @Override
        public @Nullable Class<?> deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            parser.skipChildren();
            return null;
        }
    }
}
