package io.strandline.gateway.sql;

import io.strandline.parser.SqlProcedureCall;
import io.strandline.parser.ddl.SqlTableStatement;

/** Makes plans of calls. Stateless and thread-safe. */
public interface CallPlanner {
    /**
     * Resolves the procedure and binds its arguments, so far as they are known; runs nothing.
     *
     * @param expressions plans arguments that are more than a literal or a parameter
     */
    Plan plan(String sql, SqlProcedureCall call, SessionOptions options, ExpressionPlan.Planner expressions);

    /** Reads what a statement says of a table; looks at none and runs nothing. */
    Plan plan(String sql, SqlTableStatement statement, SessionOptions options);

    /** Plans to say what such a statement would do, at each run anew. */
    Plan planExplanation(String sql, SqlTableStatement statement, SessionOptions options);

    /** Says what a plan of this planner's would do, for EXPLAIN. */
    String explain(Plan plan);

    /** Runs what changes something. */
    ChangeRunner changes();
}
