package io.strandline.gateway.http;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.smile.SmileFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.apache.calcite.avatica.remote.JsonService;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;
import org.apache.calcite.avatica.remote.Service;

/** Sends single messages to a gateway, and shows the bare answer. */
final class Wire {
    private static final ObjectMapper SMILE_MAPPER =
            new ObjectMapper(new SmileFactory()).configure(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, true);

    /** The ways messages are written. */
    enum Format {
        JSON,
        SMILE,
        PROTOBUF;

        byte[] write(Service.Request request) throws IOException {
            return switch (this) {
                case JSON -> JsonService.MAPPER.writeValueAsBytes(request);
                case SMILE -> SMILE_MAPPER.writeValueAsBytes(request);
                case PROTOBUF -> new ProtobufTranslationImpl().serializeRequest(request);
            };
        }

        Service.Response read(byte[] answer) throws IOException {
            return switch (this) {
                case JSON -> JsonService.MAPPER.readValue(answer, Service.Response.class);
                case SMILE -> SMILE_MAPPER.readValue(answer, Service.Response.class);
                case PROTOBUF -> new ProtobufTranslationImpl().parseResponse(answer);
            };
        }
    }

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final int port;

    Wire(int port) {
        this.port = port;
    }

    HttpResponse<byte[]> post(byte[] body, String... headers) {
        HttpRequest.Builder request = request("/").POST(HttpRequest.BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request);
    }

    HttpResponse<byte[]> send(String method, String path) {
        return send(request(path).method(method, HttpRequest.BodyPublishers.noBody()));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends a message and reads the answer, whatever its status. */
    Service.Response call(Format format, Service.Request request, String... headers) {
        try {
            return format.read(post(format.write(request), headers).body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a message whose answer is an error. */
    Service.ErrorResponse error(Format format, Service.Request request, String... headers) {
        return (Service.ErrorResponse) call(format, request, headers);
    }

    /** Opens a session. */
    void open(Format format, String id) {
        call(format, new Service.OpenConnectionRequest(id, Map.of()));
    }

    /** Runs a statement and gives its first result. */
    Service.ResultSetResponse run(Format format, String id, int statement, String sql, String... headers) {
        return run(format, new Service.PrepareAndExecuteRequest(id, statement, sql, -1), headers);
    }

    /** Runs a statement and gives its first result. */
    Service.ResultSetResponse run(Format format, Service.PrepareAndExecuteRequest request, String... headers) {
        return ((Service.ExecuteResponse) call(format, request, headers)).results.get(0);
    }
}
