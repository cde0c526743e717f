package io.strandline.sqlkit.calcite;

import io.strandline.sqlkit.SortKey;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * A limit directly above a scan tells it how many rows are wanted; an order of bare columns moves into the scan of a table
 * that sorts. The limit itself stays, for the offset.
 */
final class SortIntoScan extends RelRule<RuleConfig> {
    static final RuleConfig CONFIG = new RuleConfig(
            "StrandlineSortIntoScan",
            b -> b.operand(LogicalSort.class)
                    .oneInput(input -> input.operand(LogicalScan.class)
                            .predicate(scan -> scan.spec().limit() == null
                                    && scan.spec().sort().isEmpty())
                            .noInputs()),
            SortIntoScan::new);

    private SortIntoScan(RuleConfig config) {
        super(config);
    }

    @Override
    public void onMatch(RelOptRuleCall call) {
        Sort sort = call.rel(0);
        LogicalScan scan = call.rel(1);
        boolean ordered = !sort.getCollation().getFieldCollations().isEmpty();
        if (ordered && !scan.spec().table().sorts()) {
            return;
        }
        ScanSpec spec = ordered ? scan.spec().sort(keys(sort, scan)) : scan.spec();
        Optional<List<ScanCondition.Operand>> limit = limit(sort);
        if (limit.isPresent()) {
            spec = spec.limit(limit.orElseThrow());
        } else if (!ordered) {
            return;
        }
        LogicalScan narrowed = ordered ? scan.reading(spec, sort.getCollation()) : scan.reading(spec);
        call.transformTo(
                sort.fetch == null && sort.offset == null
                        ? narrowed
                        : LogicalSort.create(narrowed, RelCollations.EMPTY, sort.offset, sort.fetch));
    }

    private static List<SortKey> keys(Sort sort, LogicalScan scan) {
        List<SortKey> keys = new ArrayList<>();
        for (RelFieldCollation key : sort.getCollation().getFieldCollations()) {
            keys.add(new SortKey(
                    scan.getRowType().getFieldNames().get(key.getFieldIndex()),
                    key.getDirection().isDescending(),
                    key.nullDirection == RelFieldCollation.NullDirection.FIRST));
        }
        return keys;
    }

    /** Rows wanted as a sum of offset and fetch; empty if all are wanted or an operand is more than a value. */
    private static Optional<List<ScanCondition.Operand>> limit(Sort sort) {
        if (sort.fetch == null) {
            return Optional.empty();
        }
        List<ScanCondition.Operand> summands = new ArrayList<>();
        for (RexNode node : sort.offset == null ? List.of(sort.fetch) : List.of(sort.fetch, sort.offset)) {
            if (node instanceof RexDynamicParam parameter) {
                summands.add(new ScanCondition.Parameter(parameter.getIndex()));
            } else if (node instanceof RexLiteral literal && SqlTypeName.EXACT_TYPES.contains(literal.getTypeName())) {
                BigDecimal value = literal.getValueAs(BigDecimal.class);
                if (value == null
                        || value.stripTrailingZeros().scale() > 0
                        || value.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE / 2)) > 0) {
                    return Optional.empty();
                }
                summands.add(new ScanCondition.Constant(value.longValueExact(), value.toPlainString()));
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(summands);
    }
}
