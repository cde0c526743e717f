package io.strandline.sqlkit.calcite;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.mapping.Mappings;

/** Columns that an aggregate does not look at are not read: {@code count(*)} reads one. */
final class AggregateIntoScan extends RelRule<RuleConfig> {
    static final RuleConfig CONFIG = new RuleConfig(
            "StrandlineAggregateIntoScan",
            b -> b.operand(LogicalAggregate.class)
                    .oneInput(input -> input.operand(LogicalScan.class)
                            .predicate(scan -> scan.spec().sort().isEmpty()
                                    && scan.spec().columns().size() > 1)
                            .noInputs()),
            AggregateIntoScan::new);

    private AggregateIntoScan(RuleConfig config) {
        super(config);
    }

    @Override
    public void onMatch(RelOptRuleCall call) {
        Aggregate aggregate = call.rel(0);
        LogicalScan scan = call.rel(1);
        ImmutableBitSet used = ImmutableBitSet.of(RelOptUtil.getAllFields(aggregate));
        // A row must have a column to be counted by.
        List<Integer> kept = used.isEmpty() ? List.of(0) : used.asList();
        int width = scan.getRowType().getFieldCount();
        if (kept.size() == width) {
            return;
        }
        Map<Integer, Integer> places = new HashMap<>();
        kept.forEach(column -> places.put(column, places.size()));
        Mappings.TargetMapping mapping = Mappings.target(places, width, kept.size());
        List<AggregateCall> calls = aggregate.getAggCallList().stream()
                .map(each -> each.transform(mapping))
                .toList();
        call.transformTo(aggregate.copy(
                aggregate.getTraitSet(),
                scan.reading(scan.spec().project(kept)),
                aggregate.getGroupSet().permute(places),
                ImmutableBitSet.ORDERING.immutableSortedCopy(ImmutableBitSet.permute(aggregate.getGroupSets(), places)),
                calls));
    }
}
