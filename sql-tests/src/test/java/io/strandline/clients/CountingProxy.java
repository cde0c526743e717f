package io.strandline.clients;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Hands bytes on between a client and a gateway, counts the requests among them, and can swallow all. */
final class CountingProxy implements AutoCloseable {
    private static final byte[] REQUEST = "POST / HTTP/1.1\r\n".getBytes(US_ASCII);

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger requests = new AtomicInteger();
    private final int gateway;
    private volatile boolean swallowing;

    CountingProxy(int gateway) throws IOException {
        this.gateway = gateway;
        Future<?> unused = threads.submit(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** How many requests came so far. */
    int requests() {
        return requests.get();
    }

    /** From now on nothing gets through, and nobody is told: as when a network is cut. */
    void swallow() {
        swallowing = true;
    }

    private void accept() {
        try {
            while (!listening.isClosed()) {
                Socket client = listening.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), gateway);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                Future<?> unused = threads.submit(() -> pump(client, server, true));
                Future<?> unusedToo = threads.submit(() -> pump(server, client, false));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private void pump(Socket from, Socket to, boolean count) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] some = new byte[8_192];
            int matched = 0;
            for (int length = in.read(some); length >= 0; length = in.read(some)) {
                for (int i = 0; count && i < length; i++) {
                    matched = some[i] == REQUEST[matched] ? matched + 1 : some[i] == REQUEST[0] ? 1 : 0;
                    if (matched == REQUEST.length) {
                        requests.incrementAndGet();
                        matched = 0;
                    }
                }
                if (!swallowing) {
                    out.write(some, 0, length);
                    out.flush();
                }
            }
        } catch (IOException closed) {
            // either side went away
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        threads.shutdownNow();
    }
}
