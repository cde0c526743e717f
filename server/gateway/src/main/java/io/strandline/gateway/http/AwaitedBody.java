package io.strandline.gateway.http;

import io.strandline.gateway.session.RequestContext;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * A request's body that is read by the statement it is for. Once the statement is over its thread no longer waits for what the client
 * may yet send (SNK-18), and the request can still be answered. One thread reads it; any thread may {@link #stop} it.
 */
final class AwaitedBody implements Content.Source {
    private final Content.Source body;
    private final AtomicReference<@Nullable Runnable> waiting = new AtomicReference<>();
    private volatile Content.@Nullable Chunk stopped;

    AwaitedBody(Content.Source body) {
        this.body = body;
    }

    /** Whoever reads it gets an error, now and from now on. */
    void stop() {
        stopped = Content.Chunk.from(new InterruptedIOException("nobody waits for the body any more"), true);
        wake();
    }

    private void wake() {
        Runnable reader = waiting.getAndSet(null);
        if (reader != null) {
            reader.run();
        }
    }

    @Override
    public Content.@Nullable Chunk read() {
        Content.Chunk end = stopped;
        return end == null ? body.read() : end;
    }

    @Override
    public void demand(Runnable reader) {
        waiting.set(reader);
        if (stopped == null) {
            body.demand(this::wake);
        } else {
            wake();
        }
    }

    @Override
    public void fail(Throwable failure) {
        body.fail(failure);
    }

    /** To be read as bytes; of a body that breaks off because its statement is over, that is the error. */
    InputStream bytes(RequestContext context) {
        return new FilterInputStream(Content.Source.asInputStream(this)) {
            @Override
            public int read() throws IOException {
                try {
                    return super.read();
                } catch (IOException e) {
                    throw explained(e);
                }
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                try {
                    return super.read(into, offset, length);
                } catch (IOException e) {
                    throw explained(e);
                }
            }

            private IOException explained(IOException failure) {
                context.checkpoint();
                return failure;
            }
        };
    }
}
