package io.strandline.gateway.sql;

import io.strandline.sqlkit.calcite.StrandlineRules;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.interpreter.Bindables;
import org.apache.calcite.jdbc.CalcitePrepare;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptCostFactory;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.prepare.CalcitePrepareImpl;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.jspecify.annotations.Nullable;

/** Calcite's planner with our scan rules, without its interpreter. Stateless. */
final class EnginePrepare extends CalcitePrepareImpl {
    RelOptCluster newCluster(PlanningContext context) {
        return createCluster(createPlanner(context), new EngineRexBuilder(context.getTypeFactory()));
    }

    SqlRexConvertletTable convertlets() {
        return createConvertletTable();
    }

    @Override
    protected RelOptPlanner createPlanner(
            CalcitePrepare.Context prepareContext,
            org.apache.calcite.plan.@Nullable Context externalContext,
            @Nullable RelOptCostFactory costFactory) {
        RelOptPlanner planner = super.createPlanner(prepareContext, externalContext, costFactory);
        planner.removeRule(Bindables.BINDABLE_TABLE_SCAN_RULE);
        planner.removeRule(EnumerableRules.TO_INTERPRETER);
        planner.removeRule(CoreRules.PROJECT_TABLE_SCAN);
        planner.removeRule(CoreRules.PROJECT_INTERPRETER_TABLE_SCAN);
        StrandlineRules.all().forEach(planner::addRule);
        return planner;
    }
}
