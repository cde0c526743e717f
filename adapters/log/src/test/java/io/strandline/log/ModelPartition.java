package io.strandline.log;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A partition as the rules say it is, without any care for speed. */
final class ModelPartition {
    private final List<LogRecord> kept = new ArrayList<>();
    private long high;
    private long lostBefore;
    private Instant last = Instant.EPOCH;

    /** What it keeps of a range. */
    List<LogRecord> between(long start, long end) {
        return kept.stream()
                .filter(found -> found.offset() >= start && found.offset() < end)
                .toList();
    }

    long high() {
        return high;
    }

    long low() {
        return kept.isEmpty() ? high : kept.get(0).offset();
    }

    long lostBefore() {
        return lostBefore;
    }

    long append(PagedEventLog.NewRecord added, Instant now) {
        last = now.isAfter(last) ? now : last;
        kept.add(new LogRecord(added.partition(), high, last, added.key(), added.value()));
        return high++;
    }

    void compact(Instant now, Duration tombstonesKept) {
        Map<Bytes, Long> lastOf = new HashMap<>();
        kept.forEach(found -> lastOf.put(found.key(), found.offset()));
        kept.removeIf(found -> found.offset() < lastOf.get(found.key()));
        drop(kept.stream()
                .filter(LogRecord::isTombstone)
                .filter(found -> found.time().isBefore(now.minus(tombstonesKept)))
                .toList());
    }

    void retain(Instant now, Duration keep) {
        drop(kept.stream()
                .filter(found -> found.time().isBefore(now.minus(keep)))
                .toList());
    }

    private void drop(List<LogRecord> gone) {
        gone.forEach(found -> lostBefore = Math.max(lostBefore, found.offset() + 1));
        kept.removeAll(gone);
    }
}
