package io.strandline.sqlkit.calcite;

import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.tree.Blocks;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;

/**
 * The one scan operator: reads a virtual table in Calcite's enumerable convention, with the columns, conditions, order and
 * limit that the planner pushed into it.
 */
final class StrandlineScan extends ScanNode implements EnumerableRel {
    private StrandlineScan(RelOptCluster cluster, RelTraitSet traits, Of table, ScanSpec spec) {
        super(cluster, traits, table, spec);
    }

    /** Reads what that scan is to read. */
    static StrandlineScan of(LogicalScan scan) {
        return new StrandlineScan(
                scan.getCluster(),
                scan.getTraitSet().replace(EnumerableConvention.INSTANCE),
                scan.table(),
                scan.spec());
    }

    @Override
    public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
        return new StrandlineScan(getCluster(), traitSet, table(), spec());
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer preference) {
        PhysType row = PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), JavaRowFormat.ARRAY);
        return implementor.result(
                row,
                Blocks.toBlock(Expressions.call(
                        implementor.stash(ScanPlan.of(spec()), ScanPlan.class),
                        ScanPlan.READ,
                        Expressions.parameter(DataContext.class, DataContext.ROOT.name))));
    }
}
