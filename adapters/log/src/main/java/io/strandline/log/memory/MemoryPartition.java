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
    private final int number;
    private List<LogRecord> records = new ArrayList<>();
    private long high;
    private long lostBefore;
    private long bytes;
    private Instant lastTime = Instant.EPOCH;

    MemoryPartition(int number) {
        this.number = number;
    }

    PartitionMarks marks() {
        return new PartitionMarks(records.isEmpty() ? high : oldest().offset(), high, lostBefore);
    }

    long append(NewRecord added, Instant now) {
        Instant time = now.truncatedTo(ChronoUnit.MILLIS);
        lastTime = time.isAfter(lastTime) ? time : lastTime;
        LogRecord appended = new LogRecord(number, high, lastTime, added.key(), added.value());
        records.add(appended);
        bytes += appended.size();
        return high++;
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
        int low = 0;
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
        return records.stream()
                .filter(kept -> !kept.time().isBefore(time))
                .findFirst()
                .map(LogRecord::offset)
                .orElse(high);
    }

    List<LogRecord> kept() {
        return records;
    }

    boolean isEmpty() {
        return records.isEmpty();
    }

    long bytes() {
        return bytes;
    }

    LogRecord oldest() {
        return records.get(0);
    }

    void dropOldest() {
        dropFirst(1);
    }

    /** Lets go of what was written before that. */
    void dropBefore(Instant time) {
        int many = 0;
        while (many < records.size() && records.get(many).time().isBefore(time)) {
            many++;
        }
        dropFirst(many);
    }

    private void dropFirst(int many) {
        if (many > 0) {
            lostBefore = records.get(many - 1).offset() + 1;
            keep(records.subList(many, records.size()));
        }
    }

    /** Keeps the last record of each key, and of those no tombstone that was written before that (LOG-9). */
    void compact(Instant tombstonesBefore) {
        Map<@Nullable Bytes, Long> last = new HashMap<>();
        records.forEach(kept -> last.put(kept.key(), kept.offset()));
        List<LogRecord> left = new ArrayList<>();
        for (LogRecord kept : records) {
            boolean saysTheLast = Long.valueOf(kept.offset()).equals(last.get(kept.key()));
            boolean over = kept.isTombstone() && kept.time().isBefore(tombstonesBefore);
            if (saysTheLast && over) {
                lostBefore = Math.max(lostBefore, kept.offset() + 1);
            } else if (saysTheLast) {
                left.add(kept);
            }
        }
        keep(left);
    }

    private void keep(List<LogRecord> left) {
        records = new ArrayList<>(left);
        bytes = records.stream().mapToLong(LogRecord::size).sum();
    }
}
