package io.strandline.jdbc.internal.client;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import io.strandline.jdbc.internal.text.SqlText;
import io.strandline.jdbc.internal.wire.Call;
import java.sql.BatchUpdateException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.calcite.avatica.AvaticaResultSet;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.Service.CloseStatementRequest;
import org.apache.calcite.avatica.remote.Service.CloseStatementResponse;
import org.apache.calcite.avatica.remote.Service.ExecuteResponse;
import org.apache.calcite.avatica.remote.Service.PrepareAndExecuteRequest;
import org.apache.calcite.avatica.remote.Service.Request;
import org.apache.calcite.avatica.remote.Service.Response;
import org.apache.calcite.avatica.remote.Service.ResultSetResponse;
import org.jspecify.annotations.Nullable;

/**
 * A statement: one request for an execution, under an idempotency key, sent once (GW-1, GW-2). Not thread-safe, but for
 * {@link #cancel}.
 */
class GatewayStatement extends StatementBasics {
    private static final Logger LOG = Logger.getLogger(GatewayStatement.class.getName());

    private final List<String> batch = new ArrayList<>();
    private boolean cursorLeftOpen;
    private final UnderWay underWay = new UnderWay();

    GatewayStatement(
            GatewayConnection connection,
            Meta.@Nullable StatementHandle handle,
            int type,
            int concurrency,
            int holdability) {
        super(connection, handle, type, concurrency, holdability);
    }

    // -- one exchange ---------------------------------------------------------------------------------------------

    /** Sends an execution and takes its first result; whatever was open before is closed. */
    final void run(String sql, Request request) throws SQLException {
        closeCurrent();
        ExecuteResponse response = send(request, ExecuteResponse.class, execution(sql));
        if (response.missingStatement) {
            throw missing();
        }
        if (!response.results.isEmpty()) {
            accept(response.results.get(0));
        }
        if (SqlText.mayChangeTimeZone(sql)) {
            gateway().readZone();
        }
        String key = SqlText.idempotencyKey(sql);
        if (key != null) {
            gateway().keepKey(key);
        }
        executed(openResultSet);
    }

    /** The terms of an execution that begins now, with a fresh key unless the user gave one: here, or by SET for a change. */
    final Call execution(String sql) throws SQLException {
        clearWarnings();
        boolean change = !SqlText.isRead(sql);
        String ofSession = change ? gateway().takeKey() : null;
        String own = takeGivenKey();
        String given = own == null ? ofSession : own;
        String key = given == null ? UUID.randomUUID().toString() : given;
        runsUnder(key);
        return Call.execution(change, key, given != null, timeout());
    }

    final <T extends Response> T send(Request request, Class<T> expected, Call call) throws SQLException {
        CountDownLatch begun = underWay.begins();
        try {
            T response = gateway().session().send(request, expected, call);
            warn(call.warnings());
            return response;
        } finally {
            underWay.ends(begun);
        }
    }

    private void accept(ResultSetResponse result) throws SQLException {
        if (result.updateCount != -1 || result.signature == null) {
            updateCount = result.updateCount;
            return;
        }
        synchronized (this) {
            openResultSet = GatewayResultSet.of(this, result.signature, result.firstFrame);
        }
    }

    /** Called after each execution with its rows, if it has any. */
    void executed(@Nullable AvaticaResultSet rows) throws SQLException {
        // a call looks at its first row here
    }

    private void closeCurrent() throws SQLException {
        AvaticaResultSet current = openResultSet;
        openResultSet = null;
        updateCount = -1;
        if (current != null) {
            boolean completes = closeOnCompletion;
            closeOnCompletion = false; // executed again, the statement is not complete
            current.close();
            closeOnCompletion = completes;
        }
        cursorLeftOpen = false; // the gateway frees a cursor when its statement runs again
    }

    final UnderWay underWay() {
        return underWay;
    }

    final SQLException missing() {
        return SqlErrors.of(
                SqlState.STATEMENT_GONE,
                "the gateway no longer has this statement or its rows; nothing was run again by itself. Run the"
                        + " statement again");
    }

    /** Whether the gateway must be told of the close. */
    boolean holdsSomethingAtGateway() {
        return cursorLeftOpen;
    }

    final void leaveCursorOpen() {
        cursorLeftOpen = true;
    }

    // -- execution ------------------------------------------------------------------------------------------------

    @Override
    protected void executeInternal(String sql) throws SQLException {
        long limit = getLargeMaxRows();
        run(
                sql,
                new PrepareAndExecuteRequest(
                        handle.connectionId, handle.id, sql, limit <= 0 ? -1 : limit, maxRowsInFrame()));
    }

