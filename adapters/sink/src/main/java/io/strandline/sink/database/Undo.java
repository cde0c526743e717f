package io.strandline.sink.database;

import io.strandline.sink.JournalEntry;
import io.strandline.sink.RollbackConflict;
import io.strandline.sink.RollbackConflict.Kind;
import io.strandline.sink.RollbackGroup;
import io.strandline.sink.RollbackOptions;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.SinkCallContext;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Undoes runs row by row, in one transaction: each row the run wrote becomes what it was before (SNK-10, SNK-11). */
final class Undo implements RollbackGroup {
    private final Destination destination;

    Undo(Destination destination) {
        this.destination = destination;
    }

    @Override
    public RollbackOutcome rollback(RollbackOptions options, SinkCallContext context) {
        Optional<RunTable.Written> written = destination.ask(
                context,
                "look for the run",
                () -> destination.isKnown() ? destination.runs().find(context.run()) : Optional.empty());
        if (written.isEmpty()) {
            return new RollbackOutcome(
                    !options.dryRun(), 0, 0, List.of(), 0, "the run wrote nothing that is kept; nothing to undo");
        }
        Optional<RollbackConflict> lost =
                destination.ask(context, "look at its columns", () -> lost(written.orElseThrow(), context.key()));
        if (lost.isPresent()) {
            return new RollbackOutcome(false, 0, 0, List.of(lost.orElseThrow()), 1, "");
        }
        if (options.dryRun()) {
            return destination.ask(context, "count what would be undone", () -> undo(options, context));
        }
        RollbackOutcome[] outcome = new RollbackOutcome[1];
        try {
            destination.change(context, "undo a run", () -> {
                outcome[0] = undo(options, context);
                if (!outcome[0].applied()) {
                    throw new NotApplied();
                }
                return true;
            });
        } catch (NotApplied e) {
            // its transaction is rolled back, and with it the lock
            return outcome[0];
        }
        return outcome[0];
    }

    /** Ends the transaction without its changes. */
    private static final class NotApplied extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotApplied() {
            super(null, null, false, false);
        }
    }

    /** Why the rows of a run cannot be as they were before it; empty if they can. Looked at before anything is touched. */
    private Optional<RollbackConflict> lost(RunTable.Written run, List<String> key) throws SQLException {
        return switch (run.notes()) {
            case NONE -> Optional.of(notUndoable());
            case OUTDATED ->
                Optional.of(conflict(
                        Kind.EVOLVED_SINCE,
                        "the type of a column was changed to one that does not hold its values as they were, and another run"
                                + " began: what would undo this one was dropped then"));
            case KEPT -> destination.isJournaled(key) ? changed(run.columns()) : Optional.of(notUndoable());
        };
    }

    private RollbackConflict notUndoable() {
        return conflict(
                Kind.NOT_UNDOABLE,
                "the table has no primary key or unique key of columns that are NOT NULL, or the sink keeps no journal");
    }

    private RollbackConflict conflict(Kind kind, String why) {
        return new RollbackConflict(kind, destination.shown(), null, why);
    }

    private Optional<RollbackConflict> changed(List<String> columns) throws SQLException {
        DatabaseTable table = destination.table();
        DatabaseTable journal = destination.noted().orElse(null);
        if (journal == null) {
            return Optional.of(conflict(Kind.HISTORY_GONE, "the table that its rows were noted in is gone"));
        }
        String gone = columns.stream().filter(column -> !table.has(column)).collect(Collectors.joining(", "));
        if (!gone.isEmpty()) {
            return Optional.of(conflict(Kind.EVOLVED_SINCE, "columns are gone that its rows had: " + gone));
        }
        String retyped = table.columns().stream()
                .map(column -> retyped(column, journal))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
        return retyped.isEmpty()
                ? Optional.empty()
                : Optional.of(conflict(
                        Kind.EVOLVED_SINCE,
                        "columns have types that do not hold its values as they were: " + retyped
                                + ". Change the types back, and roll back again"));
    }

    private Optional<String> retyped(DatabaseTable.Column column, DatabaseTable journal) {
        return journal.column(column.name())
                .map(DatabaseTable.Column::typeText)
                .filter(was -> !destination.kind().holds(column.typeText(), was))
                .map(was -> column.name() + " was " + was + " and is " + column.typeText());
    }

    /** A dry run only counts, and is in nobody's way. */
    private RollbackOutcome undo(RollbackOptions options, SinkCallContext context) throws SQLException {
        if (!options.dryRun()) {
            destination.kind().lock(destination.session().connection(), destination.quoted());
        }
        destination.journal(context.key()).analyze();
        NotedRows rows = new NotedRows(destination, context.key(), context.run(), options.laterRuns());
        long later = rows.countLater();
        long changed = rows.countChanged();
        List<RollbackConflict> listed = new ArrayList<>();
        if (later > 0) {
            listed.addAll(rows.later(RollbackOutcome.LISTED));
        }
        if (changed > 0 && listed.size() < RollbackOutcome.LISTED) {
            listed.addAll(rows.changed(RollbackOutcome.LISTED - listed.size()));
        }
        if (changed > 0 || (later > 0 && !options.force())) {
            return new RollbackOutcome(false, 0, 0, listed, later + changed, "");
        }
        if (options.dryRun()) {
            return new RollbackOutcome(false, rows.countMade(), rows.countRestored(), listed, later, "");
        }
        long deleted = rows.deleteMade();
        long restored = rows.restore();
        rows.forget();
        return new RollbackOutcome(true, deleted, restored, listed, later, "");
    }

    @Override
    public void forget(SinkCallContext context) {
        if (!destination.ask(
                context,
                "forget a run",
                () -> destination.isKnown() && destination.look().isPresent())) {
            // with the table went what undoes its runs
            return;
        }
        destination.within(
                context,
                "forget a run",
                () -> {
                    if (destination.isJournaled(context.key())
                            && destination.noted().isPresent()) {
                        destination.journal(context.key()).forget(context.run());
                    }
                    destination.runs().forget(context.run());
                    return true;
                },
                null);
    }

    @Override
    public List<JournalEntry> journal(SinkCallContext context) {
        return destination.ask(context, "list its journal", () -> {
            if (!destination.isKnown()) {
                return List.of();
            }
            Map<String, Long> rows = new LinkedHashMap<>();
            String name = JournalTable.nameOf(destination.settings().table());
            // other sinks of the database may have run where this one never did
            if (destination.isJournaled(context.key()) && destination.noted().isPresent()) {
                JournalTable journal = destination.journal(context.key());
                destination
                        .session()
                        .query(
                                "SELECT " + JournalTable.RUN + ", count(*) FROM " + journal.quoted() + " GROUP BY "
                                        + JournalTable.RUN,
                                row -> Map.entry(row.getString(1), row.getLong(2)))
                        .forEach(count -> rows.put(count.getKey(), count.getValue()));
            }
            return destination.runs().all().stream()
                    .filter(run -> run.notes() == RunTable.Notes.KEPT)
                    .map(run -> new JournalEntry(
                            run.run(),
                            run.mode(),
                            "rows",
                            name,
                            rows.getOrDefault(run.run().text(), 0L)))
                    .toList();
        });
    }
}
