package io.strandline.reconcile;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.Effects;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** A statement that keeps nothing it read: a repair is proved by what is there when it is made (REC-10). */
record AtTheMoment(CallContext statement) implements CallContext {
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
    public <T> T once(Object key, Supplier<T> supplier) {
        return supplier.get();
    }

    @Override
    public Effects effects() {
        return statement.effects();
    }
}
