package io.strandline.gateway.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** What the port says to people and probes: {@code GET /} what this is, {@code GET /health} whether it is up. */
final class PlainPages {
    private final String about;

    PlainPages(String version) {
        this.about = "Strandline " + version + ", a SQL gateway to the control plane of a lakehouse.\n"
                + "Connect with a JDBC client: jdbc:strandline://<this host and port>/\n"
                + "Avatica clients (JSON or protobuf) use this address as it is.\n";
    }

    boolean handle(Request request, Response response, Callback callback) {
        String path = Request.getPathInContext(request);
        boolean known = path.equals("/") || path.equals("/health");
        boolean reads = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
        if (!known) {
            write(response, callback, HttpStatus.NOT_FOUND_404, "Nothing is here. GET / says what this is.\n");
        } else if (!reads) {
            response.getHeaders().put(HttpHeader.ALLOW, path.equals("/") ? "GET, HEAD, POST" : "GET, HEAD");
            write(response, callback, HttpStatus.METHOD_NOT_ALLOWED_405, "This method has no meaning here.\n");
        } else {
            write(response, callback, HttpStatus.OK_200, path.equals("/") ? about : "ok\n");
        }
        return true;
    }

    static void write(Response response, Callback callback, int status, String text) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");
        response.write(true, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), callback);
    }
}
