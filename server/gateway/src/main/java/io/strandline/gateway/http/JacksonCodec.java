package io.strandline.gateway.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.dataformat.smile.SmileFactory;
import com.fasterxml.jackson.dataformat.smile.SmileGenerator;
import java.io.IOException;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.remote.Service;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/**
 * Avatica's messages by its Jackson model, as JSON or as Smile. The mapper is set as Avatica sets its own, but for one thing:
 * a signature that a client sends back is passed over, since it could name a class to load, and so is the state of a result
 * to be made again, which is never done.
 */
final class JacksonCodec implements Codec {
    private final String name;
    private final String contentType;
    private final ObjectReader reader;
    private final ObjectWriter writer;

    private JacksonCodec(String name, String contentType, ObjectMapper mapper) {
        mapper.configure(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, true);
        SimpleModule wire = new SimpleModule("wire");
        wire.addDeserializer(Meta.Signature.class, new PassOver<>(Meta.Signature.class));
        wire.addDeserializer(QueryState.class, new PassOver<>(QueryState.class));
        wire.addDeserializer(TypedValue.class, new TypedValueReader());
        wire.addSerializer(Meta.Frame.class, new FrameWriter());
        mapper.registerModule(wire);
        this.name = name;
        this.contentType = contentType;
        this.reader = mapper.readerFor(Service.Request.class);
        this.writer = mapper.writer();
    }

    /** JSON, as lenient as Avatica's own. */
    static Codec json() {
        JsonFactory factory =
                JsonFactory.builder().streamReadConstraints(constraints()).build();
        ObjectMapper mapper = new ObjectMapper(factory);
        mapper.configure(JsonParser.Feature.ALLOW_UNQUOTED_FIELD_NAMES, true);
        mapper.configure(JsonParser.Feature.ALLOW_SINGLE_QUOTES, true);
        return new JacksonCodec("JSON", "application/json;charset=utf-8", mapper);
    }

    /** Smile: the same model, binary. Half a surrogate pair, which it cannot write, becomes the replacement character. */
    static Codec smile() {
        SmileFactory factory = SmileFactory.builder()
                .streamReadConstraints(constraints())
                .enable(SmileGenerator.Feature.LENIENT_UTF_ENCODING)
                .build();
        return new JacksonCodec("Smile", "application/x-jackson-smile", new ObjectMapper(factory));
    }

    /** The size of a body is bounded before; a statement in it may be as long as that. */
    private static StreamReadConstraints constraints() {
        return StreamReadConstraints.builder()
                .maxStringLength(Integer.MAX_VALUE)
                .maxNestingDepth(100)
                .build();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String contentType() {
        return contentType;
    }

    @Override
    public Service.Request decode(byte[] body) throws IOException {
        Service.@Nullable Request request = reader.readValue(body);
        if (request == null) {
            throw new IOException("no message");
        }
        return request;
    }

    @Override
    public byte[] encode(Service.Response response) throws IOException {
        return writer.writeValueAsBytes(response);
    }

    /** Reads a value as none. */
    private static final class PassOver<T> extends StdDeserializer<T> {
        private static final long serialVersionUID = 1L;

        PassOver(Class<T> type) {
            super(type);
        }

        @Override
        public @Nullable T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            parser.skipChildren();
            return null;
        }
    }
}
