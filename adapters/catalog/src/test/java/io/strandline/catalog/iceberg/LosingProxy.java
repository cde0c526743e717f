package io.strandline.catalog.iceberg;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Passes requests on to a server, and loses the answers to some when it is told to: the server has made them. Or it loses the
 * requests: the server knows nothing of them.
 */
final class LosingProxy implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final int target;
    private final AtomicInteger sent = new AtomicInteger();

    /** What a request begins with whose answer can be lost. */
    volatile String fragile = "DELETE ";

    volatile boolean loses;
    volatile boolean swallows;

    LosingProxy(int target) throws IOException {
        this.target = target;
        start(this::accept);
    }

    String uri() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    /** Requests that came whose answers can be lost. */
    int sent() {
        return sent.get();
    }

    private void start(Runnable task) {
        Future<?> unused = threads.submit(task);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                AtomicBoolean isFragile = new AtomicBoolean();
                start(() -> requests(client, server, isFragile));
                start(() -> answers(server, client, isFragile));
            } catch (IOException e) {
                // closed
            }
        }
    }

    private void requests(Socket client, Socket server, AtomicBoolean isFragile) {
        byte[] buffer = new byte[65_536];
        try (client;
                server) {
            InputStream in = client.getInputStream();
            OutputStream out = server.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                // a request begins a packet: none is sent before the answer to the one before
                boolean counts = new String(buffer, 0, read, StandardCharsets.ISO_8859_1).startsWith(fragile);
                isFragile.set(counts);
                if (counts) {
                    sent.incrementAndGet();
                    if (swallows) {
                        return;
                    }
                }
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            // the other direction closed both ends
        }
    }

    private void answers(Socket server, Socket client, AtomicBoolean isFragile) {
        byte[] buffer = new byte[65_536];
        try (client;
                server) {
            InputStream in = server.getInputStream();
            OutputStream out = client.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (loses && isFragile.get()) {
                    return;
                }
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            // the other direction closed both ends
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        threads.shutdownNow();
    }
}
