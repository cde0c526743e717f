package io.strandline.catalog.iceberg;

import com.zaxxer.hikari.HikariDataSource;
import io.strandline.catalog.Secrets;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.sql.Connection;
import java.sql.SQLException;

/** Changes of a catalog's database, each sent once: Iceberg's pool would send it again after a lost answer. */
record JdbcChanges(HikariDataSource connections, Secrets secrets) {
    /** One statement, committed by itself. */
    @FunctionalInterface
    interface Change {
        /** Sends it; whether it found what it changes. */
        boolean send(Connection connection) throws SQLException;
    }

    /**
     * Sends a change.
     *
     * @param what what it is, for messages
     * @throws SQLException if the database said no: nothing was changed
     * @throws StrandlineException {@code OUTCOME_UNKNOWN} if its answer was lost
     */
    boolean once(String what, TableRef ref, Change change) throws SQLException {
        Connection connection = connections.getConnection();
        boolean changed;
        try {
            changed = change.send(connection);
        } catch (SQLException e) {
            closeQuietly(connection, e);
            if (LostAnswers.isAnswer(e)) {
                throw e;
            }
            throw LostAnswers.unknown(ref, what, secrets.describe(e), e);
        }
        try {
            connection.close();
        } catch (SQLException e) {
            // the change is made for certain; a connection that does not close is the pool's to discard
            connections.evictConnection(connection);
        }
        return changed;
    }

    private static void closeQuietly(Connection connection, SQLException failure) {
        try {
            connection.close();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }
}
