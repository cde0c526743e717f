package io.strandline.common;

import java.util.function.Supplier;

/**
 * A statement that keeps nothing it read: what a change is decided by, or proved by, is what is there when it is made (REC-10,
 * CAT-17). Thread-safe as the statement is.
 */
public final class AtTheMoment extends ForwardingCall {
    /** That statement, seen so. */
    public AtTheMoment(CallContext statement) {
        super(statement);
    }

    @Override
    public <T> T once(Object key, Supplier<T> supplier) {
        return supplier.get();
    }
}
