package io.strandline.gateway.http;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.UnsafeByteOperations;
import java.io.IOException;
import org.apache.calcite.avatica.proto.Common;
import org.apache.calcite.avatica.proto.Requests;
import org.apache.calcite.avatica.remote.ProtobufTranslation;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;
import org.apache.calcite.avatica.remote.Service;

/**
 * Avatica's protobuf messages. A signature that a client sends back with an execution is cut out before it is read, since it
 * could name a class to load.
 */
final class ProtobufCodec implements Codec {
    private static final String EXECUTE = Requests.ExecuteRequest.class.getName();

    private final ProtobufTranslation translation = new ProtobufTranslationImpl();

    @Override
    public String name() {
        return "protobuf";
    }

    @Override
    public String contentType() {
        return "application/x-google-protobuf";
    }

    @Override
    public Service.Request decode(byte[] body) throws IOException {
        Common.WireMessage wire = Common.WireMessage.parseFrom(CodedInputStream.newInstance(body));
        if (!wire.getName().equals(EXECUTE)) {
            return translation.parseRequest(body);
        }
        Requests.ExecuteRequest.Builder execute = Requests.ExecuteRequest.newBuilder();
        execute.mergeFrom(wire.getWrappedMessage());
        if (execute.hasStatementHandle()) {
            execute.getStatementHandleBuilder().clearSignature();
        }
        Common.WireMessage safe = Common.WireMessage.newBuilder()
                .setName(EXECUTE)
                .setWrappedMessage(
                        UnsafeByteOperations.unsafeWrap(execute.build().toByteArray()))
                .build();
        return translation.parseRequest(safe.toByteArray());
    }

    @Override
    public byte[] encode(Service.Response response) throws IOException {
        return translation.serializeResponse(response);
    }
}
