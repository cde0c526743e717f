package io.strandline.log;

import static java.util.Objects.requireNonNull;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a log is.
 *
 * @param name unique among the logs of a gateway
 * @param partitions how many, at least 1 and at most {@link #MOST_PARTITIONS}; for ever those of its first opening (LOG-2)
 * @param keep how long an append-only log keeps its records; null for ever, and for a compacted one
 * @param tombstonesKept how long a compacted log keeps a tombstone after it has taken its key's values away (LOG-9)
 * @param largestRecord most bytes of a record's key and value together
 */
public record LogOptions(
        String name,
        int partitions,
        LogKind kind,
        @Nullable Duration keep,
        Duration tombstonesKept,
        int largestRecord) {
    /** Most partitions of one log. */
    public static final int MOST_PARTITIONS = 4096;

    /** As long as Kafka keeps them. */
    public static final Duration TOMBSTONES_KEPT = Duration.ofDays(1);

    /** As large as Kafka takes them. */
    public static final int LARGEST_RECORD = 1 << 20;

    public LogOptions {
        requireNonNull(kind, "kind");
        if (name.isEmpty()) {
            throw wrong("", "has no name");
        }
        if (partitions < 1 || partitions > MOST_PARTITIONS) {
            throw wrong(name, "has " + partitions + " partitions; it needs 1 to " + MOST_PARTITIONS);
        }
        if (largestRecord < 1) {
            throw wrong(name, "takes records of " + largestRecord + " bytes; it must take at least 1");
        }
        if (keep != null && (kind == LogKind.COMPACTED || keep.isNegative() || keep.isZero())) {
            throw wrong(name, "keeps records for " + keep + "; only an append-only log does, and longer than nothing");
        }
        if (tombstonesKept.isNegative()) {
            throw wrong(name, "keeps tombstones for " + tombstonesKept + "; that must not be negative");
        }
    }

    /** A log that keeps every record for ever. */
    public static LogOptions appendOnly(String name, int partitions) {
        return new LogOptions(name, partitions, LogKind.APPEND_ONLY, null, TOMBSTONES_KEPT, LARGEST_RECORD);
    }

    /** A log that keeps the last value of each key. */
    public static LogOptions compacted(String name, int partitions) {
        return new LogOptions(name, partitions, LogKind.COMPACTED, null, TOMBSTONES_KEPT, LARGEST_RECORD);
    }

    /** The same, keeping records for so long. */
    public LogOptions keeping(@Nullable Duration time) {
        return new LogOptions(name, partitions, kind, time, tombstonesKept, largestRecord);
    }

    /** The same, keeping tombstones for so long. */
    public LogOptions keepingTombstones(Duration time) {
        return new LogOptions(name, partitions, kind, keep, time, largestRecord);
    }

    /** The same, with another largest record. */
    public LogOptions withLargestRecord(int bytes) {
        return new LogOptions(name, partitions, kind, keep, tombstonesKept, bytes);
    }

    /**
     * Checks that it has that partition.
     *
     * @throws StrandlineException {@link ErrorCode#PARTITION_OUT_OF_RANGE}
     */
    public void requirePartition(int partition) {
        if (partition < 0 || partition >= partitions) {
            throw LogErrors.outOfRange(name, partition, partitions);
        }
    }

    /**
     * Checks that it takes a record (LOG-2, LOG-7).
     *
     * @param key null for none
     * @param value null for a tombstone
     * @throws StrandlineException {@link ErrorCode#PARTITION_OUT_OF_RANGE}, {@link ErrorCode#REFUSED},
     *     {@link ErrorCode#LIMIT_EXCEEDED}
     */
    public void require(int partition, @Nullable Bytes key, @Nullable Bytes value) {
        requirePartition(partition);
        if (kind == LogKind.COMPACTED && key == null) {
            throw LogErrors.keyNeeded(name);
        }
        if (kind == LogKind.APPEND_ONLY && key != null) {
            throw LogErrors.keyRefused(name);
        }
        long size = length(key) + length(value);
        if (size > largestRecord) {
            throw LogErrors.tooLarge(name, size, largestRecord);
        }
    }

    private static long length(@Nullable Bytes bytes) {
        return bytes == null ? 0 : bytes.length();
    }

    private static StrandlineException wrong(String name, String what) {
        return new StrandlineException(ErrorCode.CONFIGURATION, "log \"" + name + "\" " + what + ".");
    }
}
