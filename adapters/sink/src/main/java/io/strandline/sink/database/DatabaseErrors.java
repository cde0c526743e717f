package io.strandline.sink.database;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.WriteMode;
import java.sql.SQLException;
import org.postgresql.util.PSQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What a database's errors mean here. */
final class DatabaseErrors {
    /** A statement that was cancelled. */
    private static final String STOPPED = "57014";

    private static final String REFERRED =
            "Rows of another table refer to rows that would go: delete or change those first.";

    private DatabaseErrors() {}

    /** Whether it is a row's fault: its values do not convert, or a constraint refuses them. */
    static boolean isOfRow(SQLException e) {
        String state = state(e);
        if (e instanceof SQLiteException lite) {
            int primary = lite.getResultCode().code & 0xff;
            return primary == SQLiteErrorCode.SQLITE_CONSTRAINT.code || primary == SQLiteErrorCode.SQLITE_MISMATCH.code;
        }
        // 0A: a generated column; 22: data; 23: constraints; P0001: what a trigger raises
        return state.startsWith("22") || state.startsWith("23") || "P0001".equals(state);
    }

    /** Whether two rows of one statement are to be written in one place, since the database holds their keys equal. */
    static boolean isOfEqualKeys(SQLException e) {
        return "21000".equals(state(e));
    }

    /** Whether rows of another table refer to rows that would go, or would refer to rows that are not there. */
    static boolean isOfReference(SQLException e) {
        if (e instanceof SQLiteException lite) {
            return lite.getResultCode() == SQLiteErrorCode.SQLITE_CONSTRAINT_FOREIGNKEY;
        }
        return "23503".equals(state(e)) || "23001".equals(state(e));
    }

    /** Why a row is refused, in words. */
    static String reason(SQLException e, WriteMode mode) {
        return mode == WriteMode.DELETE && isOfReference(e) ? message(e) + ". " + REFERRED : message(e);
    }

    /** Whether the database refused to commit, and says so: what was to be committed is undone. Otherwise its answer is lost. */
    static boolean isRefusedCommit(SQLException e) {
        if (e instanceof SQLiteException lite) {
            int primary = lite.getResultCode().code & 0xff;
            return isOfRow(e)
                    || primary == SQLiteErrorCode.SQLITE_INTERRUPT.code
                    || primary == SQLiteErrorCode.SQLITE_BUSY.code
                    || primary == SQLiteErrorCode.SQLITE_FULL.code;
        }
        return isOfRow(e) || state(e).startsWith("40") || STOPPED.equals(state(e));
    }

    private static String state(SQLException e) {
        String state = e.getSQLState();
        return state == null ? "" : state;
    }

    /** Nothing was changed. */
    static StrandlineException of(String object, String what, SQLException e) {
        return new StrandlineException(
                code(e),
                object + ": it could not " + what + ": " + message(e) + ". Nothing was changed by that."
                        + (isOfReference(e) ? " " + REFERRED : ""),
                e);
    }

    private static ErrorCode code(SQLException e) {
        if (isOfReference(e)) {
            return ErrorCode.REFUSED;
        }
        if (e instanceof SQLiteException lite) {
            int primary = lite.getResultCode().code & 0xff;
            if (primary == SQLiteErrorCode.SQLITE_INTERRUPT.code) {
                return ErrorCode.CANCELLED;
            }
            return primary == SQLiteErrorCode.SQLITE_BUSY.code || primary == SQLiteErrorCode.SQLITE_LOCKED.code
                    ? ErrorCode.CONFLICT
                    : ErrorCode.BACKEND;
        }
        String state = state(e);
        if (state.startsWith("40") || "55P03".equals(state)) {
            return ErrorCode.CONFLICT;
        }
        return switch (state) {
            case STOPPED -> ErrorCode.CANCELLED;
            case "42P01", "3F000" -> ErrorCode.NO_SUCH_TABLE;
            case "42501" -> ErrorCode.REFUSED;
            default -> ErrorCode.BACKEND;
        };
    }

    /** Where in what was loaded the database found the fault, as it says it; empty if it does not. */
    static String place(SQLException e) {
        if (e instanceof PSQLException server && server.getServerErrorMessage() != null) {
            String where = server.getServerErrorMessage().getWhere();
            return where == null
                    ? ""
                    : " (" + where.lines().findFirst().orElse("") + ", not counting the line of names)";
        }
        return "";
    }

    /** The first line, without a full stop. */
    static String message(SQLException e) {
        String text = StrandlineException.describe(e);
        int end = text.indexOf('\n');
        String line = end < 0 ? text : text.substring(0, end);
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }
}
