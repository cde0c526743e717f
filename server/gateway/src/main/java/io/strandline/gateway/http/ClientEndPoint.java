package io.strandline.gateway.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * A client's socket that can be asked, while a request of it is answered, whether the client has closed it: HTTP/1.1 does
 * not read meanwhile and would notice only when it writes the answer. What is read by asking is kept for HTTP. Thread-safe.
 */
final class ClientEndPoint extends SocketChannelEndPoint {
    /** Room for the record with which TLS says goodbye before the socket ends. */
    private static final int KEPT = 256;

    private final Executor executor;
    private final ReentrantLock reading = new ReentrantLock();
    private final ByteBuffer early = ByteBuffer.allocate(KEPT).limit(0);

    ClientEndPoint(
            SocketChannel channel, ManagedSelector selector, SelectionKey key, Scheduler scheduler, Executor executor) {
        super(channel, selector, key, scheduler);
        this.executor = executor;
    }

    /** Whether the client closed its side of the connection. */
    boolean clientIsGone() {
        boolean came;
        reading.lock();
        try {
            early.compact();
            int before = early.position();
            try {
                if (early.hasRemaining() && getChannel().read(early) < 0) {
                    return true;
                }
            } catch (IOException reset) {
                return true;
            } finally {
                came = early.position() > before;
                early.flip();
            }
        } finally {
            reading.unlock();
        }
        if (came) {
            tellThatBytesCame();
        }
        return false;
    }

    /** The selector does not: they are not in the socket any more. */
    private void tellThatBytesCame() {
        executor.execute(() -> getFillInterest().fillable());
    }

    @Override
    public int fill(ByteBuffer buffer) throws IOException {
        reading.lock();
        try {
            if (!early.hasRemaining()) {
                return super.fill(buffer);
            }
            notIdle();
            return BufferUtil.append(buffer, early);
        } finally {
            reading.unlock();
        }
    }

    @Override
    protected void needsFillInterest() {
        boolean kept;
        reading.lock();
        try {
            kept = early.hasRemaining();
        } finally {
            reading.unlock();
        }
        if (kept) {
            tellThatBytesCame();
        } else {
            super.needsFillInterest();
        }
    }
}
