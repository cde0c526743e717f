package io.strandline.gateway.sql;

import io.strandline.parser.SqlProcedureCall;

/** Makes plans of calls. Stateless and thread-safe. */
public interface CallPlanner {
    /**
     * Resolves the procedure and binds its arguments, so far as they are known; runs nothing.
     *
     * @param expressions plans arguments that are more than a literal or a parameter
     */
    Plan plan(String sql, SqlProcedureCall call, SessionOptions options, ExpressionPlan.Planner expressions);

    /** Says what a plan of this planner's would do, for EXPLAIN. */
    String explain(Plan plan);
}
