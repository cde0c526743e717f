package io.strandline.catalog.trino;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.sql.SQLException;

/** What an error of Trino's driver says, by the codes of Trino's {@code StandardErrorCode}. */
final class TrinoErrors {
    private static final int NOT_FOUND = 9;
    private static final int CATALOG_NOT_FOUND = 44;
    private static final int SCHEMA_NOT_FOUND = 45;
    private static final int TABLE_NOT_FOUND = 46;
    private static final int TABLE_ALREADY_EXISTS = 50;
    /** Codes below are the user's errors, which Trino finds before it changes anything; above, something broke on the way. */
    private static final int FIRST_INTERNAL = 0x1_0000;

    private TrinoErrors() {}

    /** A change that Trino is asked for. */
    @FunctionalInterface
    interface Change {
        boolean make() throws SQLException;
    }

    static boolean isNoTable(SQLException error) {
        return error.getErrorCode() == TABLE_NOT_FOUND;
    }

    /**
     * Makes a change, and says what its error means.
     *
     * @return false if there is no such table to change
     * @throws StrandlineException {@code CONFLICT} if there is a table of the name, {@code NO_SUCH_SCHEMA}, {@code REFUSED} if
     *     Trino refused it; {@code OUTCOME_UNKNOWN} if it may have been made
     */
    static boolean changed(TableRef table, String what, TrinoConfig config, Change change) {
        try {
            return change.make();
        } catch (SQLException e) {
            if (isNoTable(e)) {
                return false;
            }
            String told = config.secrets().describe(e);
            if (!isAnswer(e)) {
                throw new StrandlineException(
                        ErrorCode.OUTCOME_UNKNOWN,
                        table + ": the " + what + " may have been made: " + told + ". Look before you repeat it.",
                        e);
            }
            ErrorCode code = switch (e.getErrorCode()) {
                case TABLE_ALREADY_EXISTS -> ErrorCode.CONFLICT;
                case NOT_FOUND, CATALOG_NOT_FOUND, SCHEMA_NOT_FOUND -> ErrorCode.NO_SUCH_SCHEMA;
                default -> ErrorCode.REFUSED;
            };
            throw new StrandlineException(code, table + ": Trino refused the " + what + ": " + told, e);
        }
    }

    /** Whether Trino itself said no. A failure on the way to it has no code either, but another text. */
    private static boolean isAnswer(SQLException error) {
        String message = error.getMessage();
        return message != null && message.startsWith("Query failed") && error.getErrorCode() < FIRST_INTERNAL;
    }
}
