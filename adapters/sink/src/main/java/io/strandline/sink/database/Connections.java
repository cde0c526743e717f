package io.strandline.sink.database;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.sql.SQLException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Connections of one sink, never more at once than it may have: the database serves others too. Thread-safe. */
final class Connections {
    private final DatabaseKind kind;
    private final DatabaseSettings settings;
    private final String sink;
    private final Semaphore free;
    private final AtomicInteger writers;

    /**
     * Of a sink.
     *
     * @param free how many more it may have; one for all that serve the sink
     * @param writers how many write the database here; one for all sinks of it
     */
    Connections(DatabaseKind kind, DatabaseSettings settings, String sink, Semaphore free, AtomicInteger writers) {
        this.kind = kind;
        this.settings = settings;
        this.sink = sink;
        this.free = free;
        this.writers = writers;
    }

    DatabaseKind kind() {
        return kind;
    }

    DatabaseSettings settings() {
        return settings;
    }

    /** Says that something may write the database until {@link #writerWent}. */
    void writerCame() {
        writers.incrementAndGet();
    }

    void writerWent() {
        writers.decrementAndGet();
    }

    /** Whether something of this gateway may write the database now, whatever its sink. */
    boolean isWritten() {
        return writers.get() > 0;
    }

    /**
     * Another one, whose closing gives its place back.
     *
     * @throws StrandlineException {@link ErrorCode#TOO_MANY} beyond the bound
     */
    Connected open() throws SQLException {
        if (!free.tryAcquire()) {
            throw new StrandlineException(
                    ErrorCode.TOO_MANY,
                    "sink " + sink + " has " + settings.mostConnections() + " connections to "
                            + settings.schema() + "." + settings.table()
                            + " already, one for each run and each query of it. End some, or raise connections of the sink.");
        }
        Connected opened = null;
        try {
            opened = kind.connect(settings);
        } finally {
            if (opened == null) {
                free.release();
            }
        }
        return opened.releasing(free::release);
    }
}
