package io.strandline.log.store;

import io.strandline.log.PagedEventLog.NewRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Publishers at the same time share one transaction, and so one fsync: while one of them commits, the others wait in a line,
 * and then the first of those commits for all that wait. Who is alone waits for nobody and changes no thread. Thread-safe.
 *
 * <p>Who was served just now often publishes again at once. Without waiting for those there would be two halves of publishers,
 * each of which comes while the other commits, and twice as many commits as are needed. So the first waits until as many have
 * come as there were last, but no longer than a part of what a commit takes; if they do not come, it does not wait for a while.
 */
final class GroupCommit {
    /** Records of one transaction, unless one publisher has more. */
    private static final int MOST_RECORDS = 10_000;

    /** Bytes of one transaction, unless one publisher has more. */
    private static final long MOST_BYTES = 8L << 20;

    /** Nobody waits longer for others who may come. */
    private static final long LONGEST_GATHERING_NANOS = 2_000_000;

    /** Commits that are made without waiting after others have not come again and again. */
    private static final int MOST_SKIPPED = 63;

    private final Function<List<NewRecord>, List<Long>> commit;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Waiting> line = new ArrayDeque<>();
    private final Condition gathered = lock.newCondition();
    private boolean led;

    /** Publishers that there were last: those of the last group, and those who came meanwhile. */
    private int lately = 1;

    private long commitNanos;
    private int skipped;
    private int toSkip;

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
            if (line.size() == lately) {
                gathered.signal();
            }
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
        boolean interrupted = Thread.interrupted();
        interrupted |= gather();
        List<Waiting> group = group();
        long begun = System.nanoTime();
        try {
            commitAll(group);
        } finally {
            // first the next leader, who has to do something, and to wait for those of this group who come again
            handOver(group.size(), System.nanoTime() - begun);
            group.forEach(one -> one.give(Turn.DONE));
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits for those who may come; whether it was interrupted in that, which ends the wait. */
    private boolean gather() {
        lock.lock();
        try {
            int missing = lately - line.size();
            if (missing <= 0 || toSkip > 0) {
                toSkip -= toSkip > 0 ? 1 : 0;
                return false;
            }
            long left = Math.min(commitNanos / 2, LONGEST_GATHERING_NANOS);
            while (line.size() < lately && left > 0) {
                left = gathered.awaitNanos(left);
            }
            boolean came = 2 * (lately - line.size()) <= missing;
            skipped = came ? 0 : Math.min(MOST_SKIPPED, 2 * skipped + 1);
            toSkip = skipped;
            return false;
        } catch (InterruptedException e) {
            return true; // a cancel does not take back what is under way
        } finally {
            lock.unlock();
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

    private void handOver(int served, long nanos) {
        lock.lock();
        try {
            lately = served + line.size();
            commitNanos = nanos;
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
