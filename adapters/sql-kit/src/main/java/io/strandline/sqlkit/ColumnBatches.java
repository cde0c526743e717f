package io.strandline.sqlkit;

import java.util.Optional;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Rows as Arrow's columns, one batch after the other, each loaded as it is asked for. Used by one thread. */
public interface ColumnBatches {
    /** The columns; their values are those of the batch that was loaded last. Not to be closed by who reads it. */
    VectorSchemaRoot root();

    /**
     * Loads the next batch.
     *
     * @return false if there is none
     * @throws io.strandline.common.StrandlineException {@code BAD_MESSAGE} if what comes is no such batch, {@code CANCELLED} if
     *     nothing comes any more
     */
    boolean next();

    /**
     * What tells these bytes from others, those that follow included: what is not read yet is read, and no batch can be loaded
     * after that.
     *
     * @return empty where nobody will ask whether they come again
     */
    Optional<String> digest();
}
