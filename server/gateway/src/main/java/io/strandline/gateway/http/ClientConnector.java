package io.strandline.gateway.http;

import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Gives each client a socket that can be asked whether it is still there. */
final class ClientConnector extends ServerConnector {
    ClientConnector(Server server, ConnectionFactory... protocols) {
        super(server, 1, 1, protocols);
    }

    @Override
    protected SocketChannelEndPoint newEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key) {
        ClientEndPoint client = new ClientEndPoint(channel, selector, key, getScheduler(), getExecutor());
        client.setIdleTimeout(getIdleTimeout());
        return client;
    }
}
