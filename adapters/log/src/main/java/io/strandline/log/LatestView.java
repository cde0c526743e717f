package io.strandline.log;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The last value of each key of a compacted log. Thread-safe.
 *
 * <p>Who reads it takes the log's marks first and brings the view up to them: so it has what was published before, by this
 * gateway or by another, and never too little (LOG-13). Nothing is read while nobody asks. What compaction takes away is
 * missed by nobody who was there in time; who was not reads the partition again from its beginning.
 */
public final class LatestView implements AutoCloseable {
    /** How often a cancel is looked for while another statement brings the view up. */
    private static final long GLANCE_MILLIS = 100;

    private final MetadataEventLog log;
    private final ViewOptions options;
    private final Snapshots snapshots;
    private final long number = SubscriptionState.newNumber();
    private final ReentrantLock lock = new ReentrantLock();
    private final List<ViewPartition> partitions = new ArrayList<>();
    private boolean begun;
    private volatile @Nullable String warning;

    /**
     * A view of that log; nothing is read yet.
     *
     * @param log a compacted one, which outlives the view
     * @param clock by which a snapshot says when it was taken
     */
    public LatestView(MetadataEventLog log, ViewOptions options, Clock clock) {
        if (log.options().kind() != LogKind.COMPACTED) {
            throw new IllegalArgumentException("a view of an append-only log");
        }
        this.log = log;
        this.options = options;
        this.snapshots = new Snapshots(log, options, clock);
        forget();
    }

    private void forget() {
        replace(nothing(Collections.nCopies(log.partitionCount(), 0L)));
    }

    private static List<ViewPartition> nothing(List<Long> lostBefore) {
        long now = System.nanoTime();
        return lostBefore.stream().map(lost -> new ViewPartition(lost, now)).toList();
    }

    /** What the log was opened as. */
    public LogOptions log() {
        return log.options();
    }

    /**
     * The last values as of now, in order of partition and offset.
     *
     * @param checkpoint called before each attempt to read; what it throws ends them
     * @throws StrandlineException {@code NOT_READY} if it does not reach what was written in its time: what it has read
     *     stays, so that another statement goes on there; {@code LIMIT_EXCEEDED} if the values are too many
     */
    public List<LogRecord> all(Runnable checkpoint) {
        return upToDate(
                checkpoint,
                () -> partitions.stream()
                        .flatMap(partition -> partition.all().stream())
                        .toList());
    }

    /**
     * The last values of one key: more than one if it was published to more than one partition.
     *
     * @throws StrandlineException as {@link #all}
     */
    public List<LogRecord> find(Bytes key, Runnable checkpoint) {
        return upToDate(
                checkpoint,
                () -> partitions.stream()
                        .flatMap(partition -> partition.find(key).stream())
                        .toList());
    }

