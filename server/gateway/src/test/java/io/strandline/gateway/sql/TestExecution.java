package io.strandline.gateway.sql;

import io.strandline.common.Caller;
import io.strandline.common.Role;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An execution whose parts a test sets. */
public final class TestExecution implements StatementExecution {
    public static final Instant NOW = Instant.parse("2026-03-29T00:30:00.123Z");

    public Caller caller = new Caller("ann", Role.ADMIN);
    public SessionOptions options = new SessionOptions("strandline", "runtime", ZoneId.of("UTC"), false);
    public @Nullable String key;
    public Runnable checkpoint = () -> {};
    public Consumer<String> onPhase = phase -> {};
    public SessionOption session = (name, value) -> {};
    public final List<String> warnings = new ArrayList<>();
    private String id = UUID.randomUUID().toString();

    /** The same session's next execution. */
    void renew() {
        id = UUID.randomUUID().toString();
    }

    public static SessionOptions in(String zone) {
        return new SessionOptions("strandline", "runtime", ZoneId.of(zone), false);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Caller caller() {
        return caller;
    }

    @Override
    public SessionOptions options() {
        return options;
    }

    @Override
    public SessionOption session() {
        return session;
    }

    @Override
    public Optional<String> idempotencyKey() {
        return Optional.ofNullable(key);
    }

    @Override
    public Instant startedAt() {
        return NOW;
    }

    @Override
    public void checkpoint() {
        checkpoint.run();
    }

    @Override
    public void warn(String message) {
        warnings.add(message);
    }

    @Override
    public void phase(String phase) {
        onPhase.accept(phase);
    }
}
