package io.strandline.sqlkit.calcite;

import static java.util.Objects.requireNonNull;

import io.strandline.sqlkit.VirtualTable;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;

/**
 * A virtual table as Calcite's planner sees it: a row type. How it is read is decided by {@link StrandlineScan}'s rules.
 * Immutable; the key is kept from the planner because live listings do not promise it.
 */
public final class StrandlineTable extends AbstractTable implements TranslatableTable {
    private final VirtualTable<?> table;

    /** That table. */
    public StrandlineTable(VirtualTable<?> table) {
        this.table = requireNonNull(table, "table");
    }

    /** The descriptor. */
    public VirtualTable<?> descriptor() {
        return table;
    }

    @Override
    public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable named) {
        return LogicalTableScan.create(context.getCluster(), named, context.getTableHints());
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory typeFactory) {
        return CalciteTypes.row(table.columns(), typeFactory);
    }

    @Override
    public Schema.TableType getJdbcTableType() {
        return Schema.TableType.SYSTEM_TABLE;
    }
}
