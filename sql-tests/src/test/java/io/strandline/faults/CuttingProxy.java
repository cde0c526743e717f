package io.strandline.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** A TCP proxy on loopback that closes both ends after an exact number of bytes of one direction. */
final class CuttingProxy implements AutoCloseable {
    /** Which bytes are counted. */
    enum Direction {
        REQUEST,
        ANSWER
    }

    private final ServerSocket listening;
    private final int target;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "cutting-proxy");
        thread.setDaemon(true);
        return thread;
    });
    private final AtomicInteger requestBytes = new AtomicInteger();
    private final AtomicInteger answerBytes = new AtomicInteger();
    private volatile int cutRequestAfter = Integer.MAX_VALUE;
    private volatile int cutAnswerAfter = Integer.MAX_VALUE;

    CuttingProxy(int target) throws IOException {
        this.target = target;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** From now on, counts from zero and cuts after that many bytes. */
    void cutAfter(Direction direction, int bytes) {
        reset();
        if (direction == Direction.REQUEST) {
            cutRequestAfter = bytes;
        } else {
            cutAnswerAfter = bytes;
        }
    }

    /** From now on, counts from zero and cuts nothing. */
    void reset() {
        cutRequestAfter = Integer.MAX_VALUE;
        cutAnswerAfter = Integer.MAX_VALUE;
        requestBytes.set(0);
        answerBytes.set(0);
    }

    /** Bytes that passed since counting began. */
    int passed(Direction direction) {
        return (direction == Direction.REQUEST ? requestBytes : answerBytes).get();
    }

    private void start(Runnable task) {
        Future<?> unused = threads.submit(task);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                start(() -> pump(client, server, Direction.REQUEST));
                start(() -> pump(server, client, Direction.ANSWER));
            } catch (IOException e) {
                if (!listening.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    /** Passes bytes on, up to the cut, and closes both ends there. */
    private void pump(Socket from, Socket to, Direction direction) {
        AtomicInteger count = direction == Direction.REQUEST ? requestBytes : answerBytes;
        byte[] buffer = new byte[8192];
        // the side it came from is closed first: nothing of a cut exchange gets back to it
        try (to;
                from) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                int limit = direction == Direction.REQUEST ? cutRequestAfter : cutAnswerAfter;
                int pass = Math.min(read, limit - count.get());
                // counted before it is seen, so that who saw it finds it counted
                boolean last = count.addAndGet(pass) >= limit;
                out.write(buffer, 0, pass);
                out.flush();
                if (last) {
                    return;
                }
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
