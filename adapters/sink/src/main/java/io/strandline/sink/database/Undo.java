package io.strandline.sink.database;

import io.strandline.sink.JournalEntry;
import io.strandline.sink.RollbackConflict;
import io.strandline.sink.RollbackConflict.Kind;
import io.strandline.sink.RollbackGroup;
import io.strandline.sink.RollbackOptions;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import java.sql.ResultSet;
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
            // its transaction is rolled back, and with it what a dry run did
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

    private RollbackOutcome undo(RollbackOptions options, SinkCallContext context) throws SQLException {
        Optional<RunTable.Written> written = destination.runs().find(context.run());
        if (written.isEmpty()) {
            return new RollbackOutcome(
                    !options.dryRun(), 0, 0, List.of(), 0, "the run wrote nothing that is kept; nothing to undo");
        }
        if (!written.orElseThrow().journaled()) {
            return blocked(
                    List.of(
                            new RollbackConflict(
                                    Kind.NOT_UNDOABLE,
                                    destination.shown(),
                                    null,
                                    "the table has no primary key or unique key of columns that are NOT NULL, or the sink keeps no journal")));
        }
        Rows rows = new Rows(destination, context);
        String missing = rows.journal.missing(written.orElseThrow().columns());
        if (!missing.isEmpty()) {
            return blocked(List.of(new RollbackConflict(
                    Kind.EVOLVED_SINCE, destination.shown(), null, "columns are gone that its rows had: " + missing)));
        }
        destination.kind().lock(destination.session().connection(), destination.quoted());
        List<RollbackConflict> conflicts = rows.conflicts(options);
        boolean blocked =
                conflicts.stream().anyMatch(conflict -> !options.force() || conflict.kind() != Kind.LATER_RUN);
        if (blocked) {
            return blocked(conflicts);
        }
        long deleted = rows.deleteMade();
        long restored = rows.restore();
        rows.journal.forget(context);
        return new RollbackOutcome(!options.dryRun(), deleted, restored, listed(conflicts), conflicts.size(), "");
    }

    private static RollbackOutcome blocked(List<RollbackConflict> conflicts) {
        return new RollbackOutcome(false, 0, 0, listed(conflicts), conflicts.size(), "");
    }

    private static List<RollbackConflict> listed(List<RollbackConflict> conflicts) {
        return conflicts.subList(0, Math.min(conflicts.size(), RollbackOutcome.LISTED));
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
        destination.change(context, "forget a run", () -> {
            if (destination.isJournaled(context.key())) {
                destination.journal(context.key()).forget(context);
            }
            destination.runs().forget(context.run());
            return true;
        });
    }

    @Override
    public List<JournalEntry> journal(SinkCallContext context) {
        return destination.ask(context, "list its journal", () -> {
            if (!destination.isKnown()) {
                return List.of();
            }
            Map<String, Long> rows = new LinkedHashMap<>();
            String name = JournalTable.nameOf(destination.settings().table());
            if (destination.isJournaled(context.key())) {
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
                    .filter(RunTable.Written::journaled)
                    .map(run -> new JournalEntry(
                            run.run(),
                            run.mode(),
                            "rows",
                            name,
                            rows.getOrDefault(run.run().text(), 0L)))
                    .toList();
        });
    }

    /** The rows of one run in the journal and in the table. */
    private static final class Rows {
        private final Destination destination;
        private final Session session;
        private final JournalTable journal;
        private final DatabaseTable table;
        private final List<String> identity;
        private final String run;

        Rows(Destination destination, SinkCallContext context) throws SQLException {
            this.destination = destination;
            this.session = destination.session();
            this.journal = destination.journal(context.key());
            this.table = destination.table();
            this.identity = journal.identity();
            this.run = Sql.literal(context.run().text());
        }

        private String noted(String alias, String kind) {
            return alias + "." + JournalTable.RUN + " = " + run + " AND " + alias + "." + JournalTable.KIND + " = '"
                    + kind + "'";
        }

        private String note(String alias, String kind, String of) {
            return "EXISTS (SELECT 1 FROM " + journal.quoted() + " " + alias + " WHERE " + noted(alias, kind) + " AND "
                    + Sql.same(identity, alias, of) + ")";
        }

        private String sameRow(String one, String other) {
            return Sql.all(table.columns().stream()
                    .map(column -> destination.kind().compared(column, one + "." + Sql.quote(column.name())) + " "
                            + destination.kind().isSame() + " "
                            + destination.kind().compared(column, other + "." + Sql.quote(column.name())))
                    .toList());
        }

        List<RollbackConflict> conflicts(RollbackOptions options) throws SQLException {
            Map<String, RollbackConflict> found = new LinkedHashMap<>();
            laterRuns(options).forEach(conflict -> found.put(conflict.object(), conflict));
            for (String key : changed()) {
                found.putIfAbsent(
                        key, new RollbackConflict(Kind.CHANGED_SINCE, key, null, "somebody else wrote the row since"));
            }
            return new ArrayList<>(found.values());
        }

        private List<RollbackConflict> laterRuns(RollbackOptions options) throws SQLException {
            if (options.laterRuns().isEmpty()) {
                return List.of();
            }
            String later = options.laterRuns().stream()
                    .map(other -> Sql.literal(other.text()))
                    .collect(Collectors.joining(", "));
            return session.query(
                    "SELECT DISTINCT l." + JournalTable.RUN + ", " + Sql.columns(identity, "l.") + " FROM "
                            + journal.quoted() + " l WHERE l." + JournalTable.RUN + " IN (" + later
                            + ") AND EXISTS (SELECT 1 FROM " + journal.quoted() + " j WHERE j." + JournalTable.RUN
                            + " = "
                            + run + " AND " + Sql.same(identity, "j", "l") + ")",
                    row -> new RollbackConflict(
                            Kind.LATER_RUN, key(row, 2), new RunId(row.getString(1)), "a later run wrote the row"));
        }

        private String key(ResultSet row, int first) throws SQLException {
            List<String> parts = new ArrayList<>();
            for (int at = 0; at < identity.size(); at++) {
                parts.add(identity.get(at) + "=" + row.getString(first + at));
            }
            return String.join(",", parts);
        }

        /** Rows that are neither as the run left them nor as they were before it. */
        private List<String> changed() throws SQLException {
            String target = destination.quoted();
            String now = "SELECT " + Sql.columns(identity, "j.") + " FROM " + journal.quoted() + " j";
            String asBefore = "EXISTS (SELECT 1 FROM " + target + " t JOIN " + journal.quoted() + " b ON "
                    + Sql.same(identity, "b", "t") + " WHERE " + noted("b", "b") + " AND "
                    + Sql.same(identity, "t", "j")
                    + " AND " + sameRow("t", "b") + ")";
            String there = "EXISTS (SELECT 1 FROM " + target + " t WHERE " + Sql.same(identity, "t", "j") + ")";
            List<String> changed = new ArrayList<>(session.query(
                    now + " WHERE " + noted("j", "a") + " AND NOT EXISTS (SELECT 1 FROM " + target + " t WHERE "
                            + Sql.same(identity, "t", "j") + " AND " + sameRow("t", "j") + ") AND NOT " + asBefore
                            + " AND (" + there + " OR " + note("b", "b", "j") + ")",
                    row -> key(row, 1)));
            changed.addAll(session.query(
                    now + " WHERE " + noted("j", "b") + " AND NOT " + note("a", "a", "j") + " AND " + there
                            + " AND NOT " + asBefore,
                    row -> key(row, 1)));
            return changed;
        }

        long deleteMade() throws SQLException {
            return session.update("DELETE FROM " + destination.quoted() + " AS t WHERE " + note("a", "a", "t")
                    + " AND NOT " + note("b", "b", "t"));
        }

        long restore() throws SQLException {
            List<String> written = table.written();
            List<String> values = written.stream()
                    .filter(column -> !identity.contains(column))
                    .toList();
            long updated = values.isEmpty()
                    ? 0
                    : session.update("UPDATE " + destination.quoted() + " AS t SET "
                            + values.stream()
                                    .map(column -> Sql.quote(column) + " = b." + Sql.quote(column))
                                    .collect(Collectors.joining(", "))
                            + " FROM " + journal.quoted() + " b WHERE " + noted("b", "b") + " AND "
                            + Sql.same(identity, "b", "t"));
            long inserted = session.update("INSERT INTO " + destination.quoted() + " (" + Sql.columns(written, "") + ")"
                    + destination.kind().overriding() + " SELECT " + Sql.columns(written, "b.") + " FROM "
                    + journal.quoted() + " b WHERE " + noted("b", "b") + " AND NOT EXISTS (SELECT 1 FROM "
                    + destination.quoted() + " t WHERE " + Sql.same(identity, "t", "b") + ")");
            return updated + inserted;
        }
    }
}
