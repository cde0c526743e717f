package io.strandline.log.store;

import io.strandline.log.PagedEventLog.NewRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Publishers at the same time share one transaction, and so one fsync: while one of them commits, the others wait in a line,
 * and then the first of those commits for all that wait. Who is alone waits for nobody and changes no thread. Thread-safe.
 */
final class GroupCommit {
    /** Records of one transaction, unless one publisher has more. */
    private static final int MOST_RECORDS = 10_000;

    /** Bytes of one transaction, unless one publisher has more. */
    private static final long MOST_BYTES = 8L << 20;

    private final Function<List<NewRecord>, List<Long>> commit;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Waiting> line = new ArrayDeque<>();
    private boolean led;

    /**
     * Commits in groups.
     *
     * @param commit appends all of them in one transaction, and gives their offsets in order
     */
    GroupCommit(Function<List<NewRecord>, List<Long>> commit) {
        this.commit = commit;
    }

    private enum Turn {
        WAITS,
        LEADS,
        DONE
    }

    /** A publisher, and what became of its records. */
    private static final class Waiting {
        private final List<NewRecord> records;
        private final Thread thread = Thread.currentThread();
        private volatile Turn turn = Turn.WAITS;
        private List<Long> offsets = List.of();
        private final long bytes;
        private @Nullable Throwable failure;

        Waiting(List<NewRecord> records) {
            this.records = records;
            this.bytes = records.stream().mapToLong(NewRecord::size).sum();
        }

        void awaitTurn() {
            boolean interrupted = false;
            while (turn == Turn.WAITS) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                thread.interrupt();
            }
        }

        List<Long> result() {
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            return offsets;
        }

        void give(Turn next) {
            turn = next;
            LockSupport.unpark(thread);
        }
    }

    /** Appends them, with those of others; a cancel does not take back what is under way. */
    List<Long> publish(List<NewRecord> records) {
        Waiting own = new Waiting(records);
        boolean leads;
        lock.lock();
        try {
            line.add(own);
            leads = !led;
            led = true;
        } finally {
            lock.unlock();
        }
        if (!leads) {
            own.awaitTurn();
        }
        if (own.turn != Turn.DONE) {
            lead();
        }
        return own.result();
    }

    /** How many publishers wait in the line. */
    int waiting() {
        lock.lock();
        try {
            return line.size();
        } finally {
            lock.unlock();
        }
    }

    /** Commits for the first of the line, of whom this thread is one, and lets the next lead. */
    private void lead() {
        List<Waiting> group = group();
        boolean interrupted = Thread.interrupted();
        try {
            commitAll(group);
        } finally {
            group.forEach(one -> one.give(Turn.DONE));
            handOver();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private List<Waiting> group() {
        List<Waiting> group = new ArrayList<>();
        lock.lock();
        try {
            int records = 0;
            long bytes = 0;
            while (!line.isEmpty()) {
                Waiting next = line.element();
                records += next.records.size();
                bytes += next.bytes;
                if (!group.isEmpty() && (records > MOST_RECORDS || bytes > MOST_BYTES)) {
                    break;
                }
                group.add(line.remove());
            }
        } finally {
            lock.unlock();
        }
        return group;
    }

    private void commitAll(List<Waiting> group) {
        List<NewRecord> all = group.size() == 1
                ? group.get(0).records
                : group.stream().flatMap(one -> one.records.stream()).toList();
        try {
            List<Long> offsets = commit.apply(all);
            int at = 0;
            for (Waiting one : group) {
                one.offsets = offsets.subList(at, at + one.records.size());
                at += one.records.size();
            }
        } catch (RuntimeException | Error failure) {
            // an error is of all of them too: nobody may take what was not written for published
            group.forEach(one -> one.failure = failure);
        }
    }

    private void handOver() {
        lock.lock();
        try {
            Waiting next = line.peek();
            if (next == null) {
                led = false;
            } else {
                next.give(Turn.LEADS);
            }
        } finally {
            lock.unlock();
        }
    }
}
