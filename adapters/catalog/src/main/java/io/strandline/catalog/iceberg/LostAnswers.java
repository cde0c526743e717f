package io.strandline.catalog.iceberg;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.sql.SQLException;
import java.util.Set;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.exceptions.ValidationException;

/** Tells a database's refusal, after which nothing was changed, from a failure that may have come after the change. */
final class LostAnswers {
    /**
     * SQLite's primary result codes after which a statement of its own transaction has changed nothing: ERROR, PERM, BUSY,
     * LOCKED, READONLY, CANTOPEN, SCHEMA, CONSTRAINT, AUTH, NOTADB (sqlite.org/rescode.html).
     */
    private static final Set<Integer> SQLITE_REFUSALS = Set.of(1, 3, 5, 6, 8, 14, 17, 19, 23, 26);

    private LostAnswers() {}

    /** Whether a catalog itself said no, by the exceptions Iceberg's clients tell that with. */
    static boolean isAnswer(RuntimeException failure) {
        return failure instanceof ForbiddenException
                || failure instanceof NotAuthorizedException
                || failure instanceof BadRequestException
                || failure instanceof RestAnswer.NotTaken
                || failure instanceof ValidationException
                || failure instanceof AlreadyExistsException
                || failure instanceof IllegalArgumentException
                || failure instanceof UnsupportedOperationException;
    }

    /** The error of a change whose answer was lost: to look, not to repeat. */
    static StrandlineException unknown(TableRef ref, String change, String cause, Exception failure) {
        return new StrandlineException(
                ErrorCode.OUTCOME_UNKNOWN,
                ref + ": the catalog's answer to the " + change + " was lost: " + cause
                        + ". It may have been made; look before you repeat it.",
                failure);
    }

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
