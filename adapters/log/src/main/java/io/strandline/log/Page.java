package io.strandline.log;

import java.util.List;

/**
 * Some records of a partition, read at one moment.
 *
 * @param records in order, without a gap but those of compaction
 * @param next every record below it that was wanted is here; at most the high-water mark, unless more was not wanted from
 *     the beginning
 * @param marks the partition's, at that moment
 */
public record Page(List<LogRecord> records, long next, PartitionMarks marks) {
    /** Most records of one. */
    public static final int MOST_RECORDS = 1_000;

    /** A page ends after the record that reaches so many bytes. */
    public static final int ENOUGH_BYTES = 1 << 20;

    /**
     * What a transport has read.
     *
     * @param full whether there can be more behind its last record
     */
    public static Page of(List<LogRecord> records, boolean full, long from, long to, PartitionMarks marks) {
        long next = full ? records.get(records.size() - 1).offset() + 1 : Math.max(from, Math.min(to, marks.high()));
        return new Page(List.copyOf(records), next, marks);
    }
}
