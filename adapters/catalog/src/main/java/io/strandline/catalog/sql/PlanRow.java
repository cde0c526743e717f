package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.catalog.DesiredState.Reconciled;
import io.strandline.catalog.Plan;
import io.strandline.catalog.PlanStep;
import io.strandline.catalog.PlanStep.Verdict;
import io.strandline.catalog.ReconcileOutcome.Kind;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A step of a plan, as a row.
 *
 * @param ordinal place in the plan, from 1; null in a row that stands for no step
 * @param step null if the table is as desired, or if there is no plan
 * @param done whether the table has it now
 * @param reason why not, or what is to be known
 */
record PlanRow(
        TableRef table,
        @Nullable Integer ordinal,
        @Nullable PlanStep step,
        boolean done,
        @Nullable String reason) {
    /** The table of a row. */
    static final Columns<TableRef> NAMES = Columns.<TableRef>none()
            .column(CommonColumns.CATALOG, text(), TableRef::catalog, "Catalog of the table.")
            .column(
                    CommonColumns.NAMESPACE,
                    text(),
                    TableRef::namespaceText,
                    "Namespace as dotted SQL text, levels quoted where needed.")
            .column(CommonColumns.TABLE, text(), TableRef::name, "Name of the table.");

    /** The step of a row. */
    static final Columns<PlanRow> STEP = Columns.<PlanRow>none()
            .column(
                    "step_ordinal",
                    integer().orNull(),
                    PlanRow::ordinal,
                    "Place in the plan, from 1: refusals, then actions, then what is kept; NULL if there is no step.")
            .column(
                    "action",
                    text().orNull(),
                    of(step -> step.action().text()),
                    "What is done or would be, as add_column; NULL if there is no step.")
            .column(
                    "step_class",
                    text().orNull(),
                    of(step -> step.verdict().text()),
                    "apply, done without asking; allow, done because it was allowed; kept, left since the declaration does"
                            + " not name it; refuse, stands against the whole plan.")
            .column(
                    "column_path",
                    text().orNull(),
                    of(PlanStep::column),
                    "Path of the column, or key of the property; NULL for what is the whole table's.")
            .column("from_value", text().orNull(), of(PlanStep::from), "What it is; NULL for nothing.")
            .column("to_value", text().orNull(), of(PlanStep::to), "What it shall be; NULL for nothing.");

    /** What a procedure answers. */
    static final Columns<PlanRow> ANSWER = Columns.<PlanRow>none()
            .with(NAMES, PlanRow::table)
            .with(STEP, row -> row)
            .column("done", bool(), PlanRow::done, "Whether the table has it now.")
            .column(
                    "reason",
                    text().orNull(),
                    PlanRow::reason,
                    "Why not, or what is to be known: unchanged, dry_run, audit_failed, or the case in words.");

    private static Function<PlanRow, @Nullable Object> of(Function<PlanStep, @Nullable Object> value) {
        return row -> row.step() == null ? null : value.apply(row.step());
    }

    /** The rows of a table that was reconciled; at least one. */
    static List<PlanRow> of(Reconciled reconciled) {
        TableRef table = reconciled.table();
        Plan plan = reconciled.plan();
        if (plan == null) {
            String failure =
                    reconciled.failure() == null ? null : reconciled.failure().getMessage();
            return List.of(new PlanRow(table, null, null, false, failure));
        }
        boolean made = reconciled.outcome() != null && reconciled.outcome().kind() != Kind.PLANNED;
        List<PlanRow> rows = new ArrayList<>();
        if (plan.isEmpty()) {
            rows.add(new PlanRow(table, null, null, true, "unchanged"));
        }
        String note = reconciled.outcome() == null
                ? "the plan has refusals"
                : reconciled.outcome().reason();
        int ordinal = 1;
        for (PlanStep step : plan.steps()) {
            boolean acts = step.verdict() == Verdict.APPLY || step.verdict() == Verdict.ALLOW;
            rows.add(new PlanRow(table, ordinal++, step, acts && made, acts ? note : step.reason()));
        }
        return rows;
    }
}
