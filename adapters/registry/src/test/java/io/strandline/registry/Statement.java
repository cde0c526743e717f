package io.strandline.registry;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.Effects;
import io.strandline.common.Role;
import io.strandline.store.Journal;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Supplier;

/** One execution of a changing statement, journaled in a real journal. */
public final class Statement implements CallContext, AutoCloseable {
    public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final Caller caller;
    private final String id = UUID.randomUUID().toString();
    private final Journal.Running running;

    public Statement(Journal journal, String user, Role role) {
        this.caller = new Caller(user, role);
        this.running = ((Journal.Fresh)
                        journal.claim(new Journal.Request(id, caller, id, "hash", "CALL it", true, NOW)))
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
        return NOW;
    }

    @Override
    public void checkpoint() {}

    @Override
    public void warn(String message) {}

    @Override
    public <T> T once(Object key, Supplier<T> supplier) {
        return supplier.get();
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