    /** Where it is in each partition, as a subscription would be. */
    public List<SubscriptionState> states() {
        lock.lock();
        try {
            return IntStream.range(0, partitions.size())
                    .mapToObj(partition -> new SubscriptionState(
                            number, partition, partitions.get(partition).applied()))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /** What was wrong with its snapshot. */
    public Optional<String> warning() {
        return Optional.ofNullable(warning);
    }

    /** Brings it up to the log, and writes a snapshot if enough has changed; for the background. */
    public void keepUp() {
        upToDate(() -> {}, () -> true);
        save(false);
    }

    private void save(boolean anyChange) {
        Optional<ViewSnapshot> taken;
        lock.lock();
        try {
            taken = begun ? snapshots.take(partitions, anyChange) : Optional.empty();
        } finally {
            lock.unlock();
        }
        taken.ifPresent(snapshots::write);
    }

    private <T> T upToDate(Runnable checkpoint, Supplier<T> read) {
        long end = System.nanoTime() + options.patience().toNanos();
        Runnable bounded = () -> {
            checkpoint.run();
            if (System.nanoTime() - end > 0) {
                throw notReady();
            }
        };
        lock(bounded);
        try {
            begin(bounded);
            requireFits();
            catchUp(bounded);
            return read.get();
        } finally {
            lock.unlock();
        }
    }

    private void lock(Runnable bounded) {
        try {
            while (!lock.tryLock(GLANCE_MILLIS, TimeUnit.MILLISECONDS)) {
                bounded.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StrandlineException(
                    ErrorCode.CANCELLED, "the wait for the view of log \"" + name() + "\" was cancelled.", e);
        }
    }

    private void begin(Runnable bounded) {
        if (!begun) {
            Snapshots.Restored restored = snapshots.restore(bounded);
            warning = restored.warning();
            if (restored.partitions().isEmpty()) {
                startAgain(
                        bounded, IntStream.range(0, partitions.size()).boxed().toList());
            } else {
                replace(restored.partitions());
            }
            begun = true;
        }
    }

    private void replace(List<ViewPartition> all) {
        partitions.clear();
        partitions.addAll(all);
    }

    /** Reads up to the marks of now; again what something may have gone from meanwhile. */
    private void catchUp(Runnable bounded) {
        long asked = System.nanoTime();
        List<Long> marks = log.highWaterMarks(bounded);
        for (int partition = 0; partition < partitions.size(); partition++) {
            if (partitions.get(partition).isAt(marks.get(partition))) {
                partitions.get(partition).verify(asked);
            }
        }
        List<Integer> behind = IntStream.range(0, partitions.size())
                .filter(partition -> !partitions.get(partition).isAt(marks.get(partition)))
                .boxed()
                .toList();
        while (!behind.isEmpty()) {
            startAgain(
                    bounded,
                    behind.stream()
                            .filter(partition -> partitions.get(partition).applied() > marks.get(partition))
                            .toList());
            behind.forEach(partition -> read(partition, marks.get(partition), bounded));
            List<Integer> doubtful = doubtful(behind, bounded);
            for (int partition : behind) {
                if (!doubtful.contains(partition)) {
                    partitions.get(partition).verify(asked);
                }
            }
            asked = System.nanoTime();
            startAgain(bounded, doubtful);
            snapshots.identify(bounded);
            behind = doubtful;
        }
    }

    private void read(int partition, long mark, Runnable bounded) {
        ViewPartition view = partitions.get(partition);
        if (view.applied() < mark) {
            log.visitRange(
                    partition,
                    view.applied(),
                    mark,
                    found -> {
                        view.apply(found);
                        return true;
                    },
                    () -> {
                        bounded.run();
                        requireFits();
                    });
            view.reach(mark);
            requireFits();
        }
    }

    /** Of those that were read, the ones that may have missed something. */
    private List<Integer> doubtful(List<Integer> read, Runnable bounded) {
        Optional<List<Long>> lost = log.lostBefore(bounded);
        long now = System.nanoTime();
        return read.stream()
                .filter(partition -> {
                    ViewPartition view = partitions.get(partition);
                    return !(lost.isPresent()
                            ? view.isWhole(lost.orElseThrow().get(partition))
                            : view.isWhole(log.options().tombstonesKept(), now));
                })
                .toList();
    }

    /** Forgets those partitions, to be read from their beginning. */
    private void startAgain(Runnable bounded, List<Integer> which) {
        if (!which.isEmpty()) {
            bounded.run();
            List<ViewPartition> empty = nothing(log.lostBefore(bounded).orElseGet(() -> log.lowWaterMarks(bounded)));
            which.forEach(partition -> partitions.set(partition, empty.get(partition)));
        }
    }

    private void requireFits() {
        long bytes = partitions.stream().mapToLong(ViewPartition::bytes).sum();
        if (bytes > options.mostBytes()) {
            forget();
            begun = false;
            throw new StrandlineException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "the last values of log \"" + name() + "\" are more than the " + options.mostBytes()
                            + " bytes that a view of it may hold. Raise log." + name()
                            + ".largest_view, or read log.events with a range.");
        }
    }

    private StrandlineException notReady() {
        return new StrandlineException(
                ErrorCode.NOT_READY,
                "the view of log \"" + name() + "\" has not read what was written in "
                        + options.patience().toMillis()
                        + " ms. Run the statement again in a moment: it goes on there.");
    }

    private String name() {
        return log.options().name();
    }

    /** Writes a snapshot of what it has, if that is not in the last one. The log stays open. */
    @Override
    public void close() {
        save(true);
    }
}
