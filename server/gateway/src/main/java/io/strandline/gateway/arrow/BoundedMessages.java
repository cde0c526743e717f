package io.strandline.gateway.arrow;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.MessageChannelReader;
import org.apache.arrow.vector.ipc.message.MessageResult;

/**
 * Messages of an Arrow stream whose lengths are not believed: Arrow's own reader takes as much memory for a message's metadata
 * as its first bytes say, whatever sends them. Bodies are bounded by the allocator.
 */
final class BoundedMessages extends MessageChannelReader {
    /** Metadata of a batch is some bytes for each column; no table has that many. */
    private static final int MOST_METADATA = 16 << 20;

    private final Prefixes channel;
    private final List<ArrowBuf> bodies = new ArrayList<>();

    private BoundedMessages(Prefixes channel, BufferAllocator memory) {
        super(new ReadChannel(channel), memory);
        this.channel = channel;
    }

    static BoundedMessages of(InputStream bytes, BufferAllocator memory) {
        return new BoundedMessages(new Prefixes(Channels.newChannel(bytes)), memory);
    }

    @Override
    public MessageResult readNext() throws IOException {
        channel.messageBegins();
        MessageResult message = super.readNext();
        bodies.removeIf(body -> body.refCnt() == 0);
        if (message != null && message.getBodyBuffer() != null) {
            bodies.add(message.getBodyBuffer());
        }
        return message;
    }

    /** Frees what a message that was no good left behind, after all that reads from it is closed. */
    void release() {
        for (ArrowBuf body : bodies) {
            if (body.refCnt() > 0) {
                body.getReferenceManager().release(body.refCnt());
            }
        }
        bodies.clear();
    }

    /**
     * Looks at the first bytes of each message: its length, or -1 and then its length (Arrow's columnar format, "Encapsulated
     * message format").
     */
    private static final class Prefixes implements ReadableByteChannel {
        private final ReadableByteChannel source;
        private int seen;
        private int number;

        Prefixes(ReadableByteChannel source) {
            this.source = source;
        }

        void messageBegins() {
            seen = 0;
            number = 0;
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            int from = into.position();
            int count = source.read(into);
            for (int at = from; at < from + count && seen < 2 * Integer.BYTES; at++) {
                look(into.get(at));
            }
            return count;
        }

        private void look(byte next) throws IOException {
            number |= (next & 0xff) << (Byte.SIZE * (seen % Integer.BYTES));
            seen++;
            if (seen % Integer.BYTES == 0) {
                boolean continues = seen == Integer.BYTES && number == -1;
                if (!continues) {
                    if (number < 0 || number > MOST_METADATA) {
                        throw new IOException("a message says that its metadata has " + number + " bytes");
                    }
                    seen = 2 * Integer.BYTES;
                }
                number = 0;
            }
        }

        @Override
        public boolean isOpen() {
            return source.isOpen();
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }
}
