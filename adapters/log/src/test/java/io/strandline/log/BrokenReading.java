package io.strandline.log;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** By check of {@link SubscribeContract} and {@link RangeContract}, a log that is broken in what it checks. */
final class BrokenReading {
    private BrokenReading() {}

    static Map<String, UnaryOperator<MetadataEventLog>> all() {
        Map<String, UnaryOperator<MetadataEventLog>> twins = new LinkedHashMap<>();
        twins.put("thePastIsReplayedThenTheNewIsForwarded", real -> new Starting(real, (start, high) -> high));
        twins.put("nothingIsLostOrDoubledDuringTheHandOver", real -> new Followed(real, Doubling::new));
        twins.put("anEmptyAssignmentStaysOpen", EndsTheEmpty::new);
        twins.put("anAddedPartitionComesFromItsStart", real -> new Followed(real, AddsFromTheBegin::new));
        twins.put("aRemovedPartitionIsSilent", real -> new Followed(real, NeverRemoves::new));
        twins.put("aSubscriberThatDoesNotReadHoldsNobodyUp", Forgetful::new);
        twins.put("whomRetentionOvertakesIsTold", Deaf::new);
        twins.put("retentionDisturbsNobodyWhoHasRead", Nervous::new);
        twins.put("aStartBeyondTheEndWaits", real -> new Starting(real, Math::min));
        twins.put("aPollIsWokenByWhatIsWritten", real -> new Followed(real, Impatient::new));
        twins.put("whoFindsNothingIsToldOfMore", real -> new Followed(real, NeverTells::new));
        twins.put("aClosedSubscriptionEnds", real -> new Followed(real, NeverEnds::new));
        twins.put("aRangeIsShownInOrder", real -> new Visited(real, 1, Long.MAX_VALUE));
        twins.put("aRangeOfManyPagesIsShownWhole", real -> new Visited(real, 0, Page.MOST_RECORDS));
        twins.put("anEndBeyondWhatExistsStopsShort", HidesTheEnd::new);
        twins.put("anEmptyRangeShowsNothing", LooksAtNothing::new);
        twins.put("theVisitorEndsTheVisit", DoesNotListen::new);
        twins.put("gapsStallNothing", StalledByGaps::new);
        twins.put("theCheckpointEndsTheRead", NeverChecks::new);
        return twins;
    }

    /** Whose subscriptions are broken. */
    private static class Followed extends ForwardingLog {
        private final Function<Subscription, Subscription> broken;

        Followed(MetadataEventLog real, Function<Subscription, Subscription> broken) {
            super(real);
            this.broken = broken;
        }

        @Override
        public Subscription subscribe(List<PartitionStart> assignment) {
            return broken.apply(real.subscribe(assignment));
        }
    }

    /** Begins elsewhere than it was told. */
    private static final class Starting extends ForwardingLog {
        private final java.util.function.LongBinaryOperator start;

        Starting(MetadataEventLog real, java.util.function.LongBinaryOperator start) {
            super(real);
            this.start = start;
        }

        @Override
        public Subscription subscribe(List<PartitionStart> assignment) {
            List<Long> highs = LogLab.highs(real);
            return real.subscribe(assignment.stream()
                    .map(wanted -> new PartitionStart(
                            wanted.partition(), start.applyAsLong(wanted.offset(), highs.get(wanted.partition()))))
                    .toList());
        }
    }

    private static final class Doubling extends ForwardingLog.Forwarded {
        Doubling(Subscription real) {
            super(real);
        }

        @Override
        public List<LogRecord> poll(Duration atMost) {
            List<LogRecord> taken = new ArrayList<>(real.poll(atMost));
            taken.addAll(taken.isEmpty() ? List.of() : taken.subList(0, 1));
            return taken;
        }
    }

    private static final class EndsTheEmpty extends ForwardingLog {
        EndsTheEmpty(MetadataEventLog real) {
            super(real);
        }

        @Override
        public Subscription subscribe(List<PartitionStart> assignment) {
            Subscription subscription = real.subscribe(assignment);
            if (assignment.isEmpty()) {
                subscription.close();
            }
            return subscription;
        }
    }

    private static final class AddsFromTheBegin extends ForwardingLog.Forwarded {
        AddsFromTheBegin(Subscription real) {
            super(real);
        }

        @Override
        public void add(PartitionStart start) {
            real.add(new PartitionStart(start.partition(), 0));
        }
    }

    private static final class NeverRemoves extends ForwardingLog.Forwarded {
        NeverRemoves(Subscription real) {
            super(real);
        }

        @Override
        public void remove(int partition) {}
    }

    /** Keeps the last 100 records for who does not read. */
    private static final class Forgetful extends Followed {
        Forgetful(MetadataEventLog log) {
            super(log, subscription -> new Forwarded(subscription) {
                @Override
                public List<LogRecord> poll(Duration atMost) {
                    List<Long> highs = LogLab.highs(log);
                    return subscription.poll(atMost).stream()
                            .filter(found -> found.offset() >= highs.get(found.partition()) - 100)
                            .toList();
                }
            });
        }
    }

