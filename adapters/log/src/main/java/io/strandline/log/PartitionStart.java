package io.strandline.log;

/**
 * A partition to read, and where from.
 *
 * @param offset the first offset that is wanted. Below the low-water mark the partition is read from that mark; beyond the
 *     high-water mark the records before it are waited for and left out (LOG-6)
 */
public record PartitionStart(int partition, long offset) {
    public PartitionStart {
        if (offset < 0) {
            throw LogErrors.negativeOffset(partition, offset);
        }
    }
}
