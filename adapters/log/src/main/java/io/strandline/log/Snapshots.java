package io.strandline.log;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When a view's snapshot is taken, and whether one may be believed (LOG-14). Taking and restoring are guarded by the view's
 * lock; writing goes on beside its readers.
 */
final class Snapshots {
    private static final Logger LOG = LoggerFactory.getLogger(Snapshots.class);

    /** So many events are read sooner than a snapshot of them is worth writing. */
    private static final long FEW = 1_000;

    private final MetadataEventLog log;
    private final @Nullable SnapshotStore store;
    private final Clock clock;
    private final ReentrantLock writing = new ReentrantLock();
    private String identity = "";
    private volatile long saved;

    Snapshots(MetadataEventLog log, ViewOptions options, Clock clock) {
        this.log = log;
        this.store = options.snapshots();
        this.clock = clock;
    }

    /**
     * What a view begins with.
     *
     * @param partitions none if it begins with nothing
     * @param warning why the file that is there was not believed
     */
    record Restored(
            List<ViewPartition> partitions, @Nullable String warning) {
        private static final Restored NOTHING = new Restored(List.of(), null);
    }

    Restored restore(Runnable checkpoint) {
        if (store == null) {
            return Restored.NOTHING;
        }
        identify(checkpoint);
        try {
            Optional<ViewSnapshot> found = store.read();
            if (found.isEmpty()) {
                return Restored.NOTHING;
            }
            ViewSnapshot snapshot = found.orElseThrow();
            if (!snapshot.identity().equals(identity) || snapshot.partitions().size() != log.partitionCount()) {
                return refused("it is of another log");
            }
            List<ViewPartition> restored = restored(snapshot);
            saved = applied(restored);
            return new Restored(restored, null);
        } catch (IOException e) {
            return refused(e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    /** Asks which log it is, until that is known: a topic that nobody has written to is none. */
    void identify(Runnable checkpoint) {
        if (store != null && identity.isEmpty()) {
            identity = log.identity(checkpoint).orElse("");
        }
    }

    private Restored refused(String why) {
        String warning =
                "the snapshot " + store + " was left alone, since " + why + "; the log was read from its beginning.";
        LOG.warn("log {}: {}", log.options().name(), warning);
        return new Restored(List.of(), warning);
    }

    private List<ViewPartition> restored(ViewSnapshot snapshot) {
        Duration age = Duration.between(snapshot.whole(), clock.instant());
        // one of the future tells nothing of its age
        long wholeAt = age.isNegative() || age.compareTo(log.options().tombstonesKept()) > 0
                ? System.nanoTime() - log.options().tombstonesKept().toNanos() - 1
                : System.nanoTime() - age.toNanos();
        return snapshot.partitions().stream()
                .map(part -> ViewPartition.restored(part.applied(), wholeAt, part.records()))
                .toList();
    }

    private static long applied(List<ViewPartition> partitions) {
        return partitions.stream().mapToLong(ViewPartition::applied).sum();
    }

    /**
     * Takes one, if reading what has changed would take longer than writing it.
     *
     * @param anyChange whether one event is enough
     */
    Optional<ViewSnapshot> take(List<ViewPartition> partitions, boolean anyChange) {
        long changed = applied(partitions) - saved;
        long worth =
                Math.max(FEW, partitions.stream().mapToLong(ViewPartition::size).sum() / 4);
        if (store == null
                || identity.isEmpty()
                || changed < (anyChange ? 1 : worth)
                || !partitions.stream().allMatch(ViewPartition::isVerified)) {
            return Optional.empty();
        }
        long now = System.nanoTime();
        Instant whole = clock.instant()
                .minusNanos(partitions.stream()
                        .mapToLong(partition -> now - partition.wholeAt())
                        .max()
                        .orElse(0));
        List<ViewSnapshot.Part> parts = IntStream.range(0, partitions.size())
                .mapToObj(partition -> {
                    List<LogRecord> all = partitions.get(partition).all();
                    return new ViewSnapshot.Part(partitions.get(partition).applied(), all);
                })
                .toList();
        return Optional.of(new ViewSnapshot(identity, whole, parts));
    }

    /** Writes one; a disk that is full costs the next start time, and nothing else. */
    void write(ViewSnapshot taken) {
        writing.lock();
        try {
            if (store != null) {
                store.write(taken);
                saved = taken.partitions().stream()
                        .mapToLong(ViewSnapshot.Part::applied)
                        .sum();
            }
        } catch (IOException e) {
            LOG.warn(
                    "log {}: the snapshot of its view could not be written; the next start reads the log: {}",
                    log.options().name(),
                    e.toString());
        } finally {
            writing.unlock();
        }
    }
}
