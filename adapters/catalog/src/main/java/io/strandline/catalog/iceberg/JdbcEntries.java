package io.strandline.catalog.iceberg;

import io.strandline.common.TableRef;
import java.sql.SQLException;
import java.util.concurrent.Callable;

/** Changes of a JDBC catalog's rows that leave the tables' files alone. Each is one statement, sent once. */
record JdbcEntries(JdbcTables tables, JdbcChanges changes) {
    Callable<Boolean> register(TableRef ref, String metadataFile) throws SQLException {
        requireNamespace(ref);
        return () -> sent(ref, "registration", connection -> {
            tables.insert(connection, ref, metadataFile);
            return true;
        });
    }

    Callable<Boolean> rename(TableRef from, TableRef to) throws SQLException {
        requireNamespace(to);
        return () -> {
            if (!sent(from, "rename", connection -> tables.rename(connection, from, to))) {
                throw Commits.changedMeanwhile(from, null);
            }
            return true;
        };
    }

    private boolean sent(TableRef ref, String what, JdbcChanges.Change change) throws SQLException {
        try {
            return changes.once(what, ref, change);
        } catch (SQLException e) {
            if (JdbcCommit.isTaken(e)) {
                throw Commits.changedMeanwhile(ref, e);
            }
            throw e;
        }
    }

    private void requireNamespace(TableRef ref) throws SQLException {
        try (var connection = changes.connections().getConnection()) {
            if (!JdbcTables.canName(ref.namespace())
                    || !tables.namespaces(connection).containsKey(ref.namespace())) {
                throw Commits.noNamespace(ref);
            }
        }
    }
}