    /** Keeps to itself that something was lost. */
    static final class Deaf extends Followed {
        Deaf(MetadataEventLog real) {
            super(real, subscription -> new Forwarded(subscription) {
                @Override
                public List<LogRecord> poll(Duration atMost) {
                    try {
                        return subscription.poll(atMost);
                    } catch (StrandlineException e) {
                        if (e.code() == ErrorCode.LAGGED) {
                            return List.of();
                        }
                        throw e;
                    }
                }
            });
        }
    }

    /** Ends whoever follows when anything is let go of. */
    private static final class Nervous extends Followed {
        Nervous(MetadataEventLog log) {
            super(log, subscription -> new Forwarded(subscription) {
                @Override
                public List<LogRecord> poll(Duration atMost) {
                    if (LogLab.lows(log).get(0) > 0) {
                        throw new StrandlineException(ErrorCode.LAGGED, "lagged");
                    }
                    return subscription.poll(atMost);
                }
            });
        }
    }

    /** Does not wait the first time. */
    private static final class Impatient extends ForwardingLog.Forwarded {
        private final AtomicBoolean waited = new AtomicBoolean();

        Impatient(Subscription real) {
            super(real);
        }

        @Override
        public List<LogRecord> poll(Duration atMost) {
            return waited.getAndSet(true) ? real.poll(atMost) : List.of();
        }
    }

    private static final class NeverTells extends ForwardingLog.Forwarded {
        NeverTells(Subscription real) {
            super(real);
        }

        @Override
        public CompletableFuture<Void> more() {
            return new CompletableFuture<>();
        }
    }

    private static final class NeverEnds extends ForwardingLog.Forwarded {
        NeverEnds(Subscription real) {
            super(real);
        }

        @Override
        public void close() {}
    }

    /** Shows more than the range, or no more than so many. */
    private static final class Visited extends ForwardingLog {
        private final long more;
        private final long most;

        Visited(MetadataEventLog real, long more, long most) {
            super(real);
            this.more = more;
            this.most = most;
        }

        @Override
        public void visitRange(int partition, long start, long end, RangeVisitor visitor, Runnable checkpoint) {
            AtomicLong shown = new AtomicLong();
            long last = Math.min(end + more, Math.max(end, LogLab.highs(real).get(partition)));
            real.visitRange(
                    partition,
                    start,
                    last,
                    found -> shown.incrementAndGet() <= most && visitor.visit(found),
                    checkpoint);
        }
    }

    private static final class HidesTheEnd extends ForwardingLog {
        HidesTheEnd(MetadataEventLog real) {
            super(real);
        }

        @Override
        public void visitRange(int partition, long start, long end, RangeVisitor visitor, Runnable checkpoint) {
            long high = LogLab.highs(real).get(partition);
            real.visitRange(partition, start, Math.min(end, high), visitor, checkpoint);
        }
    }

    private static final class LooksAtNothing extends ForwardingLog {
        LooksAtNothing(MetadataEventLog real) {
            super(real);
        }

        @Override
        public void visitRange(int partition, long start, long end, RangeVisitor visitor, Runnable checkpoint) {
            if (start < end) {
                real.visitRange(partition, start, end, visitor, checkpoint);
            }
        }
    }

    private static final class DoesNotListen extends ForwardingLog {
        DoesNotListen(MetadataEventLog real) {
            super(real);
        }

        @Override
        public void visitRange(int partition, long start, long end, RangeVisitor visitor, Runnable checkpoint) {
            List<RuntimeException> first = new ArrayList<>();
            real.visitRange(
                    partition,
                    start,
                    end,
                    found -> {
                        try {
                            visitor.visit(found);
                        } catch (RuntimeException e) {
                            first.add(e);
                        }
                        return true;
                    },
                    checkpoint);
            if (!first.isEmpty()) {
                throw first.get(0);
            }
        }
    }

    private static final class StalledByGaps extends ForwardingLog {
        StalledByGaps(MetadataEventLog real) {
            super(real);
        }

        @Override
        public void visitRange(int partition, long start, long end, RangeVisitor visitor, Runnable checkpoint) {
            AtomicLong next = new AtomicLong(start);
            real.visitRange(
                    partition,
                    start,
                    end,
                    found -> {
                        next.set(found.offset() + 1);
                        return visitor.visit(found);
                    },
                    checkpoint);
            if (next.get() < end) {
                throw LogErrors.stoppedShort(options().name(), partition, end, next.get());
            }
        }
    }

    private static final class NeverChecks extends ForwardingLog {
        NeverChecks(MetadataEventLog real) {
            super(real);
        }

        @Override
        public void visitRange(int partition, long start, long end, RangeVisitor visitor, Runnable checkpoint) {
            real.visitRange(partition, start, end, visitor, LogLab::goOn);
        }
    }
}
