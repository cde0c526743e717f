package io.strandline.registry;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import java.util.List;

/** Looks what is there now. Thread-safe. */
@FunctionalInterface
public interface Locator {
    /**
     * Whether the object exists now; for a location that ends with a slash, whether the directory does. On an object store a
     * directory exists while some key is below it.
     *
     * @throws StrandlineException {@code BACKEND} if that cannot be found out, {@code NOT_SUPPORTED} for a kind of location
     *     this locator knows nothing of; an error is never absence
     */
    boolean exists(Location object, CallContext call);

    /**
     * What lies directly in a directory, in any order; nothing if there is no such directory.
     *
     * @param limit at most so many, at least 1
     * @throws StrandlineException as {@link #exists}
     */
    default Children children(Location directory, int limit, CallContext call) {
        throw new StrandlineException(
                ErrorCode.NOT_SUPPORTED,
                directory + ": what lies there cannot be listed. Add its store to object_stores in the configuration.");
    }

    /**
     * What a listing gave.
     *
     * @param places objects, and directories with a slash at their end
     * @param cut whether there is more than was asked for: what is not in it may be there all the same
     */
    record Children(List<Location> places, boolean cut) {
        public Children {
            places = List.copyOf(places);
        }
    }
}
