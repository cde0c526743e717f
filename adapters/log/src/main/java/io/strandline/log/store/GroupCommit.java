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
 *
 * <p>Who was served just now often publishes again at once. Without waiting for those there would be two halves of publishers,
 * each of which comes while the other commits, and twice as many commits as are needed. So the first waits until as many have
 * come as there were last, but no longer than a part of what a commit takes; if they do not come, it does not wait for a while.
 * The last of those it waits for commits itself: it runs already, and need not wake another thread up to do so.
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

    /** Whether somebody gathers or commits. */
    private boolean led;

    private @Nullable Waiting gathering;

    /** Publishers that there were last: those of the last group, and those who came meanwhile. */
    private int lately = 1;

    /** Publishers that were missing when it began to gather. */
    private int missing;

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
        /** Waits for others who may come, and leads when its time is over. */
        GATHERS,
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
        private long gatheredUntil;
        private @Nullable Throwable failure;

        Waiting(List<NewRecord> records) {
            this.records = records;
            this.bytes = records.stream().mapToLong(NewRecord::size).sum();
        }

        /** Waits for a turn that is to be taken. */
        Turn awaitTurn() {
            boolean interrupted = false;
            Turn now = turn;
            while (now == Turn.WAITS || (now == Turn.GATHERS && gatheredUntil - System.nanoTime() > 0)) {
                if (now == Turn.WAITS) {
                    LockSupport.park(this);
                } else {
                    LockSupport.parkNanos(this, gatheredUntil - System.nanoTime());
                }
                interrupted |= Thread.interrupted(); // a cancel does not take back what is under way
                now = turn;
            }
            if (interrupted) {
                thread.interrupt();
            }
            return now;
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
        join(own);
        while (own.awaitTurn() != Turn.DONE) {
            lead(own);
        }
        return own.result();
    }

    private void join(Waiting own) {
        lock.lock();
        try {
            line.add(own);
            if (!led) {
                led = true;
                turnTo(own);
            } else if (gathering != null && line.size() >= lately) {
                gathering.turn = Turn.WAITS;
                endGathering();
                own.turn = Turn.LEADS;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Lets one of the line commit: at once, or when those have come who may come. */
    private void turnTo(Waiting one) {
        missing = lately - line.size();
        if (missing <= 0 || toSkip > 0) {
            toSkip -= toSkip > 0 ? 1 : 0;
            one.give(Turn.LEADS);
        } else {
            gathering = one;
            one.gatheredUntil = System.nanoTime() + Math.min(commitNanos / 2, LONGEST_GATHERING_NANOS);
            one.give(Turn.GATHERS);
        }
    }

    private void endGathering() {
        boolean came = 2 * (lately - line.size()) <= missing;
        skipped = came ? 0 : Math.min(MOST_SKIPPED, 2 * skipped + 1);
        toSkip = skipped;
        gathering = null;
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

    /** Commits for the first of the line, and lets the next lead; does nothing if another took its turn. */
    private void lead(Waiting own) {
        List<Waiting> group = group(own);
        if (group.isEmpty()) {
            return;
        }
        boolean interrupted = Thread.interrupted();
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

    private List<Waiting> group(Waiting leader) {
        List<Waiting> group = new ArrayList<>();
        lock.lock();
        try {
            if (leader.turn == Turn.GATHERS) {
                endGathering();
            } else if (leader.turn != Turn.LEADS) {
                return group;
            }
            leader.turn = Turn.WAITS; // its own may have to wait for the next group
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
                turnTo(next);
            }
        } finally {
            lock.unlock();
        }
    }
}
