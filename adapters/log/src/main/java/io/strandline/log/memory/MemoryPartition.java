package io.strandline.log.memory;

import io.strandline.log.Bytes;
import io.strandline.log.LogRecord;
import io.strandline.log.Page;
import io.strandline.log.PagedEventLog.NewRecord;
import io.strandline.log.PartitionMarks;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The records of one partition. Guarded by the log's lock. */
final class MemoryPartition {
    /** What a record takes beside its key and value: objects, their references, and the time. */
    private static final long RECORD_BYTES = 128;

    private final int number;

    /** The first so many of these are let go of already: taking them away one by one would move all the others. */
    private List<LogRecord> records = new ArrayList<>();

    private int dropped;
    private long high;
    private long lostBefore;
    private long bytes;
    private Instant lastTime = Instant.EPOCH;

    MemoryPartition(int number) {
        this.number = number;
    }

    PartitionMarks marks() {
        return new PartitionMarks(isEmpty() ? high : oldest().offset(), high, lostBefore);
    }

    long append(NewRecord added, Instant now) {
        Instant time = now.truncatedTo(ChronoUnit.MILLIS);
        lastTime = time.isAfter(lastTime) ? time : lastTime;
        LogRecord appended = new LogRecord(number, high, lastTime, added.key(), added.value());
        records.add(appended);
        bytes += size(added);
        return high++;
    }

    /** Bytes that the record takes here. */
    static long size(NewRecord added) {
        return RECORD_BYTES + added.size();
    }

    private static long size(LogRecord kept) {
        return RECORD_BYTES + kept.size();
    }

    Page page(long from, long to) {
        List<LogRecord> taken = new ArrayList<>();
        long size = 0;
        boolean full = false;
        for (int i = firstAt(from); i < records.size() && records.get(i).offset() < to && !full; i++) {
            taken.add(records.get(i));
            size += records.get(i).size();
            full = taken.size() == Page.MOST_RECORDS || size >= Page.ENOUGH_BYTES;
        }
        return Page.of(taken, full, from, to, marks());
    }

    /** Index of the first record at that offset or behind it. */
    private int firstAt(long offset) {
        int low = dropped;
        int high = records.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (records.get(middle).offset() < offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    long firstOffsetAt(Instant time) {
        return kept().stream()
                .filter(kept -> !kept.time().isBefore(time))
                .findFirst()
                .map(LogRecord::offset)
                .orElse(high);
    }

    List<LogRecord> kept() {
        return records.subList(dropped, records.size());
    }

    boolean isEmpty() {
        return dropped == records.size();
    }

    long bytes() {
        return bytes;
    }

    LogRecord oldest() {
        return records.get(dropped);
    }

    void dropOldest() {
        lostBefore = oldest().offset() + 1;
        bytes -= size(oldest());
        dropped++;
        if (dropped > records.size() / 4) {
            // so what is let go of is soon free, and moving the others is rare
            records = new ArrayList<>(kept());
            dropped = 0;
        }
    }

    /** Lets go of what was written before that. */
    void dropBefore(Instant time) {
        while (!isEmpty() && oldest().time().isBefore(time)) {
            dropOldest();
        }
    }

    /** Keeps the last record of each key, and of those no tombstone that was written before that (LOG-9). */
    void compact(Instant tombstonesBefore) {
        Map<@Nullable Bytes, Long> last = new HashMap<>();
        kept().forEach(kept -> last.put(kept.key(), kept.offset()));
        List<LogRecord> left = new ArrayList<>();
        for (LogRecord kept : kept()) {
            boolean saysTheLast = Long.valueOf(kept.offset()).equals(last.get(kept.key()));
            boolean over = kept.isTombstone() && kept.time().isBefore(tombstonesBefore);
            if (saysTheLast && over) {
                lostBefore = Math.max(lostBefore, kept.offset() + 1);
            } else if (saysTheLast) {
                left.add(kept);
            }
        }
        records = left;
        dropped = 0;
        bytes = left.stream().mapToLong(MemoryPartition::size).sum();
    }
}
