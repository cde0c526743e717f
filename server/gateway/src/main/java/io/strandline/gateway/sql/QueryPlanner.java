package io.strandline.gateway.sql;

import static java.util.Objects.requireNonNull;

import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.calcite.BareColumns;
import io.strandline.sqlkit.calcite.EndlessScans;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableInterpretable;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.prepare.CalcitePrepareImpl;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.sql.SqlExplainFormat;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.util.TryThreadLocal;
import org.jspecify.annotations.Nullable;

/** Makes of a parsed query a plan that runs any number of times. Stateless and thread-safe. */
final class QueryPlanner {
    private static final EnginePrepare PREPARE = new EnginePrepare();

    /**
     * A query whose rows are to be written.
     *
     * @param bare for each column the table's, where its values can be taken from the rows of its one scan
     * @param fine for each column whether its values, as Calcite gives them, may have lost digits of a time
     * @param text the plan, as EXPLAIN shows it
     */
    record Source(QueryPlan plan, List<@Nullable Column<?>> bare, List<Boolean> fine, String text) {}

    /** Validates, optimises and compiles a query or an EXPLAIN of one. Throws what Calcite throws. */
    QueryPlan plan(String sql, SqlNode parsed, SessionOptions options, StatementSchemas schemas) {
        return source(sql, parsed, options, schemas, false).plan();
    }

    /** The same for a query whose rows are to be written, with what is to be known of where its columns come from. */
    Source source(String sql, SqlNode parsed, SessionOptions options, StatementSchemas schemas) {
        return source(sql, parsed, options, schemas, true);
    }

    @SuppressWarnings("try")
    private Source source(
            String sql, SqlNode parsed, SessionOptions options, StatementSchemas schemas, boolean writes) {
        FineTimes.refuseIn(parsed);
        SqlNode named = TableVersions.name(parsed, schemas, options);
        schemas.expect(named, options.schema());
        SqlNode statement = LocalTimeLiterals.read(FunctionAliases.resolve(named), options.timeZone());
        PlanningContext context = new PlanningContext(schemas.root(), options);
        Preparing preparing = new Preparing(context, writes);
        try (TryThreadLocal.Memo trim = Prepare.THREAD_TRIM.push(true);
                TryThreadLocal.Memo in = Prepare.THREAD_INSUBQUERY_THRESHOLD.push(Integer.MAX_VALUE)) {
            boolean explain = statement.getKind() == SqlKind.EXPLAIN;
            EngineValidator validator = new EngineValidator(context, new SessionCatalogReader(context));
            Prepare.PreparedResult result = preparing.prepareSql(statement, Object.class, validator, true);
            List<RelDataType> parameters = validator.parameterTypes(statement);
            if (explain) {
                return new Source(
                        QueryPlan.explanation(sql, context.getTypeFactory(), result.getCode()),
                        List.of(),
                        List.of(),
                        "");
            }
            RelDataType row = validator.getValidatedNodeType(statement);
            WireColumns columns = WireColumns.of(row, result.getFieldOrigins());
            QueryPlan plan = new QueryPlan(
                    StatementKind.SELECT,
                    row,
                    columns,
                    columns.signature(sql, parameters, Meta.StatementType.SELECT),
                    parameters,
                    context.getTypeFactory(),
                    Map.copyOf(preparing.stashed),
                    result.getBindable(Meta.CursorFactory.ARRAY),
                    preparing.endless,
                    preparing.fetch,
                    new ConstantFailure());
            return new Source(plan, preparing.bare, preparing.fine, preparing.text);
        }
    }

    /** One statement being prepared. Unlike its parent's, what code is compiled with can be had afterwards. */
    private static final class Preparing extends CalcitePrepareImpl.CalcitePreparingStmt {
        private final PlanningContext planning;
        private final Map<String, Object> stashed = new LinkedHashMap<>();
        private final boolean writes;
        private boolean endless;
        private @Nullable RexNode fetch;
        private List<@Nullable Column<?>> bare = List.of();
        private List<Boolean> fine = List.of();
        private String text = "";

        Preparing(PlanningContext planning, boolean writes) {
            super(
                    PREPARE,
                    planning,
                    new SessionCatalogReader(planning),
                    planning.getTypeFactory(),
                    planning.getRootSchema(),
                    EnumerableRel.Prefer.ARRAY,
                    PREPARE.newCluster(planning),
                    EnumerableConvention.INSTANCE,
                    PREPARE.convertlets());
            this.planning = planning;
            this.writes = writes;
        }

        @Override
        protected SqlValidator createSqlValidator(
                Prepare.CatalogReader catalog, UnaryOperator<SqlValidator.Config> transform) {
            return new EngineValidator(planning, (SessionCatalogReader) catalog);
        }

        /** The first step after conversion: what depends on the session. */
        @Override
        public RelNode flattenTypes(RelNode rootRel, boolean restructure) {
            fine = writes ? FineOrigins.of(rootRel) : List.of();
            return super.flattenTypes(rootRel, restructure)
                    .accept(new SessionRewrite(rexBuilder, planning.getDefaultSchemaPath()));
        }

        @Override
        protected PreparedResult implement(RelRoot root) {
            EnumerableRel plan = withoutHiddenColumns(root);
            endless = EndlessScans.in(plan);
            fetch = EndlessScans.fetch(plan);
            if (writes) {
                bare = BareColumns.of(plan);
                text = RelOptUtil.dumpPlan("", plan, SqlExplainFormat.TEXT, SqlExplainLevel.EXPPLAN_ATTRIBUTES);
            }
            stashed.put("_conformance", planning.config().conformance());
            Bindable<?> bindable =
                    EnumerableInterpretable.toBindable(stashed, planning.spark(), plan, EnumerableRel.Prefer.ARRAY);
            return new PreparedResultImpl(
                    root.rel.getRowType(),
                    requireNonNull(parameterRowType),
                    requireNonNull(fieldOrigins),
                    List.of(),
                    root.rel,
                    null,
                    false) {
                @Override
                public String getCode() {
                    throw new UnsupportedOperationException();
                }

                @Override
                public Bindable<?> getBindable(Meta.CursorFactory cursorFactory) {
                    return bindable;
                }

                @Override
                public Class<?> getElementType() {
                    return Object[].class;
                }
            };
        }

        /** Columns that only ORDER BY names are dropped after sorting. */
        private static EnumerableRel withoutHiddenColumns(RelRoot root) {
            EnumerableRel plan = (EnumerableRel) root.rel;
            if (root.isRefTrivial()) {
                return plan;
            }
            RexBuilder rex = plan.getCluster().getRexBuilder();
            List<RexNode> shown = root.fields.stream()
                    .<RexNode>map(field -> rex.makeInputRef(plan, field.getKey()))
                    .toList();
            RexProgram program = RexProgram.create(plan.getRowType(), shown, null, root.validatedRowType, rex);
            return EnumerableCalc.create(plan, program);
        }
    }
}
