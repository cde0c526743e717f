package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.Effects;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * The statement, as the pages of one listing see it: what one page asked for once is there for the next, also in a statement
 * that keeps nothing. A backend that gives whole lists only is then asked for one. Used by one thread at a time.
 */
record OneListing(CallContext statement, Map<Object, Object> kept) implements CallContext {
    OneListing(CallContext statement) {
        this(statement, new HashMap<>());
    }

    @Override
    public Caller caller() {
        return statement.caller();
    }

    @Override
    public String statementId() {
        return statement.statementId();
    }

    @Override
    public Instant startedAt() {
        return statement.startedAt();
    }

    @Override
    public void checkpoint() {
        statement.checkpoint();
    }

    @Override
    public void warn(String message) {
        statement.warn(message);
    }

    @Override
    public void progress(long done, OptionalLong total, String unit) {
        statement.progress(done, total, unit);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T once(Object key, Supplier<T> supplier) {
        Object known = kept.get(key);
        if (known == null) {
            known = statement.once(key, supplier);
            kept.put(key, known);
        }
        return (T) known;
    }

    @Override
    public Effects effects() {
        return statement.effects();
    }
}
