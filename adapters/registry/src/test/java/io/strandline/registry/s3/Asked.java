package io.strandline.registry.s3;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.Effects;
import io.strandline.common.Role;
import java.time.Instant;
import java.util.function.Supplier;

/** One execution of a statement that reads. */
class Asked implements CallContext {
    @Override
    public Caller caller() {
        return new Caller("ada", Role.READER);
    }

    @Override
    public String statementId() {
        return "s1";
    }

    @Override
    public Instant startedAt() {
        return Instant.EPOCH;
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
        throw new IllegalStateException("it only reads");
    }
}
