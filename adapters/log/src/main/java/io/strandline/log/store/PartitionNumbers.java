package io.strandline.log.store;

import io.strandline.log.LogOptions;

/**
 * How the store numbers partitions and events: see the migrations. An event's number alone says where it is, so that one
 * index serves offsets and ranges.
 *
 * @param logId from 1 to {@link #MOST_LOGS}
 */
record PartitionNumbers(long logId) {
    /** Most logs in one store. */
    static final long MOST_LOGS = 2047;

    private static final int OFFSET_BITS = 40;
    private static final long MOST_OFFSETS = 1L << OFFSET_BITS;

    /** The number of a partition. */
    long partition(int partition) {
        return logId * LogOptions.MOST_PARTITIONS + partition;
    }

    /** The partition of that number. */
    int partitionOf(long partitionNo) {
        return (int) (partitionNo - logId * LogOptions.MOST_PARTITIONS);
    }

    /** The number of the event at an offset; offsets that no partition reaches are as the one behind the last. */
    long event(int partition, long offset) {
        return (partition(partition) << OFFSET_BITS) + Math.min(offset, MOST_OFFSETS);
    }

    /** The partition an event is in. */
    int partitionOfEvent(long eventNo) {
        return partitionOf(eventNo >>> OFFSET_BITS);
    }

    /** The offset it is at. */
    static long offset(long eventNo) {
        return eventNo & (MOST_OFFSETS - 1);
    }
}