    @Override
    public ResultSet executeQuery(String sql) throws SQLException {
        execute(sql);
        return rows();
    }

    /** The rows of the last execution. */
    final ResultSet rows() throws SQLException {
        ResultSet rows = openResultSet;
        if (rows == null) {
            throw SqlErrors.of(
                    SqlState.BAD_CURSOR_STATE,
                    "the statement was done but returns no rows (update count " + updateCount
                            + "); run such a statement with execute or executeUpdate");
        }
        return rows;
    }

    @Override
    public boolean execute(String sql) throws SQLException {
        refuseIfPrepared("execute");
        executeInternal(sql);
        return openResultSet != null;
    }

    @Override
    public long executeLargeUpdate(String sql) throws SQLException {
        refuseIfPrepared("executeUpdate");
        executeInternal(sql);
        return updates(sql);
    }

    private void refuseIfPrepared(String method) throws SQLException {
        checkOpen();
        if (this instanceof PreparedStatement) {
            throw SqlErrors.of(
                    SqlState.OUT_OF_SEQUENCE, method + " with a text is not for a prepared statement; it has its own");
        }
    }

    /** The update count; a CALL that answers with rows has done its work and counts 0. */
    final long updates(String sql) throws SQLException {
        if (openResultSet == null) {
            return Math.max(0, updateCount);
        }
        closeCurrent();
        if (SqlText.isRead(sql)) {
            throw SqlErrors.of(SqlState.BAD_CURSOR_STATE, "the statement returns rows; run it with executeQuery");
        }
        return 0;
    }

    @Override
    public boolean getMoreResults(int current) throws SQLException {
        checkOpen();
        if (current != CLOSE_CURRENT_RESULT && current != KEEP_CURRENT_RESULT && current != CLOSE_ALL_RESULTS) {
            throw SqlErrors.of(SqlState.BAD_ARGUMENT, current + " is no constant for getMoreResults");
        }
        AvaticaResultSet rows = openResultSet;
        openResultSet = null;
        updateCount = -1;
        if (rows != null && current != KEEP_CURRENT_RESULT) {
            rows.close();
        }
        return false;
    }

    // -- batches: each statement is its own execution, under its own key ------------------------------------------

    @Override
    public void addBatch(String sql) throws SQLException {
        refuseIfPrepared("addBatch");
        batch.add(sql);
    }

    @Override
    public void clearBatch() throws SQLException {
        checkOpen();
        batch.clear();
    }

    @Override
    public long[] executeLargeBatch() throws SQLException {
        checkOpen();
        List<String> statements = List.copyOf(batch);
        batch.clear();
        long[] counts = new long[statements.size()];
        for (int i = 0; i < counts.length; i++) {
            try {
                counts[i] = executeLargeUpdate(statements.get(i));
            } catch (SQLException e) {
                throw batchFailure(e, Arrays.copyOf(counts, i));
            }
        }
        return counts;
    }

    static BatchUpdateException batchFailure(SQLException e, long[] done) {
        return new BatchUpdateException(e.getMessage(), e.getSQLState(), e.getErrorCode(), done, e);
    }

    // -- end ------------------------------------------------------------------------------------------------------

    /**
     * Stops what runs now, at the gateway, and a result whose rows are not all read: between two of its frames nothing runs, and
     * who cancels cannot know. With neither it does nothing. May be called at any time.
     */
    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // a lock would wait for what it is to stop
    public void cancel() throws SQLException {
        checkOpen();
        AvaticaResultSet open = openResultSet;
        boolean halfRead = open instanceof GatewayResultSet && ((GatewayResultSet) open).endAfterThis();
        if (!stopWhatRuns() && halfRead) {
            forget();
        }
    }

    /** Whether anything ran. */
    final boolean stopWhatRuns() throws SQLException {
        return underWay.stop(this::forget);
    }

    private void forget() throws SQLException {
        forgotten();
        closeAtGateway();
    }

    /** Called when the gateway is told to forget the statement while it stays open here. */
    void forgotten() {
        // a plain statement is known again as soon as it is executed
    }

    private void closeAtGateway() throws SQLException {
        gateway()
                .session()
                .send(
                        new CloseStatementRequest(handle.connectionId, handle.id),
                        CloseStatementResponse.class,
                        Call.question());
    }

    @Override
    protected void close_() {
        if (closed) {
            return;
        }
        super.close_();
        if (holdsSomethingAtGateway() && !gateway().session().isGone()) {
            try {
                closeAtGateway();
            } catch (SQLException e) {
                LOG.log(Level.FINE, "the gateway frees this statement with its session", e);
            }
        }
    }
}
