package io.strandline.common;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** A statement as another part of it sees it: all is handed on but what a subclass does otherwise. */
public abstract class ForwardingCall implements CallContext {
    /** What all is handed on to. */
    protected final CallContext statement;

    protected ForwardingCall(CallContext statement) {
        this.statement = statement;
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
    public Optional<String> sessionId() {
        return statement.sessionId();
    }

    @Override
    public Optional<String> option(String name) {
        return statement.option(name);
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
        return statement.once(key, supplier);
    }

    @Override
    public Effects effects() {
        return statement.effects();
    }
}
