package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.catalog.DesiredState;
import io.strandline.catalog.TableRefs;
import io.strandline.catalog.TableRefs.Moved;
import io.strandline.catalog.TableRefs.Retention;
import io.strandline.common.Role;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import java.util.List;
import java.util.stream.Stream;

/** The procedures about a table's history (CAT-16). Columns have the names that Spark's procedures give them. */
final class HistoryProcedures {
    private static final String SNAPSHOT = "snapshot_id";
    private static final String REF = "ref";
    private static final String REASON = "Why not, or what else is to be known: dry_run, unchanged or audit_failed.";

    private static final Columns<Moved> MOVED = named("previous_snapshot_id", "current_snapshot_id");
    private static final Columns<Moved> PICKED = named("source_snapshot_id", "current_snapshot_id");
    private static final Columns<Moved> FORWARDED = ended(Columns.<Moved>none()
            .with(PlanRow.NAMES, Moved::table)
            .column("branch_updated", text(), Moved::ref, "The branch.")
            .column("previous_ref", bigint().orNull(), Moved::before, "Snapshot it named; NULL if it is new.")
            .column("updated_ref", bigint().orNull(), Moved::after, "Snapshot it names now, or would."));

    private HistoryProcedures() {}

    private static Columns<Moved> named(String before, String after) {
        return ended(Columns.<Moved>none()
                .with(PlanRow.NAMES, Moved::table)
                .column("ref_name", text(), Moved::ref, "The branch or tag; main is the table itself.")
                .column(before, bigint().orNull(), Moved::before, "Snapshot it named; NULL for none.")
                .column(
                        after,
                        bigint().orNull(),
                        Moved::after,
                        "Snapshot it names now, or would; NULL if it is gone, or if a dry run cannot tell."));
    }

    private static Columns<Moved> ended(Columns<Moved> columns) {
        return columns.column("done", bool(), Moved::done, "Whether it is so now.")
                .column("reason", text().orNull(), Moved::reason, REASON);
    }

    static List<Procedure<Moved>> of(TableRefs refs) {
        return List.of(
                rollBack(refs),
                rollBackToTime(refs),
                setCurrent(refs),
                cherryPick(refs),
                fastForward(refs),
                createBranch(refs),
                createTag(refs),
                drop(refs));
    }

    private static Procedure.Builder changing(String name, String remarks, Role role) {
        return Procedure.named(name, remarks)
                .role(role)
                .changes()
                .parameter(CommonColumns.TABLE, text(), DesiredProcedures.TABLE);
    }

    private static Procedure.Builder dry(Procedure.Builder builder) {
        return builder.optional("dry_run", bool(), false, "Check it, say what would be, and do nothing.");
    }

    private static TableRef table(Arguments arguments) {
        return DesiredState.table(arguments.text(CommonColumns.TABLE));
    }

    private static Procedure<Moved> rollBack(TableRefs refs) {
        return dry(changing(
                                "rollback_to_snapshot",
                                "Goes back to an ancestor of a table's current snapshot.",
                                Role.ADMIN)
                        .parameter(SNAPSHOT, bigint(), "Snapshot to go back to."))
                .returns(MOVED)
                .does((arguments, call) -> Stream.of(
                        refs.rollBack(table(arguments), arguments.bigint(SNAPSHOT), arguments.bool("dry_run"), call)));
    }

    private static Procedure<Moved> rollBackToTime(TableRefs refs) {
        return dry(changing(
                                "rollback_to_timestamp",
                                "Goes back to the snapshot that was a table's current one at a time, of those its current"
                                        + " one descends from.",
                                Role.ADMIN)
                        .parameter(
                                "as_of",
                                timestamp(),
                                "The last ancestor committed before this time is taken; rollback_ts in"
                                        + " catalog.snapshots has one for each."))
                .returns(MOVED)
                .does((arguments, call) -> Stream.of(refs.rollBack(
                        table(arguments), arguments.timestamp("as_of"), arguments.bool("dry_run"), call)));
    }

