package io.strandline.sqlkit.calcite;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.Set;
import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.adapter.enumerable.EnumerableFilter;
import org.apache.calcite.adapter.enumerable.EnumerableLimit;
import org.apache.calcite.adapter.enumerable.EnumerableProject;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Finds plans whose rows never end, and refuses those that would have to wait for the last one. */
public final class EndlessScans {
    /** What gives a row as soon as it has one. */
    private static final Set<Class<? extends RelNode>> ROW_BY_ROW =
            Set.of(EnumerableCalc.class, EnumerableFilter.class, EnumerableProject.class, EnumerableLimit.class);

    private EndlessScans() {}

    /**
     * Whether the plan's rows come from a table that never ends.
     *
     * @throws StrandlineException {@link ErrorCode#INVALID_STATEMENT} if it sorts, aggregates or joins them
     */
    public static boolean in(RelNode plan) {
        if (plan instanceof ScanNode scan) {
            return scan.spec().table().isEndless();
        }
        boolean endless = false;
        for (RelNode input : plan.getInputs()) {
            endless |= in(input);
        }
        if (endless && ROW_BY_ROW.stream().noneMatch(kind -> kind.isInstance(plan))) {
            throw new StrandlineException(
                    ErrorCode.INVALID_STATEMENT,
                    "what is followed never ends, so it cannot be sorted, aggregated, joined or combined. Select from it"
                            + " alone, with conditions and LIMIT, or read log.events.");
        }
        return endless;
    }

    /** How many rows the plan gives at most, as its LIMIT says it; null if nothing on its way to the reader does. */
    public static @Nullable RexNode fetch(RelNode plan) {
        if (plan instanceof EnumerableLimit limit) {
            return limit.fetch;
        }
        boolean keepsRows = plan instanceof EnumerableProject
                || (plan instanceof EnumerableCalc calc && calc.getProgram().getCondition() == null);
        return keepsRows ? fetch(plan.getInput(0)) : null;
    }
}
