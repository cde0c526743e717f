package io.strandline.sqlkit.calcite;

import java.util.function.Function;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.tools.RelBuilderFactory;
import org.jspecify.annotations.Nullable;

/** Configuration of a planner rule: what it matches and what makes it. Builders of others are not taken. */
record RuleConfig(
        String description, RelRule.OperandTransform operandSupplier, Function<RuleConfig, ? extends RelOptRule> maker)
        implements RelRule.Config {
    @Override
    public RelOptRule toRule() {
        return maker.apply(this);
    }

    @Override
    public RelRule.Config withRelBuilderFactory(RelBuilderFactory factory) {
        return this;
    }

    @Override
    public RelRule.Config withDescription(@Nullable String other) {
        return other == null ? this : new RuleConfig(other, operandSupplier, maker);
    }

    @Override
    public RelRule.Config withOperandSupplier(RelRule.OperandTransform other) {
        return new RuleConfig(description, other, maker);
    }
}
