package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.catalog.ChangeClass;
import io.strandline.catalog.DesiredState;
import io.strandline.catalog.DesiredState.Declared;
import io.strandline.catalog.DesiredState.Reconciled;
import io.strandline.catalog.ReconcileOptions;
import io.strandline.catalog.ReconcileOutcome;
import io.strandline.common.Role;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The procedures about desired state. */
final class DesiredProcedures {
    static final String TABLE = "Whole name of the table: catalog.namespace.table.";
    private static final String DESIRED = "How it shall be, as JSON; see docs/tables.md.";
    private static final String ALLOW = "Classes of changes to make that are refused otherwise, separated by commas: "
            + String.join(", ", ChangeClass.texts()) + ".";
    private static final String PLAN_ONLY = "Plan it, show the plan, and do nothing.";

    private static final Columns<Declared> DECLARED = Columns.<Declared>none()
            .with(PlanRow.NAMES, declared -> declared.table().ref())
            .column("done", bool(), Declared::done, "Whether it was made.")
            .column(
                    "reason",
                    text().orNull(),
                    Declared::reason,
                    "Why not, or what else is to be known: dry_run, unchanged or audit_failed.");

    private DesiredProcedures() {}

    static Procedure<Declared> declare(DesiredState state) {
        return Procedure.named("declare_table", "Keeps how a table shall be; the table is left as it is.")
                .role(Role.OPERATOR)
                .changes()
                .parameter("table_name", text(), TABLE)
                .parameter("desired", text(), DESIRED)
                .optional("dry_run", bool(), false, "Check it, and keep nothing.")
                .returns(DECLARED)
                .does((arguments, call) -> Stream.of(state.declare(
                        DesiredState.table(arguments.text("table_name")),
                        arguments.text("desired"),
                        arguments.bool("dry_run"),
                        call)));
    }

    static Procedure<Declared> undeclare(DesiredState state) {
        return Procedure.named("undeclare_table", "Forgets how a table shall be; the table is left as it is.")
                .role(Role.OPERATOR)
                .changes()
                .parameter("table_name", text(), TABLE)
                .optional("dry_run", bool(), false, "Say what would be forgotten, and forget nothing.")
                .returns(DECLARED)
                .does((arguments, call) -> Stream.of(state.undeclare(
                        DesiredState.table(arguments.text("table_name")), arguments.bool("dry_run"), call)));
    }

    static Procedure<PlanRow> reconcileTable(DesiredState state) {
        return Procedure.named(
                        "reconcile_table",
                        "Brings a table to its desired state as one commit, or refuses and does nothing.")
                .role(Role.OPERATOR)
                .changes()
                .parameter("table_name", text(), TABLE)
                .optional("desired", text(), DESIRED + " Left out, what is declared.")
                .optional("allow", text(), ALLOW)
                .optional("dry_run", bool(), false, PLAN_ONLY)
                .returns(PlanRow.ANSWER)
                .does((arguments, call) -> {
                    ReconcileOutcome outcome = state.reconcile(
                            DesiredState.table(arguments.text("table_name")),
                            arguments.optionalText("desired"),
                            options(arguments),
                            call);
                    return PlanRow.of(new Reconciled(outcome.table(), outcome, outcome.plan(), null)).stream();
                });
    }

    static Procedure<PlanRow> reconcileTables(DesiredState state) {
        return Procedure.named(
                        "reconcile_tables",
                        "Brings every declared table of a catalog to its desired state; a dry run unless told otherwise.")
                .role(Role.OPERATOR)
                .changes()
                .background()
                .parameter("catalog_name", text(), "Catalog whose declared tables are meant.")
                .optional("allow", text(), ALLOW)
                .optional("dry_run", bool(), true, PLAN_ONLY)
                .returns(PlanRow.ANSWER)
                .does((arguments, call) ->
                        state.reconcileAll(arguments.text("catalog_name"), options(arguments), call).stream()
                                .flatMap(reconciled -> PlanRow.of(reconciled).stream()));
    }

    private static ReconcileOptions options(Arguments arguments) {
        List<String> allow = arguments.optionalText("allow").stream()
                .flatMap(text -> Arrays.stream(text.split(",", -1)))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
        return new ReconcileOptions(ChangeClass.of(allow), arguments.bool("dry_run"));
    }
}
