package io.strandline.sqlkit.calcite;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;

/**
 * A scan in a plan: a table and what of it is read.
 *
 * <p>Not a {@link org.apache.calcite.rel.core.TableScan}, because Calcite's metadata takes the columns of one for those of the
 * table, and these may be fewer.
 */
abstract class ScanNode extends AbstractRelNode {
    private static final double ROWS = 1000;
    private static final double KEPT_BY_A_CONDITION = 0.1;

    private final Of table;
    private final ScanSpec spec;

    /** The table as the plan names it. */
    record Of(List<String> name, RelDataType row) {}

    ScanNode(RelOptCluster cluster, RelTraitSet traits, Of table, ScanSpec spec) {
        super(cluster, traits);
        this.table = table;
        this.spec = spec;
        this.rowType = rowOf(cluster.getTypeFactory(), table.row(), spec);
    }

    private static RelDataType rowOf(RelDataTypeFactory factory, RelDataType tableRow, ScanSpec spec) {
        RelDataTypeFactory.Builder row = factory.builder();
        for (int ordinal : spec.columns()) {
            RelDataTypeField field = tableRow.getFieldList().get(ordinal);
            row.add(field.getName(), field.getType());
        }
        return row.build();
    }

    /** Which table. */
    Of table() {
        return table;
    }

    /** What it reads. */
    ScanSpec spec() {
        return spec;
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer)
                .item("table", String.join(".", table.name()))
                .itemIf("columns", spec.columnsText(), !spec.isAllColumns())
                .itemIf("conditions", spec.conditionsText(), !spec.conditions().isEmpty())
                .itemIf("sort", spec.sortText(), !spec.sort().isEmpty())
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

    /** Calcite compares plans by rows alone: fewer columns count as fewer rows. */
    @Override
    public RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery metadata) {
        double rows = estimateRowCount(metadata);
        double width =
                (1.0 + spec.columns().size()) / (1.0 + spec.table().columns().size());
        double sorting = spec.sort().isEmpty() ? 0 : 0.01;
        return planner.getCostFactory().makeCost(rows * (0.5 + 0.5 * width + sorting), rows, 0);
    }
}
