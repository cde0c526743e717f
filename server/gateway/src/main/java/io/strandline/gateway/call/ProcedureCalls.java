package io.strandline.gateway.call;

import io.strandline.common.Text;
import io.strandline.gateway.sql.Background;
import io.strandline.gateway.sql.CallPlanner;
import io.strandline.gateway.sql.ChangeRunner;
import io.strandline.gateway.sql.EngineLimits;
import io.strandline.gateway.sql.ExpressionPlan;
import io.strandline.gateway.sql.Plan;
import io.strandline.gateway.sql.SessionOptions;
import io.strandline.gateway.sql.StatementKind;
import io.strandline.gateway.sql.WireColumns;
import io.strandline.parser.SqlProcedureCall;
import io.strandline.parser.ddl.SqlTableStatement;
import io.strandline.sqlkit.Parameter;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.calcite.CalciteTypes;
import io.strandline.sqlkit.calcite.RowReader;
import io.strandline.store.Journal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.jspecify.annotations.Nullable;

/** Plans calls: finds the procedure, binds arguments to its parameters. */
public final class ProcedureCalls implements CallPlanner {
    private final ProcedureCatalog procedures;
    private final ChangingCall changing;
    private final JobStart jobs;
    private final TableStatementCalls statements;

    /**
     * Calls of those procedures.
     *
     * @param journal where changing ones are journaled
     * @param background runs those that ask for it
     */
    public ProcedureCalls(ProcedureCatalog procedures, Journal journal, EngineLimits limits, Background background) {
        this.procedures = procedures;
        this.changing = new ChangingCall(journal, limits.callRows());
        this.jobs = new JobStart(changing, background);
        this.statements = new TableStatementCalls(procedures, changing);
    }

    @Override
    public Plan plan(String sql, SqlProcedureCall call, SessionOptions options, ExpressionPlan.Planner expressions) {
        ProcedureCatalog.Found found = procedures.find(call.name().names, options.schema());
        ArgumentReader reader = new ArgumentReader(expressions, options, found.qualifiedName());
        Map<Parameter, ArgumentSource> sources = new ArgumentBinder(found, reader).bind(call.arguments());
        CallPlan<?> plan = plan(sql, found, found.procedure(), sources, expressions.types());
        return found.procedure().mayRunInBackground() && JobPlan.isWanted(found.qualifiedName(), sources)
                ? JobPlan.of(plan, jobs, expressions.types())
                : plan;
    }

    private <R> CallPlan<R> plan(
            String sql,
            ProcedureCatalog.Found found,
            Procedure<R> procedure,
            Map<Parameter, ArgumentSource> sources,
            RelDataTypeFactory types) {
        List<RelDataType> parameters = new ParameterTypes(types).of(sources);
        List<@Nullable List<String>> origins =
                Collections.nCopies(procedure.columns().size(), null);
        WireColumns columns = WireColumns.of(CalciteTypes.row(procedure.columns(), types), origins);
        return new CallPlan<>(
                StatementKind.CALL,
                sql,
                found.qualifiedName(),
                procedure,
                new ArgumentValues(found.qualifiedName(), sources, types),
                parameters,
                columns,
                columns.signature(sql, parameters, Meta.StatementType.SELECT),
                RowReader.of(found.qualifiedName(), procedure.columns()),
                changing);
    }

    @Override
    public Plan plan(String sql, SqlTableStatement statement, SessionOptions options) {
        return statements.plan(sql, statement.statement(), options, false);
    }

    @Override
    public Plan planExplanation(String sql, SqlTableStatement statement, SessionOptions options) {
        return new TableStatementExplained(sql, statements.plan(sql, statement.statement(), options, true));
    }

    @Override
    public String explain(Plan plan) {
        CallPlan<?> call = plan instanceof JobPlan<?> job ? job.call() : (CallPlan<?>) plan;
        return "Call(procedure=[strandline." + call.name() + "], arguments=["
                + call.arguments().given() + "], defaults=["
                + call.arguments().defaults() + "], role=["
                + Text.lower(call.procedure().role().name()) + "], changes=[" + call.changes() + "])\n";
    }

    @Override
    public ChangeRunner changes() {
        return changing;
    }
}
