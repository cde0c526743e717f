package io.strandline.log.memory;

import io.strandline.log.Bytes;
import io.strandline.log.LogErrors;
import io.strandline.log.LogKind;
import io.strandline.log.LogOptions;
import io.strandline.log.LogRecord;
import io.strandline.log.Page;
import io.strandline.log.PagedEventLog;
import io.strandline.log.PartitionMarks;
import io.strandline.log.PartitionStart;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A log in the memory of this process, for tests and for what need not outlive it. It holds at most so many bytes: an
 * append-only one lets go of its oldest records, which who has not read them is told by LAGGED; a compacted one compacts, and
 * when that makes no room refuses what is published. Thread-safe.
 */
public final class MemoryEventLog extends PagedEventLog {
    /** What a log holds unless told otherwise: 64 MiB. */
    public static final long DEFAULT_BYTES = 64L << 20;

    private final Clock clock;
    private final long mostBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<MemoryPartition> partitions;

    /** An empty log that holds as much as one does unless told otherwise. */
    public MemoryEventLog(LogOptions options, Clock clock) {
        this(options, clock, DEFAULT_BYTES);
    }

    /** An empty log. */
    public MemoryEventLog(LogOptions options, Clock clock, long mostBytes) {
        super(options);
        this.clock = clock;
        this.mostBytes = mostBytes;
        this.partitions = IntStream.range(0, options.partitions())
                .mapToObj(MemoryPartition::new)
                .toList();
    }

    @Override
    public boolean outlivesProcess() {
        return false;
    }

    @Override
    protected List<PartitionMarks> marks() {
        return locked(() -> partitions.stream().map(MemoryPartition::marks).toList());
    }

    @Override
    protected Page page(int partition, long from, long to) {
        return locked(() -> partitions.get(partition).page(from, to));
    }

    @Override
    protected List<Long> append(List<NewRecord> records) {
        List<Long> offsets = locked(() -> {
            requireOpen();
            makeRoom(records.stream().mapToLong(MemoryPartition::size).sum());
            Instant now = clock.instant();
            List<Long> given = new ArrayList<>();
            for (NewRecord added : records) {
                given.add(partitions.get(added.partition()).append(added, now));
            }
            return List.copyOf(given);
        });
        changed();
        return offsets;
    }

    private void makeRoom(long wanted) {
        if (bytes() + wanted <= mostBytes) {
            return;
        }
        if (options().kind() == LogKind.COMPACTED) {
            compactPartitions();
            if (bytes() + wanted > mostBytes) {
                throw LogErrors.full(options().name(), mostBytes);
            }
            return;
        }
        while (bytes() + wanted > mostBytes && bytes() > 0) {
            partitions.stream()
                    .filter(partition -> !partition.isEmpty())
                    .min((a, b) -> a.oldest().time().compareTo(b.oldest().time()))
                    .orElseThrow()
                    .dropOldest();
        }
    }

    private long bytes() {
        return partitions.stream().mapToLong(MemoryPartition::bytes).sum();
    }

    /** Takes away what the log does not keep any more: see {@link LogOptions}. */
    public void tidyUp() {
        locked(() -> {
            if (options().kind() == LogKind.COMPACTED) {
                compactPartitions();
            } else if (options().keep() != null) {
                Instant oldest = clock.instant().minus(options().keep());
                partitions.forEach(partition -> partition.dropBefore(oldest));
            }
            return true;
        });
    }

    private void compactPartitions() {
        Instant oldest = clock.instant().minus(options().tombstonesKept());
        partitions.forEach(partition -> partition.compact(oldest));
    }

    @Override
    public long firstOffsetAt(int partition, Instant time, Runnable checkpoint) {
        return locked(() -> partitions.get(partition).firstOffsetAt(time));
    }

    @Override
    public Optional<List<PartitionStart>> placesOf(Bytes key, Runnable checkpoint) {
        return Optional.of(locked(() -> {
            List<PartitionStart> places = new ArrayList<>();
            for (int partition = 0; partition < partitions.size(); partition++) {
                for (LogRecord kept : partitions.get(partition).kept()) {
                    if (Objects.equals(key, kept.key())) {
                        places.add(new PartitionStart(partition, kept.offset()));
                    }
                }
            }
            return List.copyOf(places);
        }));
    }

    @Override
    public boolean mayPass(RuntimeException failure) {
        return false;
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
