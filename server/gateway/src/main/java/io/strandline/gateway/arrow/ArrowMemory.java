package io.strandline.gateway.arrow;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** The memory outside of the heap that record batches are made in: at most as much as the heap, for all of them. */
final class ArrowMemory {
    private ArrowMemory() {}

    /** Made at first use: Arrow looks into the JDK's buffers, which a JVM must allow when it starts. */
    private static final class Holder {
        static final BufferAllocator ALLOCATOR =
                new RootAllocator(Runtime.getRuntime().maxMemory());
    }

    /**
     * Where batches take their memory from.
     *
     * @throws StrandlineException {@code NOT_SUPPORTED} if this JVM does not allow it
     */
    static BufferAllocator allocator() {
        try {
            return Holder.ALLOCATOR;
        } catch (LinkageError e) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    "this gateway's JVM was not started for Arrow. Start it with server/bin/strandline, or with"
                            + " --add-opens=java.base/java.nio=ALL-UNNAMED.",
                    e);
        }
    }
}
