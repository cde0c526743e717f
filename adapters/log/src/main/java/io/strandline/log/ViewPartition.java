package io.strandline.log;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The last value of each key of a partition, and how far it was read. Guarded by the view's lock.
 *
 * <p>What was read is whole if nothing that said something went from the log between {@link #verified} and where it has come
 * to; until it is known to be, nobody sees it.
 */
final class ViewPartition {
    /** What a value takes beside its key and its bytes: objects, their references, and the time. */
    static final long RECORD_BYTES = 128;

    /** In order of offsets: a new value goes to the end. */
    private final Map<Bytes, LogRecord> last = new LinkedHashMap<>();

    private @Nullable List<LogRecord> shown;
    private long applied;
    private long verified;
    private long wholeAt;
    private boolean gap;
    private long bytes;

    /**
     * Nothing read yet.
     *
     * @param lostBefore what had gone by then is missed by nobody who has read nothing
     * @param now {@link System#nanoTime()}
     */
    ViewPartition(long lostBefore, long now) {
        this.verified = lostBefore;
        this.wholeAt = now;
    }

    /** As a snapshot has it, which was whole at that {@link System#nanoTime()}. */
    static ViewPartition restored(long applied, long wholeAt, Collection<LogRecord> records) {
        ViewPartition restored = new ViewPartition(applied, wholeAt);
        records.forEach(restored::put);
        restored.applied = applied;
        return restored;
    }

    /** Everything below that offset was read. */
    long applied() {
        return applied;
    }

    /** Bytes that it takes. */
    long bytes() {
        return bytes;
    }

    /** How many keys have a value. */
    int size() {
        return last.size();
    }

    void apply(LogRecord found) {
        gap |= found.offset() > applied;
        applied = found.offset() + 1;
        put(found);
    }

    private void put(LogRecord found) {
        Bytes key = requireNonNull(found.key(), "key of a compacted log");
        LogRecord before = last.remove(key);
        bytes -= before == null ? 0 : size(before);
        if (!found.isTombstone()) {
            last.put(key, found);
            bytes += size(found);
        }
        shown = null;
    }

    private static long size(LogRecord kept) {
        return RECORD_BYTES + kept.size();
    }

    /** Everything below that offset was read, as far as it is kept. */
    void reach(long offset) {
        gap |= offset > applied;
        applied = Math.max(applied, offset);
    }

    /** Whether nothing can have gone unread, where the log tells what went. */
    boolean isWhole(long lostBefore) {
        return lostBefore <= verified;
    }

    /** The same where it does not: what went stayed for that time, and left a gap. */
    boolean isWhole(Duration tombstonesKept, long now) {
        return !gap || Duration.ofNanos(now - wholeAt).compareTo(tombstonesKept) <= 0;
    }

    /** It was whole at that {@link System#nanoTime()}, up to where it has come. */
    void verify(long now) {
        verified = applied;
        wholeAt = now;
        gap = false;
    }

    /** Whether it is known to be whole. */
    boolean isVerified() {
        return verified == applied;
    }

    /** Whether it is known to be whole up to that mark. */
    boolean isAt(long mark) {
        return applied == mark && isVerified();
    }

    /** When it was last known to be whole, by {@link System#nanoTime()}. */
    long wholeAt() {
        return wholeAt;
    }

    /** The last values, in order of offsets. */
    List<LogRecord> all() {
        List<LogRecord> all = shown;
        if (all == null) {
            all = List.copyOf(last.values());
            shown = all;
        }
        return all;
    }

    /** The last value of a key. */
    Optional<LogRecord> find(Bytes key) {
        return Optional.ofNullable(last.get(key));
    }
}
