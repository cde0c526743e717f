package io.strandline.log;

import java.time.Instant;
import java.util.List;

/**
 * What a view was at one moment, captured together (LOG-14).
 *
 * @param identity of the log it is of
 * @param whole since when it may have missed something
 */
public record ViewSnapshot(String identity, Instant whole, List<Part> partitions) {
    public ViewSnapshot {
        partitions = List.copyOf(partitions);
    }

    /**
     * A partition of it, which is that of its place in the list.
     *
     * @param applied everything below that offset was read
     * @param records last values, in order of offsets
     */
    public record Part(long applied, List<LogRecord> records) {}
}
