package io.strandline.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.gateway.session.FakeEngine;
import io.strandline.gateway.session.SessionSettings;
import io.strandline.gateway.session.Sessions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.proto.Common;
import org.apache.calcite.avatica.proto.Requests;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;
import org.apache.calcite.avatica.remote.Service;
import org.junit.jupiter.api.Test;

/** No message can make the gateway load a class. Avatica's own reading of the same bytes does. */
class ClassNameTest {
    static final AtomicInteger loaded = new AtomicInteger();

    private static final String NAME = "io.strandline.gateway.http.LoadedByName";

    private static byte[] protobuf() {
        Common.Signature signature = Common.Signature.newBuilder()
                .setCursorFactory(Common.CursorFactory.newBuilder()
                        .setStyle(Common.CursorFactory.Style.LIST)
                        .setClassName(NAME))
                .build();
        Requests.ExecuteRequest execute = Requests.ExecuteRequest.newBuilder()
                .setStatementHandle(Common.StatementHandle.newBuilder()
                        .setConnectionId("c")
                        .setId(1)
                        .setSignature(signature))
                .build();
        return Common.WireMessage.newBuilder()
                .setName(Requests.ExecuteRequest.class.getName())
                .setWrappedMessage(execute.toByteString())
                .build()
                .toByteArray();
    }

    @Test
    void neitherCodecLoadsAClassThatAMessageNames() throws IOException {
        String json = "{request: 'execute', statementHandle: {connectionId: 'c', id: 1, signature: {columns: [],"
                + " cursorFactory: {style: 'RECORD', clazz: '" + NAME + "', fieldNames: []}}}, parameterValues: [],"
                + " maxRowCount: 1}";
        Service.ExecuteRequest fromJson =
                (Service.ExecuteRequest) JacksonCodec.json().decode(json.getBytes(StandardCharsets.UTF_8));
        Service.ExecuteRequest fromProtobuf = (Service.ExecuteRequest) new ProtobufCodec().decode(protobuf());

        assertThat(List.of(fromJson, fromProtobuf)).allSatisfy(request -> {
            Meta.StatementHandle handle = request.statementHandle;
            assertThat(handle.id).isEqualTo(1);
            assertThat(handle.signature).isNull();
        });
        assertThat(loaded).hasValue(0);

        askWithClassNames();
        assertThat(loaded).hasValue(0);

        // must fail: the same bytes without our codec
        new ProtobufTranslationImpl().parseRequest(protobuf());
        assertThat(loaded).hasValue(1);
    }

    /** Case 53: what Avatica's own client takes for the name of a class to make, in a message, a header and a URL. */
    private static void askWithClassNames() throws IOException {
        Sessions sessions = new Sessions(SessionSettings.DEFAULTS, Clock.systemUTC());
        HttpSettings any = HttpSettings.DEFAULTS.withAddress("127.0.0.1", 0);
        try (GatewayServer server = GatewayServer.start(any, Users.NONE, new FakeEngine(), sessions, "1")) {
            Wire wire = new Wire(server.port());
            Map<String, String> info = new HashMap<>();
            List.of("factory", "driver", "httpclient_factory", "httpclient_impl", "lb_strategy", "schemaFactory")
                    .forEach(property -> info.put(property, NAME));
            for (Wire.Format format : Wire.Format.values()) {
                assertThat(wire.call(
                                format, new Service.OpenConnectionRequest("of " + format, info), "Strandline", NAME))
                        .isInstanceOf(Service.OpenConnectionResponse.class);
            }
            assertThat(wire.post(protobuf()).statusCode()).isEqualTo(500);
            assertThat(wire.send("GET", "/query?sql=SELECT%201&factory=" + NAME).statusCode())
                    .isEqualTo(400);
        }
    }
}
