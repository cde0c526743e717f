package io.strandline.reconcile.crash;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.Effects;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** One execution of a changing call; nobody cancels it. */
final class JournaledCall implements CallContext {
    private final Map<Object, Object> values = new HashMap<>();
    private final Caller caller;
    private final String id;
    private final Instant startedAt;
    private final Effects effects;

    JournaledCall(Caller caller, String id, Instant startedAt, Effects effects) {
        this.caller = caller;
        this.id = id;
        this.startedAt = startedAt;
        this.effects = effects;
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
        return startedAt;
    }

    @Override
    public void checkpoint() {}

    @Override
    public void warn(String message) {}

    @Override
    @SuppressWarnings("unchecked")
    public synchronized <T> T once(Object key, Supplier<T> supplier) {
        Object known = values.get(key);
        if (known == null) {
            known = supplier.get();
            values.put(key, known);
        }
        return (T) known;
    }

    @Override
    public Effects effects() {
        return effects;
    }
}
