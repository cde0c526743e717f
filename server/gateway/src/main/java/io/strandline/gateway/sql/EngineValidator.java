package io.strandline.gateway.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.prepare.CalciteSqlValidator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/** Calcite's validator, to which a parameter of no known type is text (GW-4). Used for one statement. */
final class EngineValidator extends CalciteSqlValidator {
    EngineValidator(PlanningContext context, CalciteCatalogReader catalog) {
        super(
                new Functions(SqlOperatorTables.chain(
                        context.config().fun(SqlOperatorTable.class, SqlStdOperatorTable.instance()), catalog)),
                catalog,
                context.getTypeFactory(),
                Config.DEFAULT
                        .withConformance(context.config().conformance())
                        .withDefaultNullCollation(context.config().defaultNullCollation())
                        .withIdentifierExpansion(true));
    }

    @Override
    protected void inferUnknownTypes(RelDataType inferredType, SqlValidatorScope scope, SqlNode node) {
        boolean untyped = node instanceof SqlDynamicParam && inferredType.equals(unknownType);
        super.inferUnknownTypes(untyped ? typeFactory.createSqlType(SqlTypeName.VARCHAR) : inferredType, scope, node);
    }

    /** A parameter that a rewrite has doubled (COALESCE becomes CASE) has one type, the one that is not text if any is. */
    @Override
    public SqlNode validate(SqlNode topNode) {
        SqlNode validated = super.validate(topNode);
        parameters(validated).values().forEach(nodes -> {
            RelDataType type = typeOf(nodes);
            nodes.forEach(node -> setValidatedNodeType(node, type));
        });
        return validated;
    }

    /** The type each parameter of a validated statement wants, by number. */
    List<RelDataType> parameterTypes(SqlNode statement) {
        return parameters(statement).values().stream().map(this::typeOf).toList();
    }

    private RelDataType typeOf(List<SqlDynamicParam> nodes) {
        List<RelDataType> types = nodes.stream().map(this::getValidatedNodeType).toList();
        return types.stream()
                .filter(type -> type.getSqlTypeName() != SqlTypeName.VARCHAR)
                .findFirst()
                .orElse(types.get(0));
    }

    private static Map<Integer, List<SqlDynamicParam>> parameters(SqlNode statement) {
        Map<Integer, List<SqlDynamicParam>> parameters = new TreeMap<>();
        statement.accept(new SqlBasicVisitor<@Nullable Void>() {
            @Override
            public @Nullable Void visit(SqlDynamicParam param) {
                parameters
                        .computeIfAbsent(param.getIndex(), index -> new ArrayList<>())
                        .add(param);
                return null;
            }
        });
        return parameters;
    }
}
