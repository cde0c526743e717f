package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.ForwardingCall;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The statement, as the pages of one listing see it: what one page asked for once is there for the next, also in a statement
 * that keeps nothing. A backend that gives whole lists only is then asked for one. Used by one thread at a time.
 */
final class OneListing extends ForwardingCall {
    private final Map<Object, Object> kept = new HashMap<>();

    OneListing(CallContext statement) {
        super(statement);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T once(Object key, Supplier<T> supplier) {
        Object known = kept.get(key);
        if (known == null) {
            known = statement.once(key, supplier);
            kept.put(key, known);
        }
        return (T) known;
    }
}
