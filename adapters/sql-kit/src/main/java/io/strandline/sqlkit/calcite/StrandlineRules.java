package io.strandline.sqlkit.calcite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;

/** The planner rules of {@link StrandlineScan}. */
public final class StrandlineRules {
    private StrandlineRules() {}

    /** All of them: a table becomes a scan; columns, conditions, order and limit move into it. */
    public static List<RelOptRule> all() {
        return List.of(
                TableToScan.CONFIG.toRule(),
                FilterIntoScan.CONFIG.toRule(),
                ProjectIntoScan.CONFIG.toRule(),
                AggregateIntoScan.CONFIG.toRule(),
                SortIntoScan.CONFIG.toRule(),
                ScanToEnumerable.CONFIG.toRule());
    }

    /** The scan that runs. */
    static final class ScanToEnumerable extends RelRule<RuleConfig> {
        static final RuleConfig CONFIG = new RuleConfig(
                "StrandlineScanToEnumerable", b -> b.operand(LogicalScan.class).noInputs(), ScanToEnumerable::new);

        private ScanToEnumerable(RuleConfig config) {
            super(config);
        }

        @Override
        public void onMatch(RelOptRuleCall call) {
            LogicalScan scan = call.rel(0);
            call.transformTo(StrandlineScan.of(scan));
        }
    }

    /** A virtual table becomes a scan of everything. */
    static final class TableToScan extends RelRule<RuleConfig> {
        static final RuleConfig CONFIG = new RuleConfig(
                "StrandlineTableToScan", b -> b.operand(LogicalTableScan.class).noInputs(), TableToScan::new);

        private TableToScan(RuleConfig config) {
            super(config);
        }

        @Override
        public void onMatch(RelOptRuleCall call) {
            LogicalTableScan scan = call.rel(0);
            StrandlineTable table = scan.getTable().unwrap(StrandlineTable.class);
            if (table != null) {
                call.transformTo(LogicalScan.of(scan, table));
            }
        }
    }

    /** Conditions the table can use move into the scan, which checks them; the rest stay above it. */
    static final class FilterIntoScan extends RelRule<RuleConfig> {
        static final RuleConfig CONFIG = new RuleConfig(
                "StrandlineFilterIntoScan",
                b -> b.operand(LogicalFilter.class)
                        .oneInput(input -> input.operand(LogicalScan.class)
                                .predicate(scan -> scan.spec().limit() == null
                                        && scan.spec().sort().isEmpty())
                                .noInputs()),
                FilterIntoScan::new);

        private FilterIntoScan(RuleConfig config) {
            super(config);
        }

        @Override
        public void onMatch(RelOptRuleCall call) {
            Filter filter = call.rel(0);
            LogicalScan scan = call.rel(1);
            ConditionTranslator.Split split = ConditionTranslator.split(filter.getCondition(), scan.spec());
            if (split.pushed().isEmpty()) {
                return;
            }
            RelNode narrowed = scan.reading(scan.spec().filter(split.pushed()));
            if (split.rest().isEmpty()) {
                call.transformTo(narrowed);
            } else {
                RexBuilder rex = scan.getCluster().getRexBuilder();
                call.transformTo(LogicalFilter.create(narrowed, RexUtil.composeConjunction(rex, split.rest())));
            }
        }
    }

    /** Columns that nobody looks at are not read; a projection of bare columns vanishes. */
    static final class ProjectIntoScan extends RelRule<RuleConfig> {
        static final RuleConfig CONFIG = new RuleConfig(
                "StrandlineProjectIntoScan",
                b -> b.operand(LogicalProject.class)
                        .oneInput(input -> input.operand(LogicalScan.class)
                                .predicate(scan -> scan.spec().sort().isEmpty())
                                .noInputs()),
                ProjectIntoScan::new);

        private ProjectIntoScan(RuleConfig config) {
            super(config);
        }

        @Override
        public void onMatch(RelOptRuleCall call) {
            Project project = call.rel(0);
            LogicalScan scan = call.rel(1);
            List<Integer> bare = bareColumns(project);
            if (bare != null) {
                call.transformTo(scan.reading(scan.spec().project(bare)));
                return;
            }
            Map<Integer, Integer> places = new HashMap<>();
            List<Integer> used = new ArrayList<>();
            RexShuttle renumber = new RexShuttle() {
                @Override
                public RexNode visitInputRef(RexInputRef ref) {
                    int place = places.computeIfAbsent(ref.getIndex(), index -> {
                        used.add(index);
                        return used.size() - 1;
                    });
                    return place == ref.getIndex() ? ref : new RexInputRef(place, ref.getType());
                }
            };
            List<RexNode> expressions = renumber.visitList(project.getProjects());
            if (used.isEmpty()) {
                // A row must have a column to be counted by.
                used.add(0);
            }
            if (used.size() < scan.getRowType().getFieldCount()) {
                RelNode narrowed = scan.reading(scan.spec().project(used));
                call.transformTo(project.copy(project.getTraitSet(), narrowed, expressions, project.getRowType()));
            }
        }

        /** The columns it gives if it gives only such, each once; else null. */
        private static @Nullable List<Integer> bareColumns(Project project) {
            List<Integer> places = new ArrayList<>();
            for (RexNode expression : project.getProjects()) {
                if (!(expression instanceof RexInputRef ref) || places.contains(ref.getIndex())) {
                    return null;
                }
                places.add(ref.getIndex());
            }
            return places;
        }
    }
}
