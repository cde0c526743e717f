package io.strandline.sink;

import org.apache.arrow.vector.VectorSchemaRoot;

/** Takes columns without making rows of them (SNK-3). */
public interface ColumnarGroup {
    /**
     * Writes a batch, as {@link SinkDriver#write} does a page. Its vectors stay inside of their buffers; what is in these may be
     * anything, text that is no UTF-8 among it. The batch stays the caller's, who uses it again.
     */
    PageReport write(VectorSchemaRoot batch, RowPolicy policy, WriteCall call);
}
