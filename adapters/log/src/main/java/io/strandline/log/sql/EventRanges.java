package io.strandline.log.sql;

import io.strandline.log.Bytes;
import io.strandline.log.Logs;
import io.strandline.log.MetadataEventLog;
import io.strandline.log.PartitionStart;
import io.strandline.sqlkit.Wanted;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What of the logs a statement wants, as ranges of offsets: what it says of log, partition, offset, time and key is not read
 * in vain. Ends are the high-water marks of the statement's begin.
 */
final class EventRanges {
    private final Wanted wanted;
    private final Runnable checkpoint;
    private final Bounds partitions;
    private final Bounds offsets;
    private final Bounds times;

    private EventRanges(Wanted wanted, Runnable checkpoint) {
        this.wanted = wanted;
        this.checkpoint = checkpoint;
        this.partitions = Bounds.of(wanted, EventsTable.PARTITION, value -> (Integer) value);
        this.offsets = Bounds.of(wanted, EventsTable.OFFSET, value -> (Long) value);
        this.times = Bounds.of(wanted, EventsTable.TIME, value -> ((Instant) value).toEpochMilli());
    }

    /** A range of a partition; not empty. */
    record Range(MetadataEventLog log, int partition, long start, long end) {}

    /** The ranges, in order of log, partition and offset. */
    static List<Range> of(Logs logs, Wanted wanted, Runnable checkpoint) {
        EventRanges ranges = new EventRanges(wanted, checkpoint);
        List<Range> all = new ArrayList<>();
        logs.wanted(wanted.among(EventsTable.LOG)).forEach(log -> all.addAll(ranges.of(log)));
        return List.copyOf(all);
    }

    private List<Range> of(MetadataEventLog log) {
        List<Long> highs = log.highWaterMarks(checkpoint);
        List<Long> lows = log.lowWaterMarks(checkpoint);
        Optional<List<PartitionStart>> places =
                wanted.textEqualTo(EventsTable.KEY).flatMap(key -> log.placesOf(Bytes.ofText(key), checkpoint));
        List<Range> ranges = new ArrayList<>();
        for (int partition = 0; partition < log.partitionCount(); partition++) {
            Bounds kept = new Bounds(lows.get(partition), highs.get(partition)).and(offsets);
            if (partitions.contains(partition) && !kept.isEmpty()) {
                Bounds within = kept.and(ofTimes(log, partition));
                if (places.isPresent()) {
                    ranges.addAll(ofPlaces(log, partition, within, places.orElseThrow()));
                } else if (!within.isEmpty()) {
                    ranges.add(new Range(log, partition, within.from(), within.to()));
                }
            }
        }
        return ranges;
    }

    private Bounds ofTimes(MetadataEventLog log, int partition) {
        long from = times.from() == Long.MIN_VALUE
                ? 0
                : log.firstOffsetAt(partition, Instant.ofEpochMilli(times.from()), checkpoint);
        long to = times.to() == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : log.endOffsetBefore(partition, Instant.ofEpochMilli(times.to()), checkpoint);
        return new Bounds(from, to);
    }

    private static List<Range> ofPlaces(
            MetadataEventLog log, int partition, Bounds within, List<PartitionStart> places) {
        return places.stream()
                .filter(place -> place.partition() == partition && within.contains(place.offset()))
                .map(place -> new Range(log, partition, place.offset(), place.offset() + 1))
                .toList();
    }
}
