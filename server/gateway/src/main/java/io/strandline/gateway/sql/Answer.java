package io.strandline.gateway.sql;

import java.util.Iterator;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/**
 * What a statement answered: rows, or a count.
 *
 * <p>Row values are in Avatica's wire representation for the signature's columns (numbers, strings, booleans; a timestamp as
 * {@code long} milliseconds since the epoch in UTC; a date as {@code int} days; binary as {@code byte[]}; an array as
 * {@code List}), so that any of its codecs can write them.
 */
public interface Answer extends AutoCloseable {
    /** Columns of the rows; the statement's own signature, or for a count one without columns. */
    Meta.Signature signature();

    /** The count of a statement without rows; -1 if there are rows. */
    long updateCount();

    /** The rows, computed as they are read; reading them passes the statement's safe points. Empty for a count. */
    Iterator<Object[]> rows();

    /**
     * The same rows as SQL has them, for who writes values and not Avatica's messages. Read these or {@link #rows}, not both.
     *
     * @throws UnsupportedOperationException if it is none of a query's
     */
    default SqlRows sqlRows() {
        throw new UnsupportedOperationException("not the answer of a query");
    }

    /**
     * Rows in Calcite's representation: the wire's, but for binary as {@code ByteString}, rows as arrays or lists, and maps.
     *
     * @param type of a row
     */
    record SqlRows(RelDataType type, Iterator<@Nullable Object[]> rows) {}

    /** Stops what is still running and frees it. Idempotent, also from another thread. */
    @Override
    void close();
}
