package io.strandline.log.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.log.LogRecord;
import io.strandline.log.Page;
import io.strandline.log.sql.EventRanges.Range;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The events of ranges, read a page at a time when they are asked for: who stops asking stops the reading. */
final class EventReader implements Iterator<LoggedEvent> {
    private final ArrayDeque<Range> ranges;
    private final Runnable checkpoint;
    private Iterator<LogRecord> page = List.<LogRecord>of().iterator();
    private String log = "";

    private EventReader(List<Range> ranges, Runnable checkpoint) {
        this.ranges = new ArrayDeque<>(ranges);
        this.checkpoint = checkpoint;
    }

    static Stream<LoggedEvent> stream(List<Range> ranges, Runnable checkpoint) {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(
                        new EventReader(ranges, checkpoint), Spliterator.ORDERED | Spliterator.NONNULL),
                false);
    }

    @Override
    public boolean hasNext() {
        while (!page.hasNext() && !ranges.isEmpty()) {
            read(ranges.remove());
        }
        return page.hasNext();
    }

    @Override
    public LoggedEvent next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return new LoggedEvent(log, page.next());
    }

    /** A page of a range; what is left of it is the next range. */
    private void read(Range range) {
        List<LogRecord> records = new ArrayList<>();
        int[] bytes = new int[1];
        try {
            range.log()
                    .visitRange(
                            range.partition(),
                            range.start(),
                            range.end(),
                            found -> {
                                records.add(found);
                                bytes[0] += found.size();
                                return records.size() < Page.MOST_RECORDS && bytes[0] < Page.ENOUGH_BYTES;
                            },
                            checkpoint);
        } catch (StrandlineException e) {
            if (e.code() != ErrorCode.STOPPED_SHORT) {
                throw e;
            }
        }
        log = range.log().options().name();
        page = records.iterator();
        boolean full = records.size() == Page.MOST_RECORDS || bytes[0] >= Page.ENOUGH_BYTES;
        if (full) {
            long next = records.get(records.size() - 1).offset() + 1;
            if (next < range.end()) {
                ranges.addFirst(new Range(range.log(), range.partition(), next, range.end()));
            }
        }
    }
}
