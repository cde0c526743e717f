package io.strandline.log;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Logs that are broken in what views rest on, by the check that finds it. */
final class BrokenForViews {
    private BrokenForViews() {}

    static Map<String, UnaryOperator<MetadataEventLog>> all() {
        Map<String, UnaryOperator<MetadataEventLog>> twins = new LinkedHashMap<>();
        twins.put("aViewHasTheLastValueOfEachKey", HidesTombstones::new);
        twins.put("aViewHasWhatWasPublishedBefore", Late::new);
        twins.put("aViewThatMissedATombstoneReadsAgain", LosesInSilence::new);
        return twins;
    }

    /** Shows no tombstones. */
    private static final class HidesTombstones extends ForwardingLog {
        HidesTombstones(MetadataEventLog real) {
            super(real);
        }

        @Override
        public void visitRange(int partition, long start, long end, RangeVisitor visitor, Runnable checkpoint) {
            super.visitRange(partition, start, end, found -> found.isTombstone() || visitor.visit(found), checkpoint);
        }
    }

    /** Its marks are those of a moment ago. */
    private static final class Late extends ForwardingLog {
        Late(MetadataEventLog real) {
            super(real);
        }

        @Override
        public List<Long> highWaterMarks(Runnable checkpoint) {
            return super.highWaterMarks(checkpoint).stream()
                    .map(high -> Math.max(0, high - 1))
                    .toList();
        }
    }

    /** Says that nothing went. */
    private static final class LosesInSilence extends ForwardingLog {
        LosesInSilence(MetadataEventLog real) {
            super(real);
        }

        @Override
        public Optional<List<Long>> lostBefore(Runnable checkpoint) {
            return super.lostBefore(checkpoint)
                    .map(all -> all.stream().map(lost -> 0L).toList());
        }
    }
}
