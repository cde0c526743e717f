package io.strandline.catalog.iceberg;

import java.sql.SQLException;
import java.util.Set;

/** Tells a database's refusal, after which nothing was changed, from a failure that may have come after the change. */
final class LostAnswers {
    /**
     * SQLite's primary result codes after which a statement of its own transaction has changed nothing: ERROR, PERM, BUSY,
     * LOCKED, READONLY, CANTOPEN, SCHEMA, CONSTRAINT, AUTH, NOTADB (sqlite.org/rescode.html).
     */
    private static final Set<Integer> SQLITE_REFUSALS = Set.of(1, 3, 5, 6, 8, 14, 17, 19, 23, 26);

    private LostAnswers() {}

    /** Whether the database itself said no. */
    static boolean isAnswer(SQLException failure) {
        if (failure instanceof org.sqlite.SQLiteException sqlite) {
            return SQLITE_REFUSALS.contains(sqlite.getResultCode().code & 0xff);
        }
        String state = failure.getSQLState();
        // 08 is the connection, 57P the server going away; without a state nothing is known
        return state != null && !state.startsWith("08") && !state.startsWith("57P");
    }
}
