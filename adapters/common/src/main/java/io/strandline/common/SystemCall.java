package io.strandline.common;

import java.time.Instant;
import java.util.function.Supplier;

/**
 * A read that no statement asked for: nobody cancels it, nobody reads its warnings, and it changes nothing. What ends it is
 * the backend's own time limit.
 */
public record SystemCall(Instant startedAt) implements CallContext {
    /** As whom the gateway reads. */
    public static final String USER = "strandline";

    @Override
    public Caller caller() {
        return new Caller(USER, Role.READER);
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
