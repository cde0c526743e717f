package io.strandline.jdbc.internal.wire;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.io.IOException;
import java.sql.SQLException;
import org.apache.calcite.avatica.remote.Service.ErrorResponse;
import org.apache.calcite.avatica.remote.Service.Response;

/** Reads HTTP answers, and turns Avatica's errors into those of JDBC. Stateless. */
final class Answers {
    private static final int OK = 200;
    private static final int CLIENT_ERROR = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int TOO_LARGE = 413;
    private static final int SERVER_ERROR = 500;

    private Answers() {}

    /**
     * The message of an answer, an error of the gateway included.
     *
     * @throws SQLException if the status says that the request was refused before it was looked at
     * @throws IOException if there is no whole message: a proxy's page, or one cut off
     */
    static Response read(HttpAnswer answer, String place) throws IOException, SQLException {
        if (answer.body().length > 0) {
            try {
                return SmileCodec.decode(answer.body());
            } catch (IOException e) {
                if (answer.status() == OK || answer.status() == SERVER_ERROR) {
                    throw e;
                }
            }
        }
        switch (answer.status()) {
            case UNAUTHORIZED:
                throw SqlErrors.of(SqlState.BAD_LOGIN, place + " refused the login; check user and password");
            case TOO_LARGE:
                throw SqlErrors.of(SqlState.TOO_LARGE, "the statement is larger than " + place + " takes");
            default:
                if (answer.status() >= CLIENT_ERROR && answer.status() < SERVER_ERROR) {
                    throw SqlErrors.of(
                            SqlState.CONNECTION_REFUSED,
                            place + " refused the request (HTTP " + answer.status() + "); is it a Strandline gateway?");
                }
                // of a proxy between us, which cannot say what the gateway did
                throw new IOException("HTTP " + answer.status() + " without a message of the gateway");
        }
    }

    /** The exception of an error message; Avatica's own codes for a missing connection and login are given states. */
    static SQLException toException(ErrorResponse error) {
        String state = error.sqlState;
        if (state == null || state.isEmpty() || ErrorResponse.UNKNOWN_SQL_STATE.equals(state)) {
            state = error.errorCode == ErrorResponse.MISSING_CONNECTION_ERROR_CODE
                    ? SqlState.CONNECTION_GONE
                    : SqlState.GENERAL;
        } else if (ErrorResponse.UNAUTHORIZED_SQL_STATE.equals(state)) {
            state = SqlState.BAD_LOGIN;
        }
        String message = error.errorMessage == null ? "the gateway gave no reason" : error.errorMessage;
        return SqlErrors.of(state, error.errorCode, message, null);
    }
}
