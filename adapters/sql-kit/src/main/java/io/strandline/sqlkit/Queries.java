package io.strandline.sqlkit;

import io.strandline.common.CallContext;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks queries for a module within a statement: as its caller, in its session, and ended with it. Thread-safe. */
@FunctionalInterface
public interface Queries {
    /** What a query gives, to be closed. */
    interface Result extends AutoCloseable {
        /** Names of the columns, in order. */
        List<String> columns();

        /** The rows as they are read: values of the Java classes of SQL's types, times in milliseconds. */
        Iterator<@Nullable Object[]> rows();

        @Override
        void close();
    }

    /**
     * Asks a query.
     *
     * @throws io.strandline.common.StrandlineException {@code READ_ONLY} if it is no query, and whatever it fails of
     */
    Result ask(String sql, CallContext call);
}
