package io.strandline.sink.contract;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.Effects;
import io.strandline.common.Role;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/** A statement of one user that nobody cancels. */
public class TestCall implements CallContext {
    /** One whose warnings nobody reads. */
    public static final TestCall CALL = new TestCall();

    private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());

    /** What it was warned of. */
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    @Override
    public Caller caller() {
        return new Caller("ada", Role.ADMIN);
    }

    @Override
    public String statementId() {
        return "statement";
    }

    @Override
    public Instant startedAt() {
        return Instant.EPOCH;
    }

    @Override
    public void checkpoint() {}

    @Override
    public void warn(String message) {
        warnings.add(message);
    }

    @Override
    public <T> T once(Object key, Supplier<T> supplier) {
        return supplier.get();
    }

    @Override
    public Effects effects() {
        throw new IllegalStateException("no changing statement");
    }
}
