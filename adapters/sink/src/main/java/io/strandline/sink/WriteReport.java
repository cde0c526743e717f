package io.strandline.sink;

/**
 * What became of the rows of a page that was written (SNK-2).
 *
 * @param accepted rows that are in the destination; a delete of a key that was not there counts, since it is not there now
 * @param coalesced rows in whose place a later one of the same key was written
 * @param skipped rows left out by design
 */
public record WriteReport(long accepted, long coalesced, long skipped) {
    /** Nothing. */
    public static final WriteReport NONE = new WriteReport(0, 0, 0);

    public WriteReport {
        if (accepted < 0 || coalesced < 0 || skipped < 0) {
            throw new IllegalArgumentException("a count is negative");
        }
    }

    /** All rows of a page were written. */
    public static WriteReport accepted(long rows) {
        return new WriteReport(rows, 0, 0);
    }

    /** How many rows it accounts for. */
    public long total() {
        return accepted + coalesced + skipped;
    }

    /** Both. */
    public WriteReport plus(WriteReport other) {
        return new WriteReport(accepted + other.accepted, coalesced + other.coalesced, skipped + other.skipped);
    }
}
