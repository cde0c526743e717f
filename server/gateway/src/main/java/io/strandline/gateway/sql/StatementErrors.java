package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.Optional;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Makes a coded error of whatever planning or running a statement throws, Calcite's {@link Error}s included. No class name,
 * no generated code and none of Calcite's words for its own insides come through; the cause is kept for the log.
 */
public final class StatementErrors {
    private static final int MESSAGE_LIMIT = 500;

    private StatementErrors() {}

    /** What planning threw; names are looked up to say what is meant instead. */
    static StrandlineException whilePlanning(
            Throwable failure, @Nullable SqlNode statement, StatementSchemas schemas, SessionOptions options) {
        StrandlineException own = find(failure, StrandlineException.class);
        if (own != null) {
            return own;
        }
        CalciteContextException placed = find(failure, CalciteContextException.class);
        if (placed != null) {
            return new ValidationErrors(schemas, options, statement).translate(placed);
        }
        return computing(failure)
                .orElseGet(() -> new StrandlineException(
                        ErrorCode.NOT_SUPPORTED,
                        "this statement cannot be planned. Give parameters a type, as in CAST(? AS BIGINT), write it in"
                                + " simpler parts, or report it with its text.",
                        failure));
    }

    /** What running threw. */
    public static StrandlineException whileRunning(Throwable failure) {
        StrandlineException own = find(failure, StrandlineException.class);
        if (own != null) {
            return own;
        }
        return computing(failure)
                .orElseGet(() -> new StrandlineException(
                        ErrorCode.INTERNAL,
                        "the statement failed by a fault of the gateway, whose log has the details. Please report it"
                                + " with the statement's text.",
                        failure));
    }

    /** Errors of computing values, which constants make while planning already. */
    private static Optional<StrandlineException> computing(Throwable failure) {
        if (find(failure, StackOverflowError.class) != null) {
            return error(ErrorCode.LIMIT_EXCEEDED, "the statement is nested too deeply. Make it flatter.", failure);
        }
        if (find(failure, OutOfMemoryError.class) != null) {
            return error(
                    ErrorCode.LIMIT_EXCEEDED,
                    "the statement needs more memory than the gateway has. Ask for less, or add a LIMIT.",
                    failure);
        }
        return ValueErrors.translate(failure);
    }

    static Optional<StrandlineException> error(ErrorCode code, String message, Throwable cause) {
        return Optional.of(new StrandlineException(code, Text.cut(message, MESSAGE_LIMIT), cause));
    }

    /** The first of that class among the failure and its causes. */
    static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < 50; depth++) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
            for (Throwable suppressed : cause.getSuppressed()) {
                if (type.isInstance(suppressed)) {
                    return type.cast(suppressed);
                }
            }
            cause = cause.getCause();
        }
        return null;
    }
}
