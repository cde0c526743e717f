package io.strandline.gateway.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;

/** The body of a request, collected as it comes: a client that sends slowly holds no thread meanwhile (GW-8). */
final class Body implements Runnable {
    /** How many times the limit is read of what is too large and thrown away. */
    private static final int PATIENCE = 4;

    /** What a client says it will send is believed up to here. */
    private static final int BELIEVED = 1 << 16;

    private final Request request;
    private final int limit;
    private final Callback callback;
    private final Work then;
    private final ByteArrayOutputStream bytes;
    private boolean tooLarge;
    private byte first;
    private long discarded;

    /** What is done when it is there. */
    @FunctionalInterface
    interface Work {
        void with(Body body) throws Exception;
    }

    private Body(Request request, int limit, Callback callback, Work then) {
        long length = request.getLength();
        this.request = request;
        this.limit = limit;
        this.callback = callback;
        this.then = then;
        this.tooLarge = length > limit;
        this.bytes = new ByteArrayOutputStream(tooLarge ? 1 : length > 0 ? (int) Math.min(length, BELIEVED) : 512);
    }

    /**
     * Reads it and goes on with the work, at once if it is there already; no more than the limit is held.
     *
     * @param limit most bytes; with 0 nothing is waited for but the first byte
     * @param callback is told if the body does not come, or the work fails
     */
    static void read(Request request, int limit, Callback callback, Work then) {
        new Body(request, limit, callback, then).run();
    }

    /** All of it, if it is not too large. */
    byte[] bytes() {
        return bytes.toByteArray();
    }

    /** Whether it is larger than the limit. */
    boolean tooLarge() {
        return tooLarge;
    }

    /** The first byte, which tells the codec; 0 if there is none. */
    byte first() {
        return first;
    }

    /** Takes what came. Called again by the server when there is more. */
    @Override
    public void run() {
        boolean last = false;
        while (!last) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                request.demand(this);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                callback.failed(chunk.getFailure());
                return;
            }
            take(chunk.getByteBuffer());
            // a client that is still sending does not read the answer: what is not much too large is let come
            last = chunk.isLast() || discarded > (long) PATIENCE * limit;
            chunk.release();
        }
        try {
            then.with(this);
        } catch (Throwable failure) {
            callback.failed(failure);
        }
    }

    private void take(ByteBuffer more) {
        if (bytes.size() == 0 && discarded == 0 && more.hasRemaining()) {
            first = more.get(more.position());
        }
        tooLarge = tooLarge || more.remaining() > limit - bytes.size();
        if (!tooLarge) {
            byte[] copy = new byte[more.remaining()];
            more.get(copy);
            bytes.writeBytes(copy);
        } else {
            discarded += more.remaining();
        }
    }
}
