package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.parser.SqlProcedureCall;
import io.strandline.parser.SqlUse;
import io.strandline.parser.ddl.SqlTableStatement;
import io.strandline.sqlkit.ColumnBatches;
import io.strandline.sqlkit.SqlModule;
import java.util.List;
import org.apache.calcite.avatica.remote.TypedValue;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlExplain;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSetOption;
import org.apache.calcite.sql.SqlUpdate;
import org.jspecify.annotations.Nullable;

/** The engine: parses, tells kinds of statements apart, plans what is not planned yet, and codes every error. */
public final class CalciteSqlEngine implements SqlEngine {
    private final EngineLimits limits;
    private final CallPlanner calls;
    private final RootSchema root;
    private final QueryPlanner queries = new QueryPlanner();
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
        this.cache = new PlanCache(limits.planCacheSize());
    }

    @Override
    public PreparedSql prepare(String sql, SessionOptions options, StatementExecution execution) {
        PlanCache.Key key = PlanCache.Key.of(sql, options);
        try (StatementCall call = new StatementCall(execution, null)) {
            Plan known = cache.find(key, call);
            if (known != null) {
                return known;
            }
            if (sql.length() > limits.statementSize()) {
                throw new StrandlineException(
                        ErrorCode.LIMIT_EXCEEDED,
                        "the statement has " + sql.length() + " characters, more than the " + limits.statementSize()
                                + " that limits.statement-size allows. Make it smaller, or raise the setting.");
            }
            StatementSchemas schemas = root.of(call);
            Plan plan = plan(sql, options, schemas);
            cache.keep(key, plan, schemas.used());
            return plan;
        }
    }

    private Plan plan(String sql, SessionOptions options, StatementSchemas schemas) {
        SqlNode statement = null;
        try {
            statement = StatementParser.parse(sql, options.backticks());
            return plan(sql, statement, options, schemas);
        } catch (Throwable e) {
            throw StatementErrors.whilePlanning(e, statement, schemas, options);
        }
    }

    private Plan plan(String sql, SqlNode statement, SessionOptions options, StatementSchemas schemas) {
        if (statement instanceof SqlProcedureCall call) {
            return calls.plan(sql, call, options, new Expressions(schemas));
        }
        if (statement instanceof SqlTableStatement change) {
            return calls.plan(sql, change, options);
        }
        if (statement instanceof SqlSetOption option) {
            return SetPlan.of(sql, option);
        }
        if (statement instanceof SqlUse use) {
            return SetPlan.of(sql, use, new Names(schemas, options));
        }
        if (statement instanceof SqlExplain explain) {
            return explain(sql, explain, options, schemas);
        }
        String shows = new ShowStatements(new Names(schemas, options), options).query(statement);
        if (shows != null) {
            return queries.plan(sql, StatementParser.parse(shows, false), options, schemas);
        }
        if (statement.isA(SqlKind.QUERY)) {
            return queries.plan(sql, statement, options, schemas);
        }
        WritePlan write = write(sql, statement, options, schemas);
        if (write != null) {
            return write;
        }
        throw UnsupportedStatements.error(statement, new Names(schemas, options)::isOfTheLake);
    }

    private @Nullable WritePlan write(String sql, SqlNode statement, SessionOptions options, StatementSchemas schemas) {
        WritePlanner writes = new WritePlanner(sql, options, schemas, queries, calls.changes());
        if (statement instanceof SqlInsert insert) {
            return writes.plan(insert);
        }
        if (statement instanceof SqlUpdate update) {
            return writes.plan(update);
        }
        return statement instanceof SqlDelete delete ? writes.plan(delete) : null;
    }

    private Plan explain(String sql, SqlExplain explain, SessionOptions options, StatementSchemas schemas) {
        SqlNode explained = explain.getExplicandum();
        if (explained instanceof SqlProcedureCall call) {
            String text = calls.explain(calls.plan(sql, call, options, new Expressions(schemas)));
            return QueryPlan.explanation(sql, new JavaTypeFactoryImpl(StrandlineTypeSystem.INSTANCE), text);
        }
        if (explained instanceof SqlTableStatement change) {
            return calls.planExplanation(sql, change, options);
        }
        WritePlan write = write(sql, explained, options, schemas);
        if (write != null) {
            return QueryPlan.explanation(
                    sql, new JavaTypeFactoryImpl(StrandlineTypeSystem.INSTANCE), write.explained());
        }
        if (!explained.isA(SqlKind.QUERY)) {
            throw UnsupportedStatements.error(explained, new Names(schemas, options)::isOfTheLake);
        }
        return queries.plan(sql, explain, options, schemas);
    }

    /** Expressions of one statement. */
    private final class Expressions implements ExpressionPlan.Planner {
        private final StatementSchemas schemas;
        private final RelDataTypeFactory types = new JavaTypeFactoryImpl(StrandlineTypeSystem.INSTANCE);

        Expressions(StatementSchemas schemas) {
            this.schemas = schemas;
        }

        @Override
        public ExpressionPlan plan(SqlNode expression, SessionOptions options) {
            try {
                return ExpressionPlan.of(
                        expression, query -> queries.plan(expression.toString(), query, options, schemas));
            } catch (Throwable e) {
                throw StatementErrors.whilePlanning(e, expression, schemas, options);
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

    @Override
    public Answer executeBatch(
            PreparedSql prepared, List<List<@Nullable TypedValue>> batch, StatementExecution execution) {
        if (!(prepared instanceof BatchPlan plan)) {
            throw new IllegalArgumentException("not a statement whose batches are one change");
        }
        try {
            return plan.runBatch(batch, execution);
        } catch (Throwable e) {
            throw StatementErrors.whileRunning(e);
        }
    }

    @Override
    public Answer ingest(
            List<String> table, ColumnBatches batches, SessionOptions options, StatementExecution execution) {
        try (StatementCall call = new StatementCall(execution, null)) {
            IngestRun run =
                    new WritePlanner("", options, root.of(call), queries, calls.changes()).ingest(table, batches);
            execution.calling(run.name(), SqlNames.dotted(run.place()));
            return calls.changes().run(run, execution);
        } catch (Throwable e) {
            throw StatementErrors.whileRunning(e);
        }
    }
}
