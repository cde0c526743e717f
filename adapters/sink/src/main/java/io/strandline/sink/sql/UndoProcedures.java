package io.strandline.sink.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.CallContext;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.Text;
import io.strandline.sink.RollbackConflict;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.RunId;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunStore;
import io.strandline.sink.Runs;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What undoes runs, and what gives that up (SNK-10 to SNK-13). */
final class UndoProcedures {
    private final SinkWriters sinks;
    private final Runs runs;
    private final RunStore store;

    UndoProcedures(SinkWriters sinks, Runs runs, RunStore store) {
        this.sinks = sinks;
        this.runs = runs;
        this.store = store;
    }

    List<Procedure<?>> all() {
        return List.of(rollback(), forget());
    }

    /**
     * A row of a rollback's answer: the whole of it, or one of its conflicts.
     *
     * @param conflict null if there is none
     */
    private record Undone(
            RunId run,
            boolean dryRun,
            RollbackOutcome outcome,
            @Nullable RollbackConflict conflict) {
        @Nullable
        String reason() {
            if (outcome.applied()) {
                return null;
            }
            return outcome.conflictCount() > 0 ? "conflicts" : dryRun ? "dry_run" : "nothing_undone";
        }
    }

    private Procedure<Undone> rollback() {
        return Procedure.named(
                        "rollback",
                        "Undoes a run: its rows go, those it replaced or deleted come back. A row for each conflict, or one.")
                .role(Role.ADMIN)
                .changes()
                .parameter(RunColumns.RUN, text(), "Id of the run, as sink.runs shows it.")
                .optional(
                        "force",
                        bool(),
                        false,
                        "Undo although later runs wrote the same rows: what they wrote there is lost.")
                .optional("dry_run", bool(), false, "Count what would be undone, and list conflicts; do nothing.")
                .background()
                .returns(Columns.<Undone>none()
                        .column(RunColumns.RUN, text(), row -> row.run().text(), "The run.")
                        .column("done", bool(), row -> row.outcome().applied(), "Whether it is undone.")
                        .column(
                                "reason",
                                text().orNull(),
                                Undone::reason,
                                "Why not: conflicts, dry_run, nothing_undone.")
                        .column(
                                "deleted",
                                bigint(),
                                row -> row.outcome().deleted(),
                                "Rows of the run that were removed.")
                        .column("restored", bigint(), row -> row.outcome().restored(), "Rows that were brought back.")
                        .column(
                                "conflicts",
                                bigint(),
                                row -> row.outcome().conflictCount(),
                                "How many conflicts there are in all.")
                        .column(
                                "conflict",
                                text().orNull(),
                                row -> of(row, c -> Text.lower(c.kind().name())),
                                "later_run, changed_since, rewritten_since, evolved_since, history_gone or not_undoable.")
                        .column(
                                "object_name",
                                text().orNull(),
                                row -> of(row, RollbackConflict::object),
                                "Key as JSON, or file, of this conflict.")
                        .column(
                                "later_run",
                                text().orNull(),
                                row -> of(
                                        row,
                                        c -> c.laterRun() == null
                                                ? null
                                                : c.laterRun().text()),
                                "Run that wrote it since.")
                        .column(
                                "note",
                                text(),
                                row -> row.conflict() == null
                                        ? row.outcome().note()
                                        : row.conflict().detail(),
                                "What else there is to say."))
                .does((arguments, call) -> rollback(
                        new RunId(arguments.text(RunColumns.RUN)),
                        arguments.bool("force"),
                        arguments.bool("dry_run"),
                        call));
    }

    private static @Nullable String of(Undone row, Function<RollbackConflict, @Nullable String> value) {
        return row.conflict() == null ? null : value.apply(row.conflict());
    }

    private Stream<Undone> rollback(RunId id, boolean force, boolean dryRun, CallContext call) {
        RunRecord run = mayWrite("rollback", id, call);
        RollbackOutcome outcome = dryRun
                ? runs.rollback(id, force, true, call)
                : RunEffects.make(
                        RunEffects.ROLLBACK,
                        id,
                        run.table(),
                        call,
                        () -> runs.rollback(id, force, false, call),
                        made -> made.applied() ? Outcome.ofDone() : Outcome.refused("conflicts", made.note()));
        return outcome.conflicts().isEmpty()
                ? Stream.of(new Undone(id, dryRun, outcome, null))
                : outcome.conflicts().stream().map(conflict -> new Undone(id, dryRun, outcome, conflict));
    }

    private RunRecord mayWrite(String what, RunId id, CallContext call) {
        RunRecord run = sinks.run(store, id, call);
        sinks.requireMayWrite(run.table(), what + " of " + id, call);
        return run;
    }

    private Procedure<RunRecord> forget() {
        return Procedure.named(
                        "forget_run",
                        "Drops what is kept to undo a run; it is final then. Nothing happens to one that is forgotten.")
                .role(Role.ADMIN)
                .changes()
                .parameter(RunColumns.RUN, text(), "Id of the run.")
                .optional("dry_run", bool(), false, "Show the run, and do nothing.")
                .returns(RunColumns.RUNS)
                .does((arguments, call) -> {
                    RunId id = new RunId(arguments.text(RunColumns.RUN));
                    RunRecord run = mayWrite("forget_run", id, call);
                    if (arguments.bool("dry_run")) {
                        return Stream.of(run);
                    }
                    return Stream.of(RunEffects.make(RunEffects.FORGET, id, run.table(), call, () -> {
                        runs.forget(id, call);
                        return store.byId(id).orElse(run);
                    }));
                });
    }
}
