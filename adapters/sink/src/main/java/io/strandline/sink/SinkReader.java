package io.strandline.sink;

import io.strandline.common.CallContext;
import io.strandline.sqlkit.Condition;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a destination, so that SQL can. Thread-safe. */
public interface SinkReader {
    /**
     * The rows as they are read, in no order; to be closed.
     *
     * @param columns of the destination as {@link SinkDriver#currentSchema} gives them; those that are wanted, in this order
     * @param conditions a help: who asks looks at them again on each row, so those that save work are used, and others passed over
     * @return for each row a value of the class of each column's type, or null
     * @throws io.strandline.common.StrandlineException {@code BACKEND}, also where the stream comes to it
     */
    Stream<@Nullable Object[]> read(List<RowSchema.Column> columns, List<Condition> conditions, CallContext call);
}
