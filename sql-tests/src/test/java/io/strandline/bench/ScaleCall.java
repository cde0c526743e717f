package io.strandline.bench;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.Effects;
import io.strandline.common.Role;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** A statement that reads, for as long as it takes. */
final class ScaleCall implements CallContext {
    private final Map<Object, Object> values = new HashMap<>();

    @Override
    public Caller caller() {
        return new Caller("ada", Role.OPERATOR);
    }

    @Override
    public String statementId() {
        return "bench";
    }

    @Override
    public Instant startedAt() {
        return Instant.EPOCH;
    }

    @Override
    public void checkpoint() {
        // nobody stops it
    }

    @Override
    public void warn(String message) {
        throw new IllegalStateException(message);
    }

    /** Not by the map's own means: what is made for one key may ask for another. */
    @Override
    @SuppressWarnings("unchecked")
    public synchronized <T> T once(Object key, Supplier<T> supplier) {
        if (!values.containsKey(key)) {
            values.put(key, supplier.get());
        }
        return (T) values.get(key);
    }

    @Override
    public Effects effects() {
        throw new IllegalStateException("a read changes nothing");
    }
}
