package io.strandline.sink;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Keeps apart the beginning of runs and rollbacks of one sink, within one gateway: a run that read the token before a rollback
 * set it back would go on from there, and what lies between would never be sent again (SNK-12).
 */
final class SinkGates {
    private final Map<String, ReentrantReadWriteLock> gates = new ConcurrentHashMap<>();

    private ReentrantReadWriteLock gate(String sink) {
        return gates.computeIfAbsent(sink, id -> new ReentrantReadWriteLock());
    }

    /**
     * Begins a run, beside others that begin.
     *
     * @throws StrandlineException {@link ErrorCode#CONFLICT} while a run of the sink is rolled back
     */
    <T> T beginning(String sink, Supplier<T> begin) {
        ReentrantReadWriteLock.ReadLock gate = gate(sink).readLock();
        if (!gate.tryLock()) {
            throw new StrandlineException(
                    ErrorCode.CONFLICT,
                    "a run of sink " + sink
                            + " is rolled back just now, which may set its tokens back. Begin again when that"
                            + " is done.");
        }
        try {
            return begin.get();
        } finally {
            gate.unlock();
        }
    }

    /**
     * Undoes a run, alone; waits for runs that begin, which is short, and for another rollback.
     *
     * @throws StrandlineException {@link ErrorCode#CANCELLED} or {@link ErrorCode#TIMED_OUT} if its statement is over before
     */
    <T> T undoing(String sink, CallContext call, Supplier<T> undo) {
        ReentrantReadWriteLock.WriteLock gate = gate(sink).writeLock();
        enter(gate, sink, call);
        try {
            return undo.get();
        } finally {
            gate.unlock();
        }
    }

    private static void enter(ReentrantReadWriteLock.WriteLock gate, String sink, CallContext call) {
        try {
            while (!gate.tryLock(100, TimeUnit.MILLISECONDS)) {
                call.checkpoint();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StrandlineException(
                    ErrorCode.CANCELLED,
                    "it was interrupted while it waited for another rollback of sink " + sink
                            + ". Nothing was changed; call it again.",
                    e);
        }
    }
}
