package io.strandline.gateway.http;

import io.strandline.gateway.session.RequestContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;

/** Notices that a client went away while its request is answered, and lets what only reads end then. Thread-safe. */
final class ClientWatch {
    private final Map<RequestContext, ClientEndPoint> clients = new ConcurrentHashMap<>();

    /** A request begins to be answered. */
    void begins(RequestContext context, Request request) {
        EndPoint socket = request.getConnectionMetaData().getConnection().getEndPoint();
        while (socket instanceof EndPoint.Wrapper wrapper) {
            socket = wrapper.unwrap();
        }
        if (socket instanceof ClientEndPoint client) {
            clients.put(context, client);
        }
    }

    /** It is answered. */
    void ends(RequestContext context) {
        clients.remove(context);
    }

    /** Looks at every client that waits. Called every now and then. */
    void look() {
        clients.forEach((context, client) -> {
            if (client.clientIsGone()) {
                context.clientIsGone();
            }
        });
    }
}
