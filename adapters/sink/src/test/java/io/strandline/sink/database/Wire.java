package io.strandline.sink.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A wire to a server that can be cut: the server does not learn of it, and new connections go through. */
final class Wire implements AutoCloseable {
    private final ServerSocket near;
    private final int far;
    private final List<Socket> clients = new CopyOnWriteArrayList<>();

    Wire(int far) {
        this.far = far;
        try {
            this.near = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    int port() {
        return near.getLocalPort();
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "wire");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!near.isClosed()) {
            try {
                Socket client = near.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), far);
                clients.add(client);
                start(() -> pump(client, server));
                start(() -> pump(server, client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private static void pump(Socket from, Socket to) {
        byte[] buffer = new byte[8_192];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
                out.flush();
            }
        } catch (IOException e) {
            return;
        }
    }

    /** Ends all connections on the near side. */
    void cut() throws IOException {
        for (Socket client : clients) {
            client.close();
        }
        clients.clear();
    }

    @Override
    public void close() throws IOException {
        near.close();
        cut();
    }
}
