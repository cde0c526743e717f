package io.strandline.log;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;

/** The errors of the port in words; with {@code STORE} and {@code BACKEND} of a transport that fails they are all. */
public final class LogErrors {
    private LogErrors() {}

    /** A partition that is not there (LOG-2). */
    public static StrandlineException outOfRange(String log, long partition, int partitions) {
        return new StrandlineException(
                ErrorCode.PARTITION_OUT_OF_RANGE,
                "log \"" + log + "\" has no partition " + partition + "; it has 0 to " + (partitions - 1) + ".");
    }

    static StrandlineException negativeOffset(long partition, long offset) {
        return new StrandlineException(
                ErrorCode.BAD_ARGUMENT,
                "offset " + offset + " of partition " + partition + " is negative; offsets begin at 0.");
    }

    static StrandlineException repeated(String log, int partition) {
        return new StrandlineException(
                ErrorCode.BAD_ARGUMENT,
                "partition " + partition + " of log \"" + log + "\" is named twice; name each once.");
    }

    /** The log is closed (LOG-2). */
    public static StrandlineException closed(String log) {
        return new StrandlineException(ErrorCode.LOG_CLOSED, "log \"" + log + "\" is closed: its gateway is stopping.");
    }

    /** The subscription is closed. */
    public static StrandlineException subscriptionClosed(String log) {
        return new StrandlineException(
                ErrorCode.LOG_CLOSED, "the subscription to log \"" + log + "\" was closed. Subscribe again.");
    }

    /** The transport does not do that. */
    public static StrandlineException unsupported(String log, String what) {
        return new StrandlineException(
                ErrorCode.NOT_SUPPORTED, "log \"" + log + "\" is on a transport that does not serve " + what + ".");
    }

    /** The visit came to the end of what there is (LOG-10). */
    public static StrandlineException stoppedShort(String log, int partition, long end, long high) {
        return new StrandlineException(
                ErrorCode.STOPPED_SHORT,
                "partition " + partition + " of log \"" + log + "\" ends at offset " + high + ", before " + end
                        + ": what is there was read. Ask again when more is written.");
    }

    /** The record is larger than the log takes; nothing was written. */
    public static StrandlineException tooLarge(String log, long bytes, int limit) {
        return new StrandlineException(
                ErrorCode.LIMIT_EXCEEDED,
                "a record of " + bytes + " bytes is larger than the " + limit + " bytes that log \"" + log
                        + "\" takes; nothing was written. Keep large data elsewhere and publish where, or raise log."
                        + log + ".largest_record.");
    }

    /** Retention took what was not read yet (LOG-5). */
    public static StrandlineException lagged(String log, int partition, long offset, long low) {
        return new StrandlineException(
                ErrorCode.LAGGED,
                "a subscription to log \"" + log + "\" is at offset " + offset + " of partition " + partition
                        + ", but what it says of offsets below " + low
                        + " is no longer complete. Subscribe again from the low-water mark.");
    }

    /** An event without a key on a compacted log (LOG-7). */
    public static StrandlineException keyNeeded(String log) {
        return new StrandlineException(
                ErrorCode.REFUSED,
                "log \"" + log + "\" is compacted: it keeps the last value of each key. Use publish_keyed.");
    }

    /** An event with a key on an append-only log (LOG-7). */
    public static StrandlineException keyRefused(String log) {
        return new StrandlineException(
                ErrorCode.REFUSED, "log \"" + log + "\" is append-only: its events have no keys. Use publish.");
    }

    /** A log in memory that has no room left; nothing was written. */
    public static StrandlineException full(String log, long bytes) {
        return new StrandlineException(
                ErrorCode.LIMIT_EXCEEDED,
                "log \"" + log + "\" holds the " + bytes + " bytes that it may, and compaction frees none; nothing was"
                        + " written. Take keys away by tombstones, or keep the log in the store.");
    }
}
