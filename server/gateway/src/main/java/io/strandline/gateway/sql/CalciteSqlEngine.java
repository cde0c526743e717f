package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.parser.SqlProcedureCall;
import io.strandline.parser.SqlUse;
import io.strandline.parser.ddl.SqlTableStatement;
import io.strandline.sqlkit.SqlModule;
import java.util.List;
import org.apache.calcite.avatica.remote.TypedValue;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlExplain;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSetOption;
import org.jspecify.annotations.Nullable;

/** The engine: parses, tells kinds of statements apart, plans what is not planned yet, and codes every error. */
public final class CalciteSqlEngine implements SqlEngine {
    private final EngineLimits limits;
    private final CallPlanner calls;
    private final CalciteSchema root;
    private final QueryPlanner queries;
    private final PlanCache cache;

    /**
     * An engine over the tables of those modules.
     *
     * @param calls plans their procedures
     */
    public CalciteSqlEngine(List<SqlModule> modules, CallPlanner calls, EngineLimits limits) {
        this.limits = limits;
        this.calls = calls;
        this.root = RootSchema.of(modules);
        this.queries = new QueryPlanner(root);
        this.cache = new PlanCache(limits.planCacheSize());
    }

    @Override
    public PreparedSql prepare(String sql, SessionOptions options) {
        PlanCache.Key key = PlanCache.Key.of(sql, options);
        Plan known = cache.find(key);
        if (known != null) {
            return known;
        }
        if (sql.length() > limits.statementSize()) {
            throw new StrandlineException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "the statement has " + sql.length() + " characters, more than the " + limits.statementSize()
                            + " that limits.statement-size allows. Make it smaller, or raise the setting.");
        }
        Plan plan = plan(sql, options);
        cache.keep(key, plan);
        return plan;
    }

    private Plan plan(String sql, SessionOptions options) {
        SqlNode statement = null;
        try {
            statement = StatementParser.parse(sql, options.backticks());
            return plan(sql, statement, options);
        } catch (Throwable e) {
            throw StatementErrors.whilePlanning(e, statement, root, options);
        }
    }

    private Plan plan(String sql, SqlNode statement, SessionOptions options) {
        if (statement instanceof SqlProcedureCall call) {
            return calls.plan(sql, call, options, new Expressions());
        }
        if (statement instanceof SqlTableStatement change) {
            return calls.plan(sql, change, options);
        }
        if (statement instanceof SqlSetOption option) {
            return SetPlan.of(sql, option);
        }
        if (statement instanceof SqlUse use) {
            return SetPlan.of(sql, use, new Names(root, options));
        }
        if (statement instanceof SqlExplain explain) {
            return explain(sql, explain, options);
        }
        String shows = new ShowStatements(new Names(root, options), options).query(statement);
        if (shows != null) {
            return queries.plan(sql, StatementParser.parse(shows, false), options);
        }
        if (statement.isA(SqlKind.QUERY)) {
            return queries.plan(sql, statement, options);
        }
        throw UnsupportedStatements.error(statement);
    }

    private Plan explain(String sql, SqlExplain explain, SessionOptions options) {
        SqlNode explained = explain.getExplicandum();
        if (explained instanceof SqlProcedureCall call) {
            String text = calls.explain(calls.plan(sql, call, options, new Expressions()));
            return QueryPlan.explanation(sql, new JavaTypeFactoryImpl(StrandlineTypeSystem.INSTANCE), text);
        }
        if (explained instanceof SqlTableStatement change) {
            return calls.planExplanation(sql, change, options);
        }
        if (!explained.isA(SqlKind.QUERY)) {
            throw UnsupportedStatements.error(explained);
        }
        return queries.plan(sql, explain, options);
    }

    /** Expressions of one statement. */
    private final class Expressions implements ExpressionPlan.Planner {
        private final RelDataTypeFactory types = new JavaTypeFactoryImpl(StrandlineTypeSystem.INSTANCE);

        @Override
        public ExpressionPlan plan(SqlNode expression, SessionOptions options) {
            try {
                return ExpressionPlan.of(expression, query -> queries.plan(expression.toString(), query, options));
            } catch (Throwable e) {
                throw StatementErrors.whilePlanning(e, expression, root, options);
            }
        }

        @Override
        public RelDataTypeFactory types() {
            return types;
        }
    }

    @Override
    public Answer execute(PreparedSql prepared, List<@Nullable TypedValue> parameters, StatementExecution execution) {
        if (!(prepared instanceof Plan plan)) {
            throw new IllegalArgumentException("not prepared by this engine");
        }
        try {
            return plan.run(parameters, execution);
        } catch (Throwable e) {
            throw StatementErrors.whileRunning(e);
        }
    }
}
