package io.strandline.reconcile;

import io.strandline.common.CallContext;
import io.strandline.common.ForwardingCall;
import java.util.function.Supplier;

/** A statement that keeps nothing it read: a repair is proved by what is there when it is made (REC-10). */
final class AtTheMoment extends ForwardingCall {
    AtTheMoment(CallContext statement) {
        super(statement);
    }

    @Override
    public <T> T once(Object key, Supplier<T> supplier) {
        return supplier.get();
    }
}
