package io.strandline.store.database;

import static java.util.Objects.requireNonNullElse;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Marks a SQLite file as in use by this process. The operating system lets go of it when the process ends, however it
 * ends: who holds it knows that every earlier gateway on the file is dead (GW-1), and a second gateway is refused.
 */
final class ProcessLock implements AutoCloseable {
    /** Files held by this process: closing a second channel on one would let go of the lock (POSIX). */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    /** Far behind the text, so that others can read it on systems whose locks forbid reading. */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    private final Path file;
    private final FileChannel channel;

    private ProcessLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lock of that database file, in a file beside it with {@code .lock} added to its name.
     *
     * @throws StrandlineException {@link ErrorCode#STORE} if another gateway has it, or the file cannot be written
     */
    static ProcessLock of(Path database) {
        try {
            Path absolute = database.toAbsolutePath();
            Path directory = requireNonNullElse(absolute.getParent(), absolute).toRealPath();
            Path file = directory.resolve(database.getFileName() + ".lock");
            if (!HELD.add(file)) {
                throw inUse(database, "this process");
            }
            try {
                return new ProcessLock(file, lock(database, file));
            } catch (RuntimeException | IOException e) {
                HELD.remove(file);
                throw e;
            }
        } catch (IOException e) {
            throw new StrandlineException(
                    ErrorCode.STORE,
                    "store " + database + " cannot be opened: " + e.getClass().getSimpleName() + " on " + e.getMessage()
                            + "; its directory must exist and be writable.",
                    e);
        }
    }

    private static FileChannel lock(Path database, Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock(LOCKED_BYTE, 1, false);
            if (lock == null) {
                throw inUse(
                        database,
                        "process "
                                + Files.readString(file, StandardCharsets.UTF_8).strip());
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)));
            return channel;
        } catch (RuntimeException | IOException e) {
            channel.close();
            throw e;
        }
    }

    private static StrandlineException inUse(Path database, String holder) {
        return new StrandlineException(
                ErrorCode.STORE,
                "store " + database + " is in use by another gateway (" + holder
                        + "); end that one, or put the store on PostgreSQL, which several gateways can share.");
    }

    /** Lets go. The file stays: removing it would race with the next holder. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new StrandlineException(ErrorCode.STORE, "lock file " + file + " cannot be closed.", e);
        } finally {
            HELD.remove(file);
        }
    }
}
