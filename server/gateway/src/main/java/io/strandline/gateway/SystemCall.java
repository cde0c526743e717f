package io.strandline.gateway;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.Effects;
import io.strandline.common.Role;
import java.time.Instant;
import java.util.function.Supplier;

/** A read the gateway makes for itself, outside any statement: nobody cancels it, and it changes nothing. */
record SystemCall(Instant startedAt) implements CallContext {
    @Override
    public Caller caller() {
        return new Caller("strandline", Role.READER);
    }

    @Override
    public String statementId() {
        return "system";
    }

    @Override
    public void checkpoint() {
        // nobody asks it to stop
    }

    @Override
    public void warn(String message) {
        // nobody reads it
    }

    @Override
    public <T> T once(Object key, Supplier<T> supplier) {
        return supplier.get();
    }

    @Override
    public Effects effects() {
        throw new IllegalStateException("a read of the gateway changes nothing");
    }
}
