package io.strandline.jdbc.internal.client;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.MetaImpl;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.remote.TypedValue;

/**
 * What Avatica's base classes find where they expect a server: ids for statements, and nothing else. Every request goes
 * through {@link io.strandline.jdbc.internal.wire.Session}; Avatica's ways of running a statement again (retries, {@code
 * syncResults}, reconnection) end here. Thread-safe.
 */
final class NoMeta extends MetaImpl {
    private final AtomicInteger lastId = new AtomicInteger();

    NoMeta(AvaticaConnection connection) {
        super(connection);
    }

    /** Ids are given here, from 1; the gateway makes a statement on first sight, so this costs no request. */
    @Override
    public StatementHandle createStatement(ConnectionHandle ch) {
        return new StatementHandle(ch.id, lastId.incrementAndGet(), null);
    }

    @Override
    public void closeStatement(StatementHandle h) {
        // told to the gateway by the statement itself, where there is something to free
    }

    @Override
    public StatementHandle prepare(ConnectionHandle ch, String sql, long maxRowCount) {
        throw unreachable();
    }

    @Override
    @Deprecated
    public ExecuteResult prepareAndExecute(StatementHandle h, String sql, long maxRowCount, PrepareCallback callback) {
        throw unreachable();
    }

    @Override
    public ExecuteResult prepareAndExecute(
            StatementHandle h, String sql, long maxRowCount, int maxRowsInFirstFrame, PrepareCallback callback) {
        throw unreachable();
    }

    @Override
    public ExecuteBatchResult prepareAndExecuteBatch(StatementHandle h, List<String> sqlCommands) {
        throw unreachable();
    }

    @Override
    public ExecuteBatchResult executeBatch(StatementHandle h, List<List<TypedValue>> parameterValues) {
        throw unreachable();
    }

    @Override
    public Frame fetch(StatementHandle h, long offset, int fetchMaxRowCount) {
        throw unreachable();
    }

    @Override
    @Deprecated
    public ExecuteResult execute(StatementHandle h, List<TypedValue> parameterValues, long maxRowCount) {
        throw unreachable();
    }

    @Override
    public ExecuteResult execute(StatementHandle h, List<TypedValue> parameterValues, int maxRowsInFirstFrame) {
        throw unreachable();
    }

    @Override
    public boolean syncResults(StatementHandle h, QueryState state, long offset) {
        throw unreachable();
    }

    @Override
    public void commit(ConnectionHandle ch) {
        throw unreachable();
    }

    @Override
    public void rollback(ConnectionHandle ch) {
        throw unreachable();
    }

    private static IllegalStateException unreachable() {
        return new IllegalStateException("requests do not go through Avatica's Meta");
    }
}
