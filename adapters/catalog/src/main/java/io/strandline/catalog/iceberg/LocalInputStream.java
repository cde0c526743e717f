package io.strandline.catalog.iceberg;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Objects;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;

/** Reads a file through a small buffer, ranges past it. An interrupt ends a read. Used by one thread. */
final class LocalInputStream extends SeekableInputStream implements RangeReadable {
    private static final int BUFFER_BYTES = 8192;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
    /** Where in the file the byte after the buffer is. */
    private long bufferEnd;

    LocalInputStream(FileChannel channel) {
        this.channel = channel;
    }

    @Override
    public long getPos() {
        return bufferEnd - buffer.remaining();
    }

    @Override
    public void seek(long position) throws IOException {
        if (position < 0) {
            throw new IOException("Cannot seek to " + position);
        }
        long bufferStart = bufferEnd - buffer.limit();
        if (position >= bufferStart && position <= bufferEnd) {
            buffer.position((int) (position - bufferStart));
        } else {
            buffer.limit(0);
            bufferEnd = position;
        }
    }

    @Override
    public int read() throws IOException {
        return buffer.hasRemaining() || fill() ? buffer.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length == 0) {
            return 0;
        }
        if (!buffer.hasRemaining()) {
            if (length >= BUFFER_BYTES) {
                int read = channel.read(ByteBuffer.wrap(bytes, offset, length), bufferEnd);
                if (read > 0) {
                    bufferEnd += read;
                    buffer.limit(0);
                }
                return read;
            }
            if (!fill()) {
                return -1;
            }
        }
        int count = Math.min(length, buffer.remaining());
        buffer.get(bytes, offset, count);
        return count;
    }

    private boolean fill() throws IOException {
        buffer.clear();
        int read = channel.read(buffer, bufferEnd);
        buffer.flip();
        if (read <= 0) {
            return false;
        }
        bufferEnd += read;
        return true;
    }

    @Override
    public long skip(long count) throws IOException {
        long from = getPos();
        long to = Math.max(from, Math.min(channel.size(), from + Math.max(0, count)));
        seek(to);
        return to - from;
    }

    @Override
    public int available() {
        return buffer.remaining();
    }

    @Override
    public void readFully(long position, byte[] bytes, int offset, int length) throws IOException {
        ByteBuffer target = ByteBuffer.wrap(bytes, offset, length);
        long at = position;
        while (target.hasRemaining()) {
            int read = channel.read(target, at);
            if (read < 0) {
                throw new EOFException("End of file at " + at + ", wanted " + target.remaining() + " bytes more");
            }
            at += read;
        }
    }

    @Override
    public int readTail(byte[] bytes, int offset, int length) throws IOException {
        long size = channel.size();
        int count = (int) Math.min(length, size);
        readFully(size - count, bytes, offset, count);
        return count;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
