package io.strandline.log;

import io.strandline.common.StrandlineException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** By check of {@link PublishContract} and {@link KeyedContract}, a log that is broken in what it checks. */
final class BrokenPublishing {
    private BrokenPublishing() {}

    static Map<String, UnaryOperator<MetadataEventLog>> all() {
        Map<String, UnaryOperator<MetadataEventLog>> twins = new LinkedHashMap<>();
        twins.put("offsetsRise", real -> new Telling(real, 1, 1));
        twins.put("concurrentPublishersGetOffsetsOfTheirOwn", real -> new Telling(real, 2, 0));
        twins.put("aPartitionOutOfRangeIsAnError", TakesAnyPartition::new);
        twins.put("aClosedLogIsAnError", NeverCloses::new);
        twins.put("marksFollowWhatIsWritten", MarksAreOneLow::new);
        twins.put("retentionRaisesTheLowMark", LowMarksAreZero::new);
        twins.put("aRecordThatIsTooLargeIsAnError", CutsLargeRecords::new);
        twins.put("timesNeverFall", TimesFall::new);
        twins.put("noRecordOfATimeIsBelowItsOffset", BeginsTooLate::new);
        twins.put("keysAndValuesComeBackAsTheyWere", EmptyIsATombstone::new);
        twins.put("keysBelongOnACompactedLogOnly", MakesUpKeys::new);
        twins.put("aGroupKeepsItsOrder", PublishesBackwards::new);
        twins.put("aGroupFailsWithItsFirstError", ThrowsTheLastError::new);
        twins.put("compactionKeepsTheLastValueOfEachKey", NeverTidies::new);
        twins.put("aTombstoneGoesAfterItsRetention", HidesTombstones::new);
        twins.put("whoMissesATombstoneIsTold", BrokenReading.Deaf::new);
        twins.put("placesOfAKeyAreAllOfThem", KnowsNoPlaces::new);
        return twins;
    }

    /** Tells another offset than the record has. */
    private static final class Telling extends ForwardingLog {
        private final long rounding;
        private final long more;

        Telling(MetadataEventLog real, long rounding, long more) {
            super(real);
            this.rounding = rounding;
            this.more = more;
        }

        @Override
        public long publish(int partition, Bytes event) {
            return real.publish(partition, event) / rounding * rounding + more;
        }
    }

    private static final class TakesAnyPartition extends ForwardingLog {
        TakesAnyPartition(MetadataEventLog real) {
            super(real);
        }

        @Override
        public long publish(int partition, Bytes event) {
            return real.publish(Math.floorMod(partition, partitionCount()), event);
        }
    }

    private static final class NeverCloses extends ForwardingLog {
        NeverCloses(MetadataEventLog real) {
            super(real);
        }

        @Override
        public void close() {}
    }

    private static final class MarksAreOneLow extends ForwardingLog {
        MarksAreOneLow(MetadataEventLog real) {
            super(real);
        }

        @Override
        public List<Long> highWaterMarks(Runnable checkpoint) {
            return real.highWaterMarks(checkpoint).stream()
                    .map(mark -> Math.max(0, mark - 1))
                    .toList();
        }
    }

    private static final class LowMarksAreZero extends ForwardingLog {
        LowMarksAreZero(MetadataEventLog real) {
            super(real);
        }

        @Override
        public List<Long> lowWaterMarks(Runnable checkpoint) {
            return Collections.nCopies(partitionCount(), 0L);
        }
    }

    private static final class CutsLargeRecords extends ForwardingLog {
        CutsLargeRecords(MetadataEventLog real) {
            super(real);
        }

        @Override
        public long publish(int partition, Bytes event) {
            int most = options().largestRecord();
            return real.publish(
                    partition,
                    event.length() <= most ? event : Bytes.copyOf(java.util.Arrays.copyOf(event.toArray(), most)));
        }
    }

    private static final class TimesFall extends ForwardingLog {
        TimesFall(MetadataEventLog real) {
            super(real);
        }

        @Override
        public void visitRange(int partition, long start, long end, RangeVisitor visitor, Runnable checkpoint) {
            real.visitRange(
                    partition,
                    start,
                    end,
                    found -> visitor.visit(new LogRecord(
                            partition,
                            found.offset(),
                            Instant.EPOCH.minusSeconds(found.offset()),
                            found.key(),
                            found.value())),
                    checkpoint);
        }
    }

    private static final class BeginsTooLate extends ForwardingLog {
        BeginsTooLate(MetadataEventLog real) {
            super(real);
        }

        @Override
        public long firstOffsetAt(int partition, Instant time, Runnable checkpoint) {
            return real.firstOffsetAt(partition, time, checkpoint) + 1;
        }
    }

    private static final class EmptyIsATombstone extends ForwardingLog {
        EmptyIsATombstone(MetadataEventLog real) {
            super(real);
        }

        @Override
        public long publishKeyed(int partition, Bytes key, @Nullable Bytes event) {
            return real.publishKeyed(partition, key, Bytes.EMPTY.equals(event) ? null : event);
        }
    }

    private static final class MakesUpKeys extends ForwardingLog {
        MakesUpKeys(MetadataEventLog real) {
            super(real);
        }

        @Override
        public long publish(int partition, Bytes event) {
            return real.publishKeyed(partition, event, event);
        }
    }

    private static final class PublishesBackwards extends ForwardingLog {
        PublishesBackwards(MetadataEventLog real) {
            super(real);
        }

        @Override
        public List<Long> publishKeyedGroup(List<KeyedEvent> events) {
            List<KeyedEvent> backwards = new ArrayList<>(events);
            Collections.reverse(backwards);
            return real.publishKeyedGroup(backwards);
        }
    }

    private static final class ThrowsTheLastError extends ForwardingLog {
        ThrowsTheLastError(MetadataEventLog real) {
            super(real);
        }

        @Override
        public List<Long> publishKeyedGroup(List<KeyedEvent> events) {
            List<StrandlineException> errors = new ArrayList<>();
            IntStream.range(0, events.size()).forEach(i -> {
                try {
                    real.publishKeyedGroup(events.subList(i, i + 1));
                } catch (StrandlineException e) {
                    errors.add(e);
                }
            });
            throw errors.get(errors.size() - 1);
        }
    }

    private static final class NeverTidies extends ForwardingLog {
        NeverTidies(MetadataEventLog real) {
            super(real);
        }

        @Override
        boolean tidies() {
            return false;
        }
    }

    private static final class HidesTombstones extends ForwardingLog {
        HidesTombstones(MetadataEventLog real) {
            super(real);
        }

        @Override
        public void visitRange(int partition, long start, long end, RangeVisitor visitor, Runnable checkpoint) {
            real.visitRange(partition, start, end, found -> found.isTombstone() || visitor.visit(found), checkpoint);
        }
    }

    private static final class KnowsNoPlaces extends ForwardingLog {
        KnowsNoPlaces(MetadataEventLog real) {
            super(real);
        }

        @Override
        public Optional<List<PartitionStart>> placesOf(Bytes key, Runnable checkpoint) {
            return Optional.of(List.of());
        }
    }
}
