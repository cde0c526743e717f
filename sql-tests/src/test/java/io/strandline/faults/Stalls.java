package io.strandline.faults;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how long this machine lets threads wait that have nothing to wait for: a thread that wants to go on every few
 * milliseconds notes by how much it is late. What a time limit promises holds beside that: a test that allows for it fails of
 * what it tests, and not of what else the machine does. Thread-safe.
 */
final class Stalls implements AutoCloseable {
    private static final Duration EVERY = Duration.ofMillis(2);

    /** A request goes through some threads, each of which may be kept waiting in turn. */
    private static final int THREADS_IN_TURN = 4;

    private final AtomicLong late = new AtomicLong();
    private final Thread thread = new Thread(this::watch, "stalls");
    private volatile boolean over;

    Stalls() {
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        long last = System.nanoTime();
        while (!over) {
            LockSupport.parkNanos(EVERY.toNanos());
            long now = System.nanoTime();
            late.addAndGet(Math.max(0, now - last - 2 * EVERY.toNanos()));
            last = now;
        }
    }

    /** Begins to measure. */
    Watch start() {
        return new Watch(System.nanoTime(), late.get());
    }

    /** From one moment on. */
    final class Watch {
        private final long began;
        private final long lateBefore;

        private Watch(long began, long lateBefore) {
            this.began = began;
            this.lateBefore = lateBefore;
        }

        /** The time since then, less what the machine itself took. */
        Duration elapsed() {
            long stalled = THREADS_IN_TURN * (late.get() - lateBefore);
            return Duration.ofNanos(Math.max(0, System.nanoTime() - began - stalled));
        }
    }

    @Override
    public void close() {
        over = true;
    }
}
