package io.strandline.sqlkit.calcite;

import java.util.List;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalTableScan;

/** A scan while the planner still moves things into it. */
final class LogicalScan extends ScanNode {
    private LogicalScan(RelOptCluster cluster, RelTraitSet traits, Of table, ScanSpec spec) {
        super(cluster, traits, table, spec);
    }

    /** A scan of everything. */
    static LogicalScan of(LogicalTableScan scan, StrandlineTable table) {
        return new LogicalScan(
                scan.getCluster(),
                scan.getCluster().traitSetOf(Convention.NONE),
                new Of(scan.getTable().getQualifiedName(), scan.getRowType()),
                ScanSpec.all(table.descriptor()));
    }

    /** The same scan of something else of the same table. */
    LogicalScan reading(ScanSpec other) {
        return new LogicalScan(getCluster(), getTraitSet(), table(), other);
    }

    /** The same scan of something that comes in that order of its own columns. */
    LogicalScan reading(ScanSpec other, RelCollation order) {
        RelTraitSet sorted = getTraitSet().replaceIf(RelCollationTraitDef.INSTANCE, () -> order);
        return new LogicalScan(getCluster(), sorted, table(), other);
    }

    @Override
    public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
        return new LogicalScan(getCluster(), traitSet, table(), spec());
    }
}
