package io.strandline.store.database;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import java.util.Set;
import org.jooq.exception.DataAccessException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;
import org.sqlite.SQLiteException;

/**
 * What the databases' errors mean to an operator. Only fixed words, states and PostgreSQL's primary message are shown:
 * its detail can hold values.
 */
final class StoreErrors {
    /** Too many connections, a lock not had in time, a deadlock, two transactions that met. */
    private static final Set<String> PASSING = Set.of("53300", "55P03", "40P01", "40001");

    private final String store;

    /** Errors of the store of that name. */
    StoreErrors(String store) {
        this.store = store;
    }

    /** The error of the failed attempt to do {@code what}. */
    StrandlineException of(String what, Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StrandlineException known) {
                return known;
            }
            if (cause instanceof SQLiteException sqlite) {
                return sqlite(what, sqlite);
            }
            if (cause instanceof PSQLException postgresql) {
                return postgresql(what, postgresql);
            }
        }
        if (failure instanceof SQLException sql && sql.getSQLState() == null) {
            return new StrandlineException(
                    ErrorCode.STORE,
                    "store " + store + " has no free connection to " + what
                            + " with; nothing was done. Try again, or raise store.readers.",
                    failure);
        }
        return new StrandlineException(
                ErrorCode.STORE,
                "store " + store + " failed to " + what + " ("
                        + failure.getClass().getSimpleName() + "); the gateway's log has the cause.",
                failure);
    }

    private StrandlineException sqlite(String what, SQLiteException e) {
        // the primary code is the low byte of the extended one
        int primary = e.getResultCode().code & 0xff;
        return switch (primary) {
            case 5, 6 ->
                error(
                        ErrorCode.STORE,
                        "is locked by another process; could not " + what
                                + ". End the program that holds it open for writing, then try again.",
                        e);
            case 3, 8, 14, 23 ->
                error(
                        ErrorCode.STORE,
                        "cannot be written (" + e.getResultCode() + "); could not " + what
                                + ". The file and its directory must be writable by this user.",
                        e);
            case 13 ->
                error(ErrorCode.STORE, "has no room left on its disk; could not " + what + ". Free some space.", e);
            case 10 ->
                error(
                        ErrorCode.STORE,
                        "met an I/O error (" + e.getResultCode() + "); could not " + what + ". Check its disk.",
                        e);
            case 11, 26 ->
                error(
                        ErrorCode.CORRUPT,
                        (primary == 26 ? "is not a SQLite database" : "is corrupt") + "; could not " + what
                                + ". Bring back a backup, or name another file in store.url.",
                        e);
            default -> error(ErrorCode.STORE, "could not " + what + " (" + e.getResultCode() + ").", e);
        };
    }

    private StrandlineException postgresql(String what, PSQLException e) {
        String state = Optional.ofNullable(e.getSQLState()).orElse("");
        String said = Optional.ofNullable(e.getServerErrorMessage())
                .map(ServerErrorMessage::getMessage)
                .map(message -> ": " + message)
                .orElse("");
        if (state.startsWith("28")) {
            return error(ErrorCode.STORE, "refuses the login of store.user; check user and password.", e);
        }
        if (state.startsWith("08") || state.startsWith("57P")) {
            return error(
                    ErrorCode.STORE,
                    "does not answer; could not " + what + ". Check that PostgreSQL runs there and lets this host in.",
                    e);
        }
        String toDo = switch (state) {
            case "3D000" -> " Create that database, or correct store.url.";
            case "42501" -> " Grant that to store.user.";
            case "25006" -> " Name the primary server in store.url.";
            case "53100" -> " Free some space on its disk.";
            case "53300" -> " Raise max_connections there, or lower store.readers.";
            case "55P03", "40P01", "40001" -> " Try again.";
            default -> " Look at PostgreSQL's log.";
        };
        return error(ErrorCode.STORE, "could not " + what + " (" + state + said + ")." + toDo, e);
    }

    private StrandlineException error(ErrorCode code, String rest, Exception cause) {
        return new StrandlineException(code, "store " + store + " " + rest, cause);
    }

    /** Whether that is an error of the database, to be told in these words. */
    static boolean isOfDatabase(RuntimeException failure) {
        return failure instanceof DataAccessException;
    }

    /** Whether the database was asked and said that it does nothing, or was not asked. */
    static boolean isRefusal(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLTransientConnectionException) {
                return true;
            }
            if (cause instanceof PSQLException postgresql) {
                String state = Optional.ofNullable(postgresql.getSQLState()).orElse("");
                return postgresql.getServerErrorMessage() != null
                        && !state.startsWith("08")
                        && !state.startsWith("57P");
            }
        }
        return false;
    }

    /** Whether the database was away or held a lock, so that the same may succeed later. */
    static boolean mayPass(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLiteException sqlite) {
                int primary = sqlite.getResultCode().code & 0xff;
                return primary == 5 || primary == 6;
            }
            if (cause instanceof SQLTransientConnectionException) {
                return true;
            }
            if (cause instanceof PSQLException postgresql) {
                String state = Optional.ofNullable(postgresql.getSQLState()).orElse("");
                return state.startsWith("08") || state.startsWith("57P") || PASSING.contains(state);
            }
        }
        return false;
    }
}