    private static Procedure<Moved> setCurrent(TableRefs refs) {
        return dry(changing(
                                "set_current_snapshot",
                                "Makes any snapshot a table's current one, whether it is an ancestor or not.",
                                Role.ADMIN)
                        .optional(SNAPSHOT, bigint(), "The snapshot; either this or ref is given.")
                        .optional(REF, text(), "Branch or tag whose snapshot is meant."))
                .returns(MOVED)
                .does((arguments, call) -> Stream.of(refs.setCurrent(
                        table(arguments),
                        arguments.optionalBigint(SNAPSHOT),
                        arguments.optionalText(REF),
                        arguments.bool("dry_run"),
                        call)));
    }

    private static Procedure<Moved> cherryPick(TableRefs refs) {
        return dry(changing(
                                "cherrypick_snapshot",
                                "Makes the changes of a snapshot again on a table's current one: of an append, of partitions"
                                        + " replaced, or of a snapshot that follows the current one.",
                                Role.OPERATOR)
                        .parameter(SNAPSHOT, bigint(), "Snapshot whose changes are wanted; it stays as it is."))
                .returns(PICKED)
                .does((arguments, call) -> Stream.of(refs.cherryPick(
                        table(arguments), arguments.bigint(SNAPSHOT), arguments.bool("dry_run"), call)));
    }

    private static Procedure<Moved> fastForward(TableRefs refs) {
        return dry(changing(
                                "fast_forward",
                                "Moves a branch on to the snapshot of another branch or tag that descends from it.",
                                Role.OPERATOR)
                        .parameter("branch", text(), "Branch to move; made if it is not there.")
                        .parameter("to", text(), "Branch or tag to move it to."))
                .returns(FORWARDED)
                .does((arguments, call) -> Stream.of(refs.fastForward(
                        table(arguments),
                        arguments.text("branch"),
                        arguments.text("to"),
                        arguments.bool("dry_run"),
                        call)));
    }

    private static Procedure<Moved> createBranch(TableRefs refs) {
        return dry(at(changing("create_branch", "Makes a branch of a table.", Role.OPERATOR)
                                .parameter("branch", text(), "Name of the branch."))
                        .optional(
                                "max_snapshot_age_ms",
                                bigint(),
                                "How old its snapshots may get before they expire, in milliseconds; left out, as the table"
                                        + " says.")
                        .optional(
                                "min_snapshots_to_keep",
                                integer(),
                                "How many of its snapshots stay whatever their age; left out, as the table says."))
                .returns(MOVED)
                .does((arguments, call) -> Stream.of(refs.createBranch(
                        table(arguments),
                        arguments.text("branch"),
                        arguments.optionalBigint(SNAPSHOT),
                        new Retention(
                                arguments.optionalBigint("max_ref_age_ms").orElse(null),
                                arguments.optionalBigint("max_snapshot_age_ms").orElse(null),
                                arguments
                                        .optionalInteger("min_snapshots_to_keep")
                                        .orElse(null)),
                        arguments.bool("dry_run"),
                        call)));
    }

    private static Procedure<Moved> createTag(TableRefs refs) {
        return dry(at(changing("create_tag", "Makes a tag of a table: a name for one snapshot.", Role.OPERATOR)
                        .parameter("tag", text(), "Name of the tag.")))
                .returns(MOVED)
                .does((arguments, call) -> Stream.of(refs.createTag(
                        table(arguments),
                        arguments.text("tag"),
                        arguments.optionalBigint(SNAPSHOT),
                        new Retention(arguments.optionalBigint("max_ref_age_ms").orElse(null), null, null),
                        arguments.bool("dry_run"),
                        call)));
    }

    private static Procedure.Builder at(Procedure.Builder builder) {
        return builder.optional(SNAPSHOT, bigint(), "Snapshot it shall name; left out, the current one.")
                .optional(
                        "max_ref_age_ms",
                        bigint(),
                        "How old it may get before it expires, in milliseconds; left out, as the table says.");
    }

    private static Procedure<Moved> drop(TableRefs refs) {
        return dry(changing(
                                "drop_ref",
                                "Drops a branch or tag; snapshots that nothing else keeps can expire then.",
                                Role.ADMIN)
                        .parameter(REF, text(), "Branch or tag to drop; main cannot be."))
                .returns(MOVED)
                .does((arguments, call) ->
                        Stream.of(refs.drop(table(arguments), arguments.text(REF), arguments.bool("dry_run"), call)));
    }
}
