package io.strandline.gateway.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.calcite.avatica.remote.Service;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * A request with a message of Avatica's, and where its answer goes.
 *
 * @param codec the request's, and so the answer's
 */
record Exchange(Request request, Response response, Callback callback, Codec codec) {
    /** Answers; the request is over with that. */
    void write(int status, Service.Response answer) throws IOException {
        write(status, codec.encode(answer));
    }

    /** Answers with what the codec has encoded. */
    void write(int status, byte[] answer) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, codec.contentType());
        response.write(true, ByteBuffer.wrap(answer), callback);
    }
}
