package io.strandline.gateway.sql;

import io.strandline.sqlkit.ColumnBatches;
import java.util.List;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/**
 * Runs SQL. Stateless and thread-safe; what belongs to a session or to an execution comes in with the call. Every failure is
 * a {@link io.strandline.common.StrandlineException}, also those that Calcite throws as {@link Error}.
 */
public interface SqlEngine {
    /**
     * Parses, validates and plans a statement, or finds it planned (GW-7). Runs nothing; tables of the lake that it names are
     * looked up.
     *
     * @param execution who asks, and whether to go on
     * @throws io.strandline.common.StrandlineException {@code SYNTAX}, {@code NO_SUCH_TABLE} and the like
     */
    PreparedSql prepare(String sql, SessionOptions options, StatementExecution execution);

    /**
     * Runs a prepared statement once.
     *
     * @param parameters one for each {@code ?}, null for SQL NULL or one not set; converted to the wanted type here (GW-4)
     * @param execution identity, deadline and cancel flag of this run
     */
    Answer execute(PreparedSql prepared, List<@Nullable TypedValue> parameters, StatementExecution execution);

    /**
     * Runs a prepared statement once for all of its executions of a batch: they are one change.
     *
     * @param prepared one that {@link PreparedSql#batches}
     * @param batch for each execution its parameters, as {@link #execute} takes them
     * @return how many rows all of them changed
     */
    Answer executeBatch(PreparedSql prepared, List<List<@Nullable TypedValue>> batch, StatementExecution execution);

    /**
     * Writes batches of columns into a table, as one changing statement.
     *
     * @param table its name, part by part, as the session would write it
     * @return how many rows were written
     */
    Answer ingest(List<String> table, ColumnBatches batches, SessionOptions options, StatementExecution execution);
}
