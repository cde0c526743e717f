package io.strandline.sqlkit.calcite;

import io.strandline.sqlkit.Column;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.adapter.enumerable.EnumerableLimit;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLocalRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.jspecify.annotations.Nullable;

/**
 * Which columns of a plan are those of a table as they are, where each row it gives is made of the row that its one scan has
 * just read: their values can be taken from that row ({@link ScanHost#reads}), past Calcite.
 */
public final class BareColumns {
    private BareColumns() {}

    /** For each column of the plan that of the table, or null where it is computed or the plan is another. */
    public static List<@Nullable Column<?>> of(RelNode plan) {
        List<@Nullable Column<?>> columns = find(plan);
        return columns == null ? Collections.nCopies(plan.getRowType().getFieldCount(), null) : columns;
    }

    private static @Nullable List<@Nullable Column<?>> find(RelNode plan) {
        if (plan instanceof StrandlineScan scan) {
            List<@Nullable Column<?>> columns = new ArrayList<>();
            scan.spec()
                    .columns()
                    .forEach(i -> columns.add(scan.spec().table().columns().get(i)));
            return columns;
        }
        if (plan instanceof EnumerableLimit limit) {
            return find(limit.getInput());
        }
        if (!(plan instanceof EnumerableCalc calc)) {
            return null;
        }
        List<@Nullable Column<?>> below = find(calc.getInput());
        if (below == null) {
            return null;
        }
        List<@Nullable Column<?>> columns = new ArrayList<>();
        RexProgram program = calc.getProgram();
        for (RexLocalRef place : program.getProjectList()) {
            RexNode expression = program.expandLocalRef(place);
            columns.add(expression instanceof RexInputRef bare ? below.get(bare.getIndex()) : null);
        }
        return columns;
    }
}
