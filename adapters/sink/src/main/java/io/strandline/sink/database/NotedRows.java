package io.strandline.sink.database;

import io.strandline.sink.RollbackConflict;
import io.strandline.sink.RollbackConflict.Kind;
import io.strandline.sink.RunId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The rows of one run in the journal and in the table. The database looks for them: here are never more than are listed. */
final class NotedRows {
    private final Destination destination;
    private final Session session;
    private final JournalTable journal;
    private final DatabaseTable table;
    private final List<String> identity;
    private final RunId run;
    private final List<RunId> laterRuns;

    NotedRows(Destination destination, List<String> key, RunId run, List<RunId> laterRuns) throws SQLException {
        this.destination = destination;
        this.session = destination.session();
        this.journal = destination.journal(key);
        this.table = destination.table();
        this.identity = journal.identity();
        this.run = run;
        this.laterRuns = laterRuns;
    }

    private String noted(String alias, String kind) {
        return alias + "." + JournalTable.RUN + " = " + Sql.literal(run.text()) + " AND " + alias + "."
                + JournalTable.KIND + " = '" + kind + "'";
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

    /** One note {@code j} of each row: how the run left it, or else how it was before the run deleted it. */
    private String eachOnce() {
        return " FROM " + journal.quoted() + " j WHERE ((" + noted("j", "a") + ") OR (" + noted("j", "b") + " AND NOT "
                + note("a", "a", "j") + "))";
    }

    /** From the notes {@code l} that later runs made of the row of {@code j}. */
    private String noteOfLater() {
        String later =
                laterRuns.stream().map(other -> Sql.literal(other.text())).collect(Collectors.joining(", "));
        return " FROM " + journal.quoted() + " l WHERE l." + JournalTable.RUN + " IN (" + later + ") AND "
                + Sql.same(identity, "l", "j");
    }

    private String wroteLater() {
        return eachOnce() + (laterRuns.isEmpty() ? " AND 1 = 0" : " AND EXISTS (SELECT 1" + noteOfLater() + ")");
    }

    /** Neither as the run left it nor as it was before, though no later run wrote it. */
    private String changedSince() {
        String target = destination.quoted();
        String there = "EXISTS (SELECT 1 FROM " + target + " t WHERE " + Sql.same(identity, "t", "j") + ")";
        String asLeft = "EXISTS (SELECT 1 FROM " + target + " t WHERE " + Sql.same(identity, "t", "j") + " AND "
                + sameRow("t", "j") + ")";
        String asBefore = "EXISTS (SELECT 1 FROM " + target + " t JOIN " + journal.quoted() + " b ON "
                + Sql.same(identity, "b", "t") + " WHERE " + noted("b", "b") + " AND " + Sql.same(identity, "t", "j")
                + " AND " + sameRow("t", "b") + ")";
        return eachOnce() + (laterRuns.isEmpty() ? "" : " AND NOT EXISTS (SELECT 1" + noteOfLater() + ")")
                + " AND NOT " + asBefore + " AND ((j." + JournalTable.KIND + " = 'a' AND NOT " + asLeft + " AND ("
                + there + " OR " + note("b", "b", "j") + ")) OR (j." + JournalTable.KIND + " = 'b' AND " + there
                + "))";
    }

    /** Rows that a later run wrote. */
    long countLater() throws SQLException {
        return laterRuns.isEmpty() ? 0 : session.count("SELECT count(*)" + wroteLater());
    }

    /** Rows that somebody else wrote since. */
    long countChanged() throws SQLException {
        return session.count("SELECT count(*)" + changedSince());
    }

    /** Some of {@link #countLater}. */
    List<RollbackConflict> later(int most) throws SQLException {
        return session.query(
                "SELECT (SELECT min(l." + JournalTable.RUN + ")" + noteOfLater() + "), " + Sql.columns(identity, "j.")
                        + wroteLater() + " LIMIT " + most,
                row -> new RollbackConflict(
                        Kind.LATER_RUN, key(row, 2), new RunId(row.getString(1)), "a later run wrote the row"));
    }

    /** Some of {@link #countChanged}. */
    List<RollbackConflict> changed(int most) throws SQLException {
        return session.query(
                "SELECT " + Sql.columns(identity, "j.") + changedSince() + " LIMIT " + most,
                row -> new RollbackConflict(
                        Kind.CHANGED_SINCE, key(row, 1), null, "somebody else wrote the row since"));
    }

    private String key(ResultSet row, int first) throws SQLException {
        List<String> parts = new ArrayList<>();
        for (int at = 0; at < identity.size(); at++) {
            parts.add(identity.get(at) + "=" + row.getString(first + at));
        }
        return String.join(",", parts);
    }

    /** Rows of the table that the run made. */
    private String made() {
        return " FROM " + destination.quoted() + " AS t WHERE " + note("a", "a", "t") + " AND NOT "
                + note("b", "b", "t");
    }

    /** Rows that the run changed or deleted and that are not in the table. */
    private String missing() {
        return " FROM " + journal.quoted() + " b WHERE " + noted("b", "b") + " AND NOT EXISTS (SELECT 1 FROM "
                + destination.quoted() + " t WHERE " + Sql.same(identity, "t", "b") + ")";
    }

    private List<String> values() {
        return table.written().stream()
                .filter(column -> !identity.contains(column))
                .toList();
    }

    /** What {@link #deleteMade} would delete. */
    long countMade() throws SQLException {
        return session.count("SELECT count(*)" + made());
    }

    /** What {@link #restore} would bring back. */
    long countRestored() throws SQLException {
        return session.count(
                values().isEmpty()
                        ? "SELECT count(*)" + missing()
                        : "SELECT count(*) FROM " + journal.quoted() + " b WHERE " + noted("b", "b"));
    }

    long deleteMade() throws SQLException {
        return session.update("DELETE" + made());
    }

    long restore() throws SQLException {
        List<String> written = table.written();
        List<String> values = values();
        long updated = values.isEmpty()
                ? 0
                : session.update("UPDATE " + destination.quoted() + " AS t SET "
                        + values.stream()
                                .map(column -> Sql.quote(column) + " = b." + Sql.quote(column))
                                .collect(Collectors.joining(", "))
                        + " FROM " + journal.quoted() + " b WHERE " + noted("b", "b") + " AND "
                        + Sql.same(identity, "b", "t"));
        long inserted = session.update("INSERT INTO " + destination.quoted() + " (" + Sql.columns(written, "") + ")"
                + destination.kind().overriding() + " SELECT " + Sql.columns(written, "b.") + missing());
        return updated + inserted;
    }

    void forget() throws SQLException {
        journal.forget(run);
    }
}
