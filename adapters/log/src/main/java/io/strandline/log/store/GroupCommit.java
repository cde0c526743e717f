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
        private @Nullable RuntimeException failure;

        Waiting(List<NewRecord> records) {
            this.records = records;
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
        RuntimeException failure = own.failure;
        if (failure != null) {
            throw failure;
        }
        return own.offsets;
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
            while (!line.isEmpty()
                    && (group.isEmpty() || records + line.element().records.size() <= MOST_RECORDS)) {
                Waiting next = line.remove();
                records += next.records.size();
                group.add(next);
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
        } catch (RuntimeException failure) {
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
