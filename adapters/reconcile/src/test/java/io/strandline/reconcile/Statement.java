package io.strandline.reconcile;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.Effects;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.store.Journal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** One execution of a changing statement, journaled in a real journal. */
final class Statement implements CallContext, AutoCloseable {
    private final Map<Object, Object> values = new ConcurrentHashMap<>();
    private final Caller caller;
    private final String id;
    private final Journal.Running running;
    final List<String> warnings = new CopyOnWriteArrayList<>();
    final List<String> progress = new CopyOnWriteArrayList<>();
    volatile boolean cancelled;

    Statement(Journal journal, Role role, String id) {
        this.caller = new Caller("ada", role);
        this.id = id;
        this.running = ((Journal.Fresh)
                        journal.claim(new Journal.Request(id, caller, id, "hash", "CALL it", true, startedAt())))
                .running();
    }

    @Override
    public Caller caller() {
        return caller;
    }

    @Override
    public String statementId() {
        return id;
    }

    @Override
    public Instant startedAt() {
        return Lab.NOW;
    }

    @Override
    public void checkpoint() {
        if (cancelled) {
            throw new StrandlineException(ErrorCode.CANCELLED, "cancelled by the test");
        }
    }

    @Override
    public void warn(String message) {
        warnings.add(message);
    }

    @Override
    public void progress(long done, OptionalLong total, String unit) {
        progress.add(done + " of " + (total.isPresent() ? total.orElseThrow() : "?") + " " + unit);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T once(Object key, Supplier<T> supplier) {
        return (T) values.computeIfAbsent(key, absent -> supplier.get());
    }

    @Override
    public Effects effects() {
        return running.effects();
    }

    @Override
    public void close() {
        running.succeed(null);
    }
}
