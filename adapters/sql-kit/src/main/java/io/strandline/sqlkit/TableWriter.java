package io.strandline.sqlkit;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes the rows that INSERT, UPDATE and DELETE change in one table. Thread-safe, without state of an execution.
 *
 * <p>The statement is a changing one (GW-1): what is written goes through {@link CallContext#effects}. Who may write is checked
 * here, at each execution (GW-3), before a row is asked for.
 */
public interface TableWriter {
    /**
     * The columns that identify a row for this statement, which UPDATE and DELETE must name.
     *
     * @return in order; empty if there is no such key
     */
    List<String> key(CallContext call);

    /**
     * Writes the rows, or nothing: rows are asked for as they are written, so that memory does not grow with their number.
     *
     * @param rows for each the values of the request's columns, in their order: of the Java class of the column's type, with
     *     every digit that the statement has, or null. What asking for one throws ends the writing, and nothing is left of it
     * @return how many rows the statement changed, as its update count
     * @throws io.strandline.common.StrandlineException {@code NOT_ALLOWED}, {@code REFUSED}, {@code BAD_VALUE} naming the row
     *     and the column, {@code LOSES_PRECISION}, {@code CONFLICT}, {@code OUTCOME_UNKNOWN}, {@code BACKEND}
     */
    long write(WriteRequest request, Iterator<@Nullable Object[]> rows, CallContext call);

    /**
     * Writes batches of columns as {@link #write} does rows of an INSERT, named by the names of their columns.
     *
     * @throws io.strandline.common.StrandlineException as {@link #write}; {@code NO_SUCH_COLUMN}, {@code BAD_ARGUMENT} naming a
     *     column of a type that the table's does not take
     */
    default long write(ColumnBatches batches, CallContext call) {
        throw new StrandlineException(
                ErrorCode.NOT_SUPPORTED, "this table takes no columns. INSERT rows into it over JDBC.");
    }
}
