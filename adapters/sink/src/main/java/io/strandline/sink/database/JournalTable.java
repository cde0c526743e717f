package io.strandline.sink.database;

import io.strandline.sink.RunId;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * What undoes runs of a table: a table beside it with the same columns, which holds for each run and row how it was before
 * the run first wrote it ({@code b}) and how the run left it ({@code a}). A row without the first was made by the run, one
 * without the second was deleted by it.
 */
final class JournalTable {
    static final String RUN = "strandline_run";
    static final String KIND = "strandline_kind";
    private static final String PREFIX = "strandline_journal_";

    private final Session session;
    private final DatabaseKind kind;
    private final DatabaseTable table;
    private final List<String> identity;
    private final String name;

    JournalTable(Session session, DatabaseKind kind, DatabaseTable table, List<String> identity) {
        this.session = session;
        this.kind = kind;
        this.table = table;
        this.identity = identity;
        this.name = nameOf(table.name());
    }

    static String nameOf(String table) {
        return Sql.beside(PREFIX, table);
    }

    /** Quoted. */
    String quoted() {
        return Sql.quote(table.schema(), name);
    }

    List<String> identity() {
        return identity;
    }

    boolean isPrepared() throws SQLException {
        return kind.describe(session.connection(), table.schema(), name)
                .filter(there -> table.columns().stream()
                        .allMatch(column -> noted(there, column)
                                .filter(type -> kind.isSameType(type, column.typeText()))
                                .isPresent()))
                .isPresent();
    }

    private static Optional<String> noted(DatabaseTable there, DatabaseTable.Column column) {
        return there.column(column.name()).map(DatabaseTable.Column::typeText);
    }

    /**
     * Makes it, or gives it the columns and the wider types that the table has got since.
     *
     * @return whether what it held is gone, because it would not be the same in the types that the table has got
     */
    boolean prepare() throws SQLException {
        Optional<DatabaseTable> there = kind.describe(session.connection(), table.schema(), name);
        if (there.isEmpty()) {
            create();
            return false;
        }
        if (table.columns().stream()
                .anyMatch(column -> noted(there.orElseThrow(), column)
                        .filter(type -> !kind.holds(column.typeText(), type))
                        .isPresent())) {
            session.run("DROP TABLE " + quoted());
            create();
            return true;
        }
        follow(there.orElseThrow());
        return false;
    }

    private void create() throws SQLException {
        session.run("CREATE TABLE " + quoted() + " AS SELECT CAST('' AS TEXT) AS " + RUN + ", CAST('' AS TEXT) AS "
                + KIND + ", t.* FROM " + target() + " t WHERE 1 = 0");
        session.run("CREATE UNIQUE INDEX " + Sql.quote(Sql.beside("strandline_unique_", table.name())) + " ON "
                + kind.indexed(table.schema(), name) + " (" + RUN + ", " + Sql.columns(identity, "") + ", " + KIND
                + ")");
    }

    private void follow(DatabaseTable there) throws SQLException {
        for (DatabaseTable.Column column : table.columns()) {
            String type = noted(there, column).orElse(null);
            if (type == null) {
                session.run("ALTER TABLE " + quoted() + " ADD COLUMN " + Sql.quote(column.name()) + " "
                        + column.typeText());
            } else if (!kind.isSameType(type, column.typeText())) {
                session.run(kind.retyped(quoted(), column));
            }
        }
    }

    private String target() {
        return Sql.quote(table.schema(), table.name());
    }

    /** Columns of table and journal alike. */
    String columns(String prefix) {
        return Sql.columns(names(), prefix);
    }

    List<String> names() {
        return table.columns().stream().map(DatabaseTable.Column::name).toList();
    }

    /** {@code INSERT INTO journal (run, kind, columns)}. */
    String insert() {
        return "INSERT INTO " + quoted() + " (" + RUN + ", " + KIND + ", " + columns("") + ")";
    }

    /** The same where a name cannot have its schema. */
    String insertUnqualified() {
        return "INSERT INTO " + Sql.quote(name) + " (" + RUN + ", " + KIND + ", " + columns("") + ")";
    }

    /**
     * That the run has noted the row of that alias: looked up row by row in the index, which OFFSET keeps PostgreSQL to. It has no
     * statistics of a run that is under way, takes it for one of a few rows, and would read all its notes for each.
     */
    String isNoted(RunId run, String alias) {
        return "EXISTS (SELECT 1 FROM " + quoted() + " j WHERE j." + RUN + " = " + Sql.literal(run.text()) + " AND "
                + Sql.same(identity, "j", alias) + " LIMIT 1 OFFSET 0)";
    }

    /**
     * Notes rows of the table as they are before the run writes them, those that it has not written yet, and locks them.
     *
     * @param which condition on the table {@code t}
     */
    void noteBefore(RunId run, String which, Object... parameters) throws SQLException {
        session.update(
                insert() + " SELECT " + Sql.literal(run.text()) + ", 'b', " + columns("t.") + " FROM " + target()
                        + " t WHERE (" + which + ") AND NOT " + isNoted(run, "t") + kind.forUpdate(),
                parameters);
    }

    /** Notes rows of the table as the run leaves them, in place of how it left them before. */
    void noteAfter(RunId run, String which) throws SQLException {
        // row by row in the index: see isNoted
        session.update("DELETE FROM " + quoted() + " WHERE "
                + kind.isAmong("SELECT (SELECT j." + kind.place() + " FROM " + quoted() + " j WHERE j." + RUN + " = "
                        + Sql.literal(run.text()) + " AND j." + KIND + " = 'a' AND " + Sql.same(identity, "j", "t")
                        + " LIMIT 1 OFFSET 0) FROM " + target() + " t WHERE " + which));
        session.update(insert() + " SELECT " + Sql.literal(run.text()) + ", 'a', " + columns("t.") + " FROM " + target()
                + " t WHERE " + which);
    }

    /** Tells the database what is in it now, before it is asked about whole runs. */
    void analyze() throws SQLException {
        kind.analyze(session.connection(), quoted());
    }

    void forget(RunId run) throws SQLException {
        session.update("DELETE FROM " + quoted() + " WHERE " + RUN + " = ?", run.text());
    }
}
