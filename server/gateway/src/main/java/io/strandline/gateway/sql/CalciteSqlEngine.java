package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.SqlModule;
import io.strandline.store.Journal;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.avatica.remote.TypedValue;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** The engine: parses, tells kinds of statements apart, plans what is not planned yet, and codes every error. */
final class CalciteSqlEngine implements SqlEngine {
    private final EngineLimits limits;
    private final Journal journal;
    private final QueryPlanner queries;
    private final PlanCache cache;
    private final CalciteSchema root;

    CalciteSqlEngine(List<SqlModule> modules, Journal journal, EngineLimits limits) {
        this.journal = journal;
        this.limits = limits;
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
            statement = StatementParser.parse(sql);
            if (statement.isA(SqlKind.QUERY) || statement.getKind() == SqlKind.EXPLAIN) {
                return queries.plan(sql, statement, options);
            }
            Objects.requireNonNull(journal);
            throw new StrandlineException(ErrorCode.NOT_SUPPORTED, statement.getKind().sql + " is not supported");
        } catch (Throwable e) {
            throw StatementErrors.whilePlanning(e, statement, root, options);
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
