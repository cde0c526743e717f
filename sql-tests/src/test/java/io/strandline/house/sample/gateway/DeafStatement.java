package io.strandline.house.sample.gateway;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.Effects;
import java.time.Instant;
import java.util.function.Supplier;

/** Wraps a statement and loses what it tells of its progress. */
record DeafStatement(CallContext statement) implements CallContext {
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
    public <T> T once(Object key, Supplier<T> supplier) {
        return statement.once(key, supplier);
    }

    @Override
    public Effects effects() {
        return statement.effects();
    }
}
