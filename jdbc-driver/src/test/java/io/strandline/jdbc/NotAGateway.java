package io.strandline.jdbc;

import java.io.IOException;
import java.net.InetAddress;
import org.apache.hc.core5.http.impl.bootstrap.HttpServer;
import org.apache.hc.core5.http.impl.bootstrap.ServerBootstrap;
import org.apache.hc.core5.io.CloseMode;

/** An HTTP server that knows nothing of us. */
final class NotAGateway implements AutoCloseable {
    private final HttpServer server;

    NotAGateway() throws IOException {
        server = ServerBootstrap.bootstrap()
                .setLocalAddress(InetAddress.getLoopbackAddress())
                .setListenerPort(0)
                .setCanonicalHostName("127.0.0.1")
                .register("*", (request, response, context) -> response.setCode(404))
                .create();
        server.start();
    }

    int port() {
        return server.getLocalPort();
    }

    @Override
    public void close() {
        server.close(CloseMode.IMMEDIATE);
    }
}
