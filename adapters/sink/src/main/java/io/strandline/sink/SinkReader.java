package io.strandline.sink;

import io.strandline.common.CallContext;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a destination, so that SQL can. Thread-safe. */
public interface SinkReader {
    /**
     * The rows as they are read, in no order; to be closed.
     *
     * @param columns of the destination as {@link SinkDriver#currentSchema} gives them; those that are wanted, in this order
     * @return for each row a value of the class of each column's type, or null
     * @throws io.strandline.common.StrandlineException {@code BACKEND}, also where the stream comes to it
     */
    Stream<@Nullable Object[]> read(List<RowSchema.Column> columns, CallContext call);
}
