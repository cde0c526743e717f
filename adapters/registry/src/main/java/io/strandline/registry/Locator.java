package io.strandline.registry;

import io.strandline.common.CallContext;
import io.strandline.common.Location;

/** Looks whether an object is there now. Thread-safe. */
@FunctionalInterface
public interface Locator {
    /**
     * Whether the object, or the directory, exists now.
     *
     * @throws io.strandline.common.StrandlineException {@code BACKEND} if that cannot be found out, {@code NOT_SUPPORTED} for
     *     a kind of location this locator knows nothing of; an error is never absence
     */
    boolean exists(Location object, CallContext call);
}
