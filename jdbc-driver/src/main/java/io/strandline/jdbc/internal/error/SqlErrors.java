package io.strandline.jdbc.internal.error;

import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the {@link SQLException} of the class that belongs to a SQLSTATE. Stateless. */
public final class SqlErrors {
    /**
     * State prefixes, the longest first where one begins another. 40003 is not a
     * {@link SQLTransactionRollbackException}: that class invites a retry, and a statement whose outcome is unknown must
     * not be repeated by a framework.
     */
    private static final List<Row> CLASSES = List.of(
            new Row("08001", SQLTransientConnectionException::new),
            new Row("08006", SQLTransientConnectionException::new),
            new Row("08", SQLNonTransientConnectionException::new),
            new Row("0A", SQLFeatureNotSupportedException::new),
            new Row("22", SQLDataException::new),
            new Row("23", SQLIntegrityConstraintViolationException::new),
            new Row("28", SQLInvalidAuthorizationSpecException::new),
            new Row("40003", SQLNonTransientException::new),
            new Row("40", SQLTransactionRollbackException::new),
            new Row("42", SQLSyntaxErrorException::new),
            new Row("53", SQLTransientException::new),
            new Row("55P03", SQLTransientException::new),
            new Row("07", SQLNonTransientException::new),
            new Row("24", SQLNonTransientException::new),
            new Row("25", SQLNonTransientException::new),
            new Row("26", SQLNonTransientException::new),
            new Row("54", SQLNonTransientException::new),
            new Row("55", SQLNonTransientException::new),
            new Row("XX", SQLNonTransientException::new),
            new Row("HYT", SQLTimeoutException::new));

    private SqlErrors() {}

    /** An error of the driver itself. */
    public static SQLException of(String state, String message) {
        return of(state, 0, message, null);
    }

    /** An error of the driver itself, with what caused it. */
    public static SQLException of(String state, String message, @Nullable Throwable cause) {
        return of(state, 0, message, cause);
    }

    /** An error with a vendor code. */
    public static SQLException of(String state, int vendorCode, String message, @Nullable Throwable cause) {
        for (Row row : CLASSES) {
            if (state.startsWith(row.prefix)) {
                return row.maker.make(message, state, vendorCode, cause);
            }
        }
        return new SQLException(message, state, vendorCode, cause);
    }

    /** What the driver cannot do, said of the method that was called. */
    public static SQLException unsupported(String what) {
        return of(SqlState.UNSUPPORTED, what + " is not supported by Strandline");
    }

    private interface Maker {
        SQLException make(String message, String state, int vendorCode, @Nullable Throwable cause);
    }

    private static final class Row {
        private final String prefix;
        private final Maker maker;

        Row(String prefix, Maker maker) {
            this.prefix = prefix;
            this.maker = maker;
        }
    }
}
