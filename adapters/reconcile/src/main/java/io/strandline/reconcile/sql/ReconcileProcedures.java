package io.strandline.reconcile.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;
import static java.util.Objects.requireNonNull;

import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.reconcile.Finding;
import io.strandline.reconcile.Reason;
import io.strandline.reconcile.Reconciler;
import io.strandline.reconcile.RepairItem;
import io.strandline.reconcile.RepairItems;
import io.strandline.reconcile.RepairKinds;
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
            .column(
                    "action",
                    text(),
                    o -> o.item().action(),
                    "What was asked for, drop or forget; or look: a registration looked at again after a drop.")
            .column(
                    "table_name",
                    text().orNull(),
                    o -> o.item().tableName(),
                    "Table that was to be dropped, or was looked at.")
            .column(
                    "registration_id",
                    text().orNull(),
                    o -> o.item().registrationId(),
                    "Registration that was to be forgotten, or was looked at.")
            .column(
                    "done",
                    bool(),
                    RepairOutcome::done,
                    "Whether it was made; of a look, whether the table is there still.")
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
                .background()
                .parameter("connection", text(), "Connection to compare.")
                .optional(
                        "deep",
                        bool(),
                        false,
                        "Compare the files of its tables too: what they name with what is there. Reads every manifest and lists every"
                                + " place, so it may take long.")
                .returns(ReconcileTables.FINDING)
                .does((arguments, call) ->
                        reconciler.reconcile(arguments.text("connection"), arguments.bool("deep"), call).stream());
    }

    static Procedure<RepairOutcome> repair(Repairs repairs) {
        return Procedure.named("repair", "Carries out repairs, each proved again at the moment it is made.")
                .role(Role.ADMIN)
                .changes()
                .parameter("connection", text(), "Connection to act on.")
                .optional("action", text().oneOf("drop", "forget"), "drop an orphan or forget a registration.")
                .optional("table_name", text(), "Exact name of the table to drop.")
                .optional("registration_id", text(), "Registration to forget, whose table is gone.")
                .optional(
                        "items",
                        text(),
                        "Several repairs instead of one, as a JSON array of at most " + RepairItems.MOST
                                + " objects with action, and table_name or registration_id.")
                .optional("dry_run", bool(), false, "Prove it, say what would be done, and do nothing.")
                .returns(OUTCOME)
                .does(
                        (arguments, call) -> repairs
                                .carryOut(
                                        arguments.text("connection"), items(arguments), arguments.bool("dry_run"), call)
                                .stream());
    }

    private static List<RepairItem> items(Arguments arguments) {
        String action = arguments.optionalText("action").orElse(null);
        String table = arguments.optionalText("table_name").orElse(null);
        String registration = arguments.optionalText("registration_id").orElse(null);
        String items = arguments.optionalText("items").orElse(null);
        if (items == null && action == null) {
            throw wrong("repair needs action, or items. Give action => 'drop' with table_name, action => 'forget' with"
                    + " registration_id, or items => '[…]'.");
        }
        if (items == null) {
            return List.of(new RepairItem(requireNonNull(action), table, registration));
        }
        if (action != null || table != null || registration != null) {
            throw wrong("repair was given items, and action, table_name or registration_id beside it. Give one or the"
                    + " other: each item has its own.");
        }
        return RepairItems.parse(items);
    }

    private static StrandlineException wrong(String message) {
        return new StrandlineException(ErrorCode.BAD_ARGUMENT, message);
    }

    static Procedure<RepairOutcome> repairAll(Repairs repairs) {
        return Procedure.named(
                        "repair_all", "Repairs every finding that can be proved; a dry run unless told otherwise.")
                .role(Role.ADMIN)
                .changes()
                .background()
                .parameter("connection", text(), "Connection to act on.")
                .optional(
                        "kinds",
                        text(),
                        RepairKinds.text(RepairKinds.all()),
                        "Kinds to repair, separated by commas; of " + RepairKinds.text(RepairKinds.all()) + ".")
                .optional("max_repairs", bigint(), "If more than that can be proved, none is made; NULL for no limit.")
                .optional("dry_run", bool(), true, "Prove all, say what would be done, and do nothing.")
                .returns(OUTCOME)
                .does((arguments, call) -> repairs
                        .sweep(
                                arguments.text("connection"),
                                RepairKinds.parse(arguments.text("kinds")),
                                arguments.optionalBigint("max_repairs").orElse(null),
                                arguments.bool("dry_run"),
                                call)
                        .stream());
    }
}
