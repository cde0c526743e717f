package io.strandline.gateway.sql;

import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.prepare.CalciteSqlValidator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/** Calcite's validator, to which a parameter of no known type is text (GW-4). Used for one statement. */
final class EngineValidator extends CalciteSqlValidator {
    EngineValidator(PlanningContext context, CalciteCatalogReader catalog) {
        super(
                SqlOperatorTables.chain(
                        context.config()
                                .fun(SqlOperatorTable.class, org.apache.calcite.sql.fun.SqlStdOperatorTable.instance()),
                        catalog),
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
}
