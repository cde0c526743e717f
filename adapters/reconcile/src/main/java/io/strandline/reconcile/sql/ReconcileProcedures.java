package io.strandline.reconcile.sql;

import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.Role;
import io.strandline.reconcile.Finding;
import io.strandline.reconcile.Reason;
import io.strandline.reconcile.Reconciler;
import io.strandline.reconcile.RepairItem;
import io.strandline.reconcile.RepairOutcome;
import io.strandline.reconcile.Repairs;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The procedures of the schema {@code reconcile}. */
final class ReconcileProcedures {
    private static final String REASONS =
            Arrays.stream(Reason.values()).map(Reason::text).collect(Collectors.joining(", "));

    private static final Columns<RepairOutcome> OUTCOME = Columns.<RepairOutcome>none()
            .column("action", text(), o -> o.item().action(), "What was asked for: drop or forget.")
            .column("table_name", text().orNull(), o -> o.item().tableName(), "Table that was to be dropped.")
            .column(
                    "registration_id",
                    text().orNull(),
                    o -> o.item().registrationId(),
                    "Registration that was to be forgotten.")
            .column("done", bool(), RepairOutcome::done, "Whether it was made.")
            .column(
                    "reason",
                    text().orNull(),
                    RepairOutcome::reason,
                    "Why not, or what is to be known: " + REASONS + ".")
            .column("detail", text(), RepairOutcome::detail, "The case in words.");

    private ReconcileProcedures() {}

    static Procedure<Finding> reconcile(Reconciler reconciler) {
        return Procedure.named(
                        "reconcile", "Compares a connection's tables with its registrations and stores the scan.")
                .role(Role.OPERATOR)
                .changes()
                .parameter("connection", text(), "Connection to compare.")
                .optional("deep", bool(), false, "Compare files too; not possible in this release.")
                .returns(ReconcileTables.FINDING)
                .does((arguments, call) ->
                        reconciler.reconcile(arguments.text("connection"), arguments.bool("deep"), call).stream());
    }

    static Procedure<RepairOutcome> repair(Repairs repairs) {
        return Procedure.named("repair", "Carries out a repair, proved again at the moment it is made.")
                .role(Role.ADMIN)
                .changes()
                .parameter("connection", text(), "Connection to act on.")
                .parameter("action", text().oneOf("drop", "forget"), "drop an orphan or forget a registration.")
                .optional("table_name", text(), "Exact name of the table to drop.")
                .optional("registration_id", text(), "Registration to forget, whose table is gone.")
                .optional("dry_run", bool(), false, "Prove it, say what would be done, and do nothing.")
                .returns(OUTCOME)
                .does((arguments, call) -> repairs
                        .carryOut(
                                arguments.text("connection"), List.of(item(arguments)), arguments.bool("dry_run"), call)
                        .stream());
    }

    private static RepairItem item(Arguments arguments) {
        return new RepairItem(
                arguments.text("action"),
                arguments.optionalText("table_name").orElse(null),
                arguments.optionalText("registration_id").orElse(null));
    }
}
