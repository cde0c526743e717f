package io.strandline.gateway.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Blocker;

/** The body of a request. */
final class Body {
    /** How many times the limit is read of what is too large and thrown away. */
    private static final int PATIENCE = 4;

    private final byte[] bytes;
    private final boolean tooLarge;

    private Body(byte[] bytes, boolean tooLarge) {
        this.bytes = bytes;
        this.tooLarge = tooLarge;
    }

    /** All of it; if it is too large, only its beginning. */
    byte[] bytes() {
        return bytes;
    }

    /** Whether it is larger than the limit. */
    boolean tooLarge() {
        return tooLarge;
    }

    /** Reads it, waiting for what is not there yet; no more than the limit is held. */
    static Body read(Request request, int limit) throws IOException {
        long length = request.getLength();
        if (length > limit) {
            byte first = firstByte(request);
            discard(request, (long) PATIENCE * limit);
            return new Body(new byte[] {first}, true);
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream(length > 0 ? (int) length : 512);
        boolean last = false;
        while (!last) {
            Content.Chunk chunk = next(request);
            ByteBuffer bytes = chunk.getByteBuffer();
            last = chunk.isLast();
            boolean fits = bytes.remaining() <= limit - body.size();
            if (fits) {
                byte[] copy = new byte[bytes.remaining()];
                bytes.get(copy);
                body.writeBytes(copy);
            }
            chunk.release();
            if (!fits) {
                if (!last) {
                    discard(request, (long) PATIENCE * limit);
                }
                return new Body(body.toByteArray(), true);
            }
        }
        return new Body(body.toByteArray(), false);
    }

    /** A client that is still sending does not read the answer: what is not much too large is let come. */
    private static void discard(Request request, long most) throws IOException {
        long discarded = 0;
        boolean last = false;
        while (!last && discarded < most) {
            Content.Chunk chunk = next(request);
            discarded += chunk.remaining();
            last = chunk.isLast();
            chunk.release();
        }
    }

    /** The first byte, which tells the codec; 0 if there is none. */
    byte first() {
        return bytes.length == 0 ? 0 : bytes[0];
    }

    /** The first byte of a body that is not to be read; 0 if it is empty. */
    static byte firstByte(Request request) throws IOException {
        while (true) {
            Content.Chunk chunk = next(request);
            ByteBuffer bytes = chunk.getByteBuffer();
            boolean found = bytes.hasRemaining();
            boolean last = chunk.isLast();
            byte first = found ? bytes.get() : 0;
            chunk.release();
            if (found || last) {
                return first;
            }
        }
    }

    private static Content.Chunk next(Request request) throws IOException {
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                try (Blocker.Runnable blocker = Blocker.runnable()) {
                    request.demand(blocker);
                    blocker.block();
                }
            } else if (Content.Chunk.isFailure(chunk)) {
                throw new IOException("the body could not be read", chunk.getFailure());
            } else {
                return chunk;
            }
        }
    }
}
