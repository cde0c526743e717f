package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.Effects;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** One execution of a statement, as a test makes it. */
public final class TestCall implements CallContext {
    private final Map<Object, Object> values = new ConcurrentHashMap<>();
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final Effects effects;
    private final Caller caller;
    private volatile boolean cancelled;

    /** A statement that changes nothing. */
    public TestCall() {
        this(null);
    }

    /** A statement whose changes go there. */
    public TestCall(Effects effects) {
        this(effects, new Caller("tester", Role.ADMIN));
    }

    /** A statement of somebody. */
    public TestCall(Effects effects, Caller caller) {
        this.effects = effects;
        this.caller = caller;
    }

    public void cancel() {
        cancelled = true;
    }

    public List<String> warnings() {
        return warnings;
    }

    @Override
    public Caller caller() {
        return caller;
    }

    @Override
    public String statementId() {
        return "test";
    }

    @Override
    public Instant startedAt() {
        return Instant.EPOCH;
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
    @SuppressWarnings("unchecked")
    public <T> T once(Object key, Supplier<T> supplier) {
        Object present = values.get(key);
        if (present == null) {
            T made = supplier.get();
            present = values.putIfAbsent(key, made);
            return present == null ? made : (T) present;
        }
        return (T) present;
    }

    @Override
    public Effects effects() {
        if (effects == null) {
            throw new IllegalStateException("this statement changes nothing");
        }
        return effects;
    }
}
