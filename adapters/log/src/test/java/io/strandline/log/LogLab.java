package io.strandline.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Where a contract is tried: one transport, with a clock that can be set. */
public abstract class LogLab implements AutoCloseable {
    private final SetClock clock = new SetClock();
    private final List<MetadataEventLog> opened = new ArrayList<>();

    /** A new log on the transport, by {@link #clock()}. */
    protected abstract MetadataEventLog create(LogOptions options);

    /** Compacts, or lets go of what is too old, now; false if the transport does not do that when told. */
    protected abstract boolean tidyUp(MetadataEventLog log);

    /** Whether offsets follow each other (LOG-1). */
    protected boolean isGapless() {
        return true;
    }

    /** Whether the times of records are {@link #clock()}'s. */
    protected boolean isTimedByClock() {
        return true;
    }

    /** What has not come in that time after it was written is not coming. */
    protected Duration settled() {
        return Duration.ZERO;
    }

    /** Nothing that is to come takes longer. */
    protected Duration patience() {
        return Duration.ofSeconds(30);
    }

    /** The clock of the transport. */
    public final SetClock clock() {
        return clock;
    }

    final MetadataEventLog open(LogOptions options) {
        MetadataEventLog log = create(options);
        opened.add(log);
        return log;
    }

    final MetadataEventLog appendOnly(int partitions) {
        return open(LogOptions.appendOnly("events", partitions));
    }

    final MetadataEventLog compacted(int partitions) {
        return open(LogOptions.compacted("states", partitions));
    }

    /** The next so many records of a subscription. */
    final List<LogRecord> take(Subscription subscription, int many) {
        List<LogRecord> taken = new ArrayList<>();
        long end = System.nanoTime() + patience().toNanos();
        while (taken.size() < many && System.nanoTime() < end) {
            taken.addAll(subscription.poll(patience().dividedBy(100)));
        }
        assertThat(taken).as("records that came").hasSize(many);
        return taken;
    }

    /** That nothing more comes. */
    final void assertNothingComes(Subscription subscription) {
        assertThat(subscription.poll(settled())).isEmpty();
    }

    /** What a visit of the range shows. */
    static List<LogRecord> visited(MetadataEventLog log, int partition, long start, long end) {
        List<LogRecord> shown = new ArrayList<>();
        log.visitRange(partition, start, end, shown::add, LogLab::goOn);
        return shown;
    }

    static List<Long> highs(MetadataEventLog log) {
        return log.highWaterMarks(LogLab::goOn);
    }

    static List<Long> lows(MetadataEventLog log) {
        return log.lowWaterMarks(LogLab::goOn);
    }

    /** A checkpoint that lets everything go on. */
    static void goOn() {}

    static PartitionStart startAt(int partition, long offset) {
        return new PartitionStart(partition, offset);
    }

    static Bytes text(String text) {
        return Bytes.ofText(text);
    }

    static String valueOf(LogRecord found) {
        Bytes value = found.value();
        return value == null ? "(none)" : value.text().orElseThrow();
    }

    @Override
    public void close() {
        for (MetadataEventLog log : opened) {
            log.close();
        }
    }
}
