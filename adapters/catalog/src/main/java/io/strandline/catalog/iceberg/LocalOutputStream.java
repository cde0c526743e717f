package io.strandline.catalog.iceberg;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.io.PositionOutputStream;

/** Writes a partial file and gives it its name when closed. Used by one thread. */
final class LocalOutputStream extends PositionOutputStream {
    private static final int BUFFER_BYTES = 65536;

    private final String location;
    private final FileChannel channel;
    private final Path partial;
    private final Path target;
    private final boolean replace;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private long position;
    private boolean closed;

    LocalOutputStream(String location, FileChannel channel, Path partial, Path target, boolean replace) {
        this.location = location;
        this.channel = channel;
        this.partial = partial;
        this.target = target;
        this.replace = replace;
    }

    @Override
    public long getPos() {
        return position;
    }

    @Override
    public void write(int value) throws IOException {
        if (!buffer.hasRemaining()) {
            drain();
        }
        buffer.put((byte) value);
        position++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (length > buffer.remaining()) {
            drain();
        }
        if (length > buffer.remaining()) {
            writeAll(ByteBuffer.wrap(bytes, offset, length));
        } else {
            buffer.put(bytes, offset, length);
        }
        position += length;
    }

    @Override
    public void flush() throws IOException {
        drain();
    }

    private void drain() throws IOException {
        buffer.flip();
        writeAll(buffer);
        buffer.clear();
    }

    private void writeAll(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /**
     * Makes the file durable and visible.
     *
     * @throws AlreadyExistsException if somebody made a file of that name meanwhile and it must not be replaced
     */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (channel) {
            drain();
            // a catalog will point at this file: it must not be lost in a crash that the pointer survives
            channel.force(true);
        } catch (IOException e) {
            Files.deleteIfExists(partial);
            throw e;
        }
        publish();
    }

    private void publish() throws IOException {
        try {
            if (replace) {
                Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } else {
                linkOrMove();
            }
        } catch (FileAlreadyExistsException e) {
            throw new AlreadyExistsException(e, "File already exists: %s", location);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    /** A hard link is the one way to give a name that fails if the name is taken; some file systems have none. */
    private void linkOrMove() throws IOException {
        try {
            Files.createLink(target, partial);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            Files.move(partial, target);
        }
    }
}
