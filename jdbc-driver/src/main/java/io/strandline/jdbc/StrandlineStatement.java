package io.strandline.jdbc;

import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * What a Strandline statement can do beyond JDBC: name the idempotency key of an execution (GW-2).
 *
 * <p>Reached by {@code statement.unwrap(StrandlineStatement.class)}. Not thread-safe, as any {@link Statement}.
 */
public interface StrandlineStatement extends Statement {
    /**
     * Gives the next execution its key, for that execution only. A changing statement runs at most once under a key:
     * executed again with the same text and arguments it returns the answer of the first time.
     *
     * @param key 1 to 200 printable ASCII characters, or null to let the driver make one
     * @throws SQLException 22023 for any other text, 08003 if the statement is closed
     */
    void setIdempotencyKey(@Nullable String key) throws SQLException;

    /**
     * The key of the last execution, or the one set for the next; null before either.
     *
     * @throws SQLException if the statement is closed
     */
    @Nullable
    String getIdempotencyKey() throws SQLException;
}
