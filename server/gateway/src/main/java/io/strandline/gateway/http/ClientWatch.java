package io.strandline.gateway.http;

import io.strandline.gateway.session.RequestContext;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;

/**
 * Notices that a client went away while its request is answered, and lets what only reads end then; takes the connection
 * from a client that reads its rows so slowly that the thread which sends them cannot end (GW-5); and no longer waits for what a
 * client is to send to a statement that is over (SNK-18). Thread-safe.
 */
final class ClientWatch {
    private final Map<RequestContext, ClientEndPoint> clients = new ConcurrentHashMap<>();
    private final Set<RequestContext> sending = ConcurrentHashMap.newKeySet();
    private final Map<RequestContext, AwaitedBody> receiving = new ConcurrentHashMap<>();

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

    /** From now on a thread waits for the client to take what is sent. */
    void sends(RequestContext context) {
        sending.add(context);
    }

    /** From now on a thread waits for what the client sends. */
    void receives(RequestContext context, AwaitedBody body) {
        receiving.put(context, body);
    }

    /** It is answered. */
    void ends(RequestContext context) {
        sending.remove(context);
        receiving.remove(context);
        clients.remove(context);
    }

    /** Looks at every client that waits. Called every now and then. */
    void look() {
        clients.forEach((context, client) -> {
            if (client.clientIsGone()) {
                context.clientIsGone();
            }
            if (sending.contains(context) && context.isOver()) {
                client.close();
            }
        });
        receiving.forEach((context, body) -> {
            if (context.isOver()) {
                body.stop();
            }
        });
    }
}
