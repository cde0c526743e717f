package io.strandline.log;

/**
 * How far a partition goes.
 *
 * @param low first offset that is kept; {@code high} where none is
 * @param high one more than the last offset that was written
 * @param lostBefore records below it can be gone that said something: retention took them, or they were tombstones. What
 *     compaction takes because a later record says it better is not lost. Who has read less of the partition when this rises
 *     has missed something (LOG-5)
 */
public record PartitionMarks(long low, long high, long lostBefore) {
    /** Of a partition that nobody has written to. */
    public static final PartitionMarks EMPTY = new PartitionMarks(0, 0, 0);
}
