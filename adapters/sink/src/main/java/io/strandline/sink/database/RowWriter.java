package io.strandline.sink.database;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.Page;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.WriteMode;
import java.io.InputStream;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Puts the rows of a page into the table, in the open transaction, and into the journal how they were and are (SNK-10). */
final class RowWriter {
    private static final String PAGE = "strandline_page";

    /** How often a page is written over if others insert its keys meanwhile. */
    private static final int ATTEMPTS = 5;

    private final Destination destination;
    private final Session session;
    private final DatabaseKind kind;

    RowWriter(Destination destination) {
        this.destination = destination;
        this.session = destination.session();
        this.kind = destination.kind();
    }

    /** Makes the table that pages go through anew. */
    void begin() throws SQLException {
        session.run("DROP TABLE IF EXISTS " + kind.temporary(PAGE));
        session.run(
                "CREATE TEMPORARY TABLE " + PAGE + " AS SELECT t.* FROM " + destination.quoted() + " t WHERE 1 = 0");
    }

    /** Writes the rows in the mode of the run; how many the database says it took. */
    long apply(Page page, SinkCallContext context) throws SQLException {
        if (page.isEmpty()) {
            return 0;
        }
        DatabaseTable table = destination.table();
        context.roundTrips().count();
        if (context.mode() == WriteMode.OVERWRITE) {
            return kind.load(session.connection(), Staging.quoted(destination, context.run()), page, table);
        }
        boolean journaled = destination.isJournaled(context.key());
        if (context.mode() == WriteMode.APPEND && !journaled) {
            return kind.load(session.connection(), destination.quoted(), page, table);
        }
        session.run(kind.clear(PAGE));
        kind.load(session.connection(), PAGE, page, table);
        return switch (context.mode()) {
            case APPEND -> append(page.schema().names(), context);
            case UPSERT -> upsert(page, context, journaled);
            case DELETE -> delete(page, context, journaled);
            case OVERWRITE -> throw new IllegalStateException("it is staged");
        };
    }

    /** Rows of the page, by their index, in whose place a later one is to be written, as the database compares keys (SNK-4). */
    Set<Integer> replaced(Page page, SinkCallContext context) throws SQLException {
        session.run(kind.clear(PAGE));
        kind.load(session.connection(), PAGE, page, destination.table());
        return Set.copyOf(session.query(kind.replaced(PAGE, context.key()), row -> row.getInt(1) - 1));
    }

    /**
     * Writes what the database parses itself, in a mode without a key.
     *
     * @return how many rows it took
     * @throws StrandlineException {@link ErrorCode#ROWS_UNACCOUNTED} if it read more
     */
    long load(List<String> columns, InputStream csv, SinkCallContext context) throws SQLException {
        context.roundTrips().count();
        if (context.mode() == WriteMode.OVERWRITE) {
            return kind.loadCsv(session.connection(), Staging.quoted(destination, context.run()), columns, csv);
        }
        if (!destination.isJournaled(context.key())) {
            return kind.loadCsv(session.connection(), destination.quoted(), columns, csv);
        }
        session.run(kind.clear(PAGE));
        long read = kind.loadCsv(session.connection(), PAGE, columns, csv);
        long appended = append(columns, context);
        if (appended != read) {
            throw new StrandlineException(
                    ErrorCode.ROWS_UNACCOUNTED,
                    destination.shown() + ": of " + read + " rows of the CSV the table took " + appended
                            + ". Look for triggers or rules that drop rows there. Nothing of it is written.");
        }
        return appended;
    }

    private long append(List<String> columns, SinkCallContext context) throws SQLException {
        return kind.appendNoted(
                session.connection(), destination.table(), destination.journal(context.key()), columns, context.run());
    }

    /**
     * Rows that are there are noted under a lock. One that another inserted after that is not in the journal, so the upsert
     * leaves it alone; then the page is tried again, and finds it.
     */
    private long upsert(Page page, SinkCallContext context, boolean journaled) throws SQLException {
        if (!journaled) {
            return session.update(upsert(page.schema().names(), context, ""));
        }
        JournalTable journal = destination.journal(context.key());
        String sql = upsert(page.schema().names(), context, " WHERE " + journal.isNoted(context.run(), "o"));
        for (int attempt = 1; ; attempt++) {
            Savepoint before = session.connection().setSavepoint();
            journal.noteBefore(context.run(), inPage(context.key()));
            long written = session.update(sql);
            if (written == page.size() || attempt == ATTEMPTS) {
                journal.noteAfter(context.run(), inPage(context.key()));
                return written;
            }
            session.connection().rollback(before);
        }
    }

    private String upsert(List<String> columns, SinkCallContext context, String where) {
        String set = columns.stream()
                .filter(column ->
                        columns.size() == context.key().size() || !context.key().contains(column))
                .map(column -> Sql.quote(column) + " = excluded." + Sql.quote(column))
                .collect(Collectors.joining(", "));
        return "INSERT INTO " + destination.quoted() + " AS o (" + Sql.columns(columns, "") + ")" + kind.overriding()
                + " SELECT " + Sql.columns(columns, "") + " FROM " + PAGE + " WHERE true ON CONFLICT ("
                + Sql.columns(context.key(), "") + ") DO UPDATE SET " + set + where;
    }

    /** Rows of the table {@code t} whose keys are in the page, found from the page. */
    private static String inPage(List<String> key) {
        return "(" + Sql.columns(key, "t.") + ") IN (SELECT " + Sql.columns(key, "p.") + " FROM " + PAGE + " p)";
    }

    /** Deletes what is noted: what another inserts meanwhile comes after the run. */
    private long delete(Page page, SinkCallContext context, boolean journaled) throws SQLException {
        String which = inPage(context.key());
        if (journaled) {
            JournalTable journal = destination.journal(context.key());
            journal.noteBefore(context.run(), which);
            which += " AND " + journal.isNoted(context.run(), "t");
        }
        long there = session.count("SELECT count(*) FROM " + destination.quoted() + " t WHERE " + which);
        long gone = session.update("DELETE FROM " + destination.quoted() + " AS t WHERE " + which);
        return page.size() - (there - gone);
    }
}
