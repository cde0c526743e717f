package io.strandline.sqlkit.calcite;

import static java.util.Objects.requireNonNull;

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
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;

/**
 * The one scan operator: reads a virtual table in Calcite's enumerable convention, with the columns, conditions, order and
 * limit that the planner pushed into it.
 *
 * <p>Not a {@link org.apache.calcite.rel.core.TableScan}, because Calcite's metadata takes the columns of one for those of the
 * table, and these may be fewer.
 */
final class StrandlineScan extends AbstractRelNode implements EnumerableRel {
    private static final double ROWS = 1000;
    private static final double KEPT_BY_A_CONDITION = 0.1;

    private final RelDataType tableRow;
    private final List<String> tableName;
    private final ScanSpec spec;

    private StrandlineScan(
            RelOptCluster cluster, RelTraitSet traits, List<String> tableName, RelDataType tableRow, ScanSpec spec) {
        super(cluster, traits);
        this.tableName = tableName;
        this.tableRow = tableRow;
        this.spec = spec;
        this.rowType = rowOf(cluster.getTypeFactory(), tableRow, spec);
    }

    /** A scan of everything. */
    static StrandlineScan of(
            RelOptCluster cluster, List<String> tableName, RelDataType tableRow, StrandlineTable table) {
        return new StrandlineScan(
                cluster,
                cluster.traitSetOf(EnumerableConvention.INSTANCE),
                tableName,
                tableRow,
                ScanSpec.all(table.descriptor()));
    }

    private static RelDataType rowOf(RelDataTypeFactory factory, RelDataType tableRow, ScanSpec spec) {
        RelDataTypeFactory.Builder row = factory.builder();
        for (int ordinal : spec.columns()) {
            RelDataTypeField field = tableRow.getFieldList().get(ordinal);
            row.add(field.getName(), field.getType());
        }
        return row.build();
    }

    /** What it reads. */
    ScanSpec spec() {
        return spec;
    }

    /** The same scan of something else of the same table. */
    StrandlineScan reading(ScanSpec other) {
        return new StrandlineScan(getCluster(), getTraitSet(), tableName, tableRow, other);
    }

    /** The same scan of something that comes in that order of its own columns. */
    StrandlineScan reading(ScanSpec other, RelCollation order) {
        RelTraitSet sorted = getTraitSet().replaceIf(RelCollationTraitDef.INSTANCE, () -> order);
        return new StrandlineScan(getCluster(), sorted, tableName, tableRow, other);
    }

    @Override
    public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
        return new StrandlineScan(getCluster(), traitSet, tableName, tableRow, spec);
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer)
                .item("table", String.join(".", tableName))
                .itemIf("columns", "[" + spec.columnsText() + "]", !spec.isAllColumns())
                .itemIf(
                        "conditions",
                        "[" + spec.conditionsText() + "]",
                        !spec.conditions().isEmpty())
                .itemIf("sort", "[" + spec.sortText() + "]", !spec.sort().isEmpty())
                .itemIf("limit", spec.limitText(), spec.limit() != null);
    }

    @Override
    public double estimateRowCount(RelMetadataQuery metadata) {
        double rows = ROWS;
        for (int i = 0; i < spec.conditions().size(); i++) {
            rows *= KEPT_BY_A_CONDITION;
        }
        return Math.max(1, spec.limit() == null ? rows : rows / 2);
    }

    @Override
    public RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery metadata) {
        double rows = estimateRowCount(metadata);
        double width = (1.0 + spec.columns().size())
                / (1.0 + requireNonNull(spec.table()).columns().size());
        return planner.getCostFactory().makeCost(rows, rows * width, 0);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer preference) {
        PhysType row = PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), JavaRowFormat.ARRAY);
        return implementor.result(
                row,
                Blocks.toBlock(Expressions.call(
                        implementor.stash(ScanPlan.of(spec), ScanPlan.class),
                        ScanPlan.READ,
                        Expressions.parameter(DataContext.class, DataContext.ROOT.name))));
    }
}
