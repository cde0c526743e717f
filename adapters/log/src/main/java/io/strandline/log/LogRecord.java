package io.strandline.log;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A record as every subscriber sees it.
 *
 * @param partition from 0
 * @param offset its place in the partition, from 0, never given to another record
 * @param time when it was written, in whole milliseconds; within a partition it never falls, even if the clock
 *     does; but on Kafka it is the leader's, and the next leader's clock can be behind
 * @param key null for a record without one
 * @param value null for a tombstone; an empty value is none (LOG-7)
 */
public record LogRecord(
        int partition,
        long offset,
        Instant time,
        @Nullable Bytes key,
        @Nullable Bytes value) {
    public LogRecord {
        requireNonNull(time, "time");
    }

    /** Whether it says that its key has no value any more. */
    public boolean isTombstone() {
        return value == null;
    }

    /** Bytes of key and value. */
    public int size() {
        return (key == null ? 0 : key.length()) + (value == null ? 0 : value.length());
    }
}
