package io.strandline.sink.database;

import io.strandline.sink.NativeLoad;
import io.strandline.sink.Page;
import io.strandline.sink.RunId;
import io.strandline.sink.SchemaEvolution;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What one kind of database does otherwise than another. Stateless. */
interface DatabaseKind {
    /** Name of its connector. */
    String name();

    /** What its URLs begin with. */
    String urlPrefix();

    /** The table by OpenLineage's naming. */
    String datasetUri(DatabaseSettings settings);

    /** Whether who reads the database keeps others from committing to it. */
    boolean readersBlockWriters();

    /** Whether rows that are equal in SQL to a value of the column's type are all found by the database's own equality. */
    boolean finds(DatabaseTable.Column column);

    /** Whether rows come as they are read only within a transaction. */
    boolean streamsInTransaction();

    /** Connects; no transaction is open. */
    Connected connect(DatabaseSettings settings) throws SQLException;

    /** The table as it is now; empty if there is none of that name. */
    Optional<DatabaseTable> describe(Connection connection, String schema, String table) throws SQLException;

    /**
     * Puts the rows of a page into a table that has its columns, in their order.
     *
     * @param target quoted
     * @return how many the database says it took
     */
    long load(Connection connection, String target, Page page, DatabaseTable table) throws SQLException;

    /** Formats that it parses itself, by {@link #loadCsv}. */
    List<NativeLoad> nativeLoads();

    /**
     * Lets the database parse CSV, without a line of names, into columns of a table.
     *
     * @param target quoted
     * @return how many rows the database says it took
     */
    long loadCsv(Connection connection, String target, List<String> columns, InputStream csv) throws SQLException;

    /** Why a row's values cannot be sent as they are, or would not be held as they are; empty if neither. */
    Optional<String> unsendable(List<DatabaseTable.Column> columns, @Nullable Object[] row);

    /** Keeps others from writing the table until the transaction ends. */
    void lock(Connection connection, String table) throws SQLException;

    /** An operator that says that two values are the same, NULL too. */
    String isSame();

    /** The column as what can be compared. */
    String compared(DatabaseTable.Column column, String prefixed);

    /** The column as what equals a value that was read from it. */
    String shown(DatabaseTable.Column column, String prefixed);

    /** A query for the rows of the page table, counted from 1, whose key a later row of it has as the database compares. */
    String replaced(String pageTable, List<String> key);

    /** Whether columns of two types, as the database writes these, hold a value alike. */
    boolean isSameType(String one, String other);

    /** Whether a column of the first type holds each value of one of the second as it was. */
    boolean holds(String wide, String narrow);

    /** SQL that gives a column a wider type, where types are more than how a column is shown. */
    String retyped(String quotedTable, DatabaseTable.Column column);

    /** Before VALUES or SELECT of an insert of all columns, also those that the database would number itself. */
    String overriding();

    /**
     * Appends the rows of the page table and notes them as they are in the table after that.
     *
     * @return how many were appended
     */
    long appendNoted(Connection connection, DatabaseTable table, JournalTable journal, List<String> columns, RunId run)
            throws SQLException;

    /** After a SELECT, so that it waits for who writes the row. */
    String forUpdate();

    /** How many rows the last statement itself changed, its triggers aside. */
    long affected(Connection connection, long reported) throws SQLException;

    /** A value as a parameter of a statement. */
    Object parameter(Object value);

    /** What an index is made on. */
    String indexed(String schema, String table);

    /** Lets one at a time change tables under that name, until the transaction ends. */
    void serialise(Connection connection, String name) throws SQLException;

    /** Makes an empty table for rows of another, which refuses what that refuses where the database can copy this. */
    String stagingTable(String staging, String table);

    /**
     * Tables whose rows go or change where rows of this one go.
     *
     * @return a query for their names, whose parameters are schema and name; empty if the database has none such
     */
    List<String> cascades(Connection connection, String schema, String table) throws SQLException;

    /** A temporary table by its name and schema, so that no other of that name is meant. */
    String temporary(String table);

    /** Empties the page table. */
    String clear(String temporaryTable);

    /** What says where a row is, as long as nobody changes it. */
    String place();

    /** That the row's place is one of those that a query gives, which is run once. */
    String isAmong(String places);

    /** Counts anew what a table holds, where statements are planned by that; not while another one counts. */
    void analyze(Connection connection, String quoted) throws SQLException;

    /**
     * SQL that makes the changes which are not made yet.
     *
     * @throws io.strandline.common.StrandlineException {@code REFUSED} if the database cannot follow
     */
    List<String> evolution(String quotedTable, DatabaseTable live, SchemaEvolution evolution);
}
