package io.strandline.jdbc.internal.client;

import io.strandline.jdbc.StrandlineStatement;
import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import io.strandline.jdbc.internal.text.SqlText;
import io.strandline.jdbc.internal.wire.Effect;
import java.sql.BatchUpdateException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.AvaticaResultSet;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.Service.CloseStatementRequest;
import org.apache.calcite.avatica.remote.Service.CloseStatementResponse;
import org.apache.calcite.avatica.remote.Service.ExecuteResponse;
import org.apache.calcite.avatica.remote.Service.FetchRequest;
import org.apache.calcite.avatica.remote.Service.FetchResponse;
import org.apache.calcite.avatica.remote.Service.PrepareAndExecuteRequest;
import org.apache.calcite.avatica.remote.Service.Request;
import org.apache.calcite.avatica.remote.Service.Response;
import org.apache.calcite.avatica.remote.Service.ResultSetResponse;
import org.jspecify.annotations.Nullable;

/**
 * A statement: one request for an execution, under an idempotency key, sent once (GW-1, GW-2). Not thread-safe, but for
 * {@link #cancel}.
 */
class GatewayStatement extends AvaticaStatement implements StrandlineStatement {
    private static final Logger LOG = Logger.getLogger(GatewayStatement.class.getName());
    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,200}");

    private final GatewayConnection gateway;
    private final List<String> batch = new ArrayList<>();
    private @Nullable String nextKey;
    private @Nullable String lastKey;
    private @Nullable SQLWarning warnings;
    private boolean cursorLeftOpen;
    private boolean poolable;
    private volatile boolean running;

    GatewayStatement(
            GatewayConnection connection,
            Meta.@Nullable StatementHandle handle,
            int type,
            int concurrency,
            int holdability) {
        super(connection, handle, type, concurrency, holdability);
        this.gateway = connection;
    }

    // -- what a prepared statement shares ------------------------------------------------------------------------

    /** Builds a request just before it is sent, when the statement's id and the arguments are known. */
    interface Building {
        Request request() throws SQLException;
    }

    /** Sends an execution and takes its first result; whatever was open before is closed. */
    final void run(String sql, Building building) throws SQLException {
        checkOpen();
        closeCurrent();
        warnings = null;
        ExecuteResponse response = send(sql, building.request(), ExecuteResponse.class);
        if (response.missingStatement) {
            throw missing();
        }
        if (!response.results.isEmpty()) {
            accept(response.results.get(0));
        }
        gateway.noteChange(this, sql);
        executed(openResultSet);
    }

    /** Called after each execution with its rows, if it has any. */
    void executed(@Nullable AvaticaResultSet rows) throws SQLException {
        // a call looks at its first row here
    }

    final <T extends Response> T send(String sql, Request request, Class<T> expected) throws SQLException {
        String key = takeKey();
        running = true;
        try {
            return gateway.session().execute(request, expected, SqlText.isRead(sql) ? Effect.READ : Effect.CHANGE, key);
        } finally {
            running = false;
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

    private void closeCurrent() {
        AvaticaResultSet current = openResultSet;
        openResultSet = null;
        updateCount = -1;
        if (current != null && closeOnCompletion) {
            closeOnCompletion = false; // executed again, the statement is not complete
            current.close();
            closeOnCompletion = true;
        } else if (current != null) {
            current.close();
        }
        cursorLeftOpen = false; // the gateway frees a cursor when its statement runs again
    }

    private String takeKey() {
        String key = nextKey == null ? UUID.randomUUID().toString() : nextKey;
        nextKey = null;
        lastKey = key;
        return key;
    }

    /** Whether the gateway must be told of the close. */
    boolean holdsSomethingAtGateway() {
        return cursorLeftOpen;
    }

    final void leaveCursorOpen() {
        cursorLeftOpen = true;
    }

    final GatewayConnection gateway() {
        return gateway;
    }

    final ZoneId zone() {
        return gateway.zone();
    }

    final Meta.Frame frame(long offset, int rows) throws SQLException {
        FetchResponse response = gateway.session()
                .send(new FetchRequest(handle.connectionId, handle.id, offset, rows), FetchResponse.class);
        if (response.missingStatement || response.missingResults) {
            throw missing();
        }
        return response.frame;
    }

    final SQLException missing() {
        return SqlErrors.of(
                SqlState.CONNECTION_GONE,
                "the gateway no longer has this statement's result (it was restarted, or the statement lay idle too long);"
                        + " nothing was run again. Run the statement again if it is a read");
    }

    final void warn(String message) {
        SQLWarning warning = new SQLWarning(message, SqlState.WARNING);
        if (warnings == null) {
            warnings = warning;
        } else {
            warnings.setNextWarning(warning);
        }
    }

    final int maxRowsInFrame() throws SQLException {
        long limit = getLargeMaxRows();
        return limit > 0 ? (int) Math.min(limit, getFetchSize()) : getFetchSize();
    }

    // -- StrandlineStatement --------------------------------------------------------------------------------------

    @Override
    public void setIdempotencyKey(@Nullable String key) throws SQLException {
        checkOpen();
        if (key != null && !KEY.matcher(key).matches()) {
            throw SqlErrors.of(
                    SqlState.BAD_ARGUMENT, "an idempotency key is 1 to 200 printable ASCII characters without blanks");
        }
        nextKey = key;
    }

    @Override
    public @Nullable String getIdempotencyKey() throws SQLException {
        checkOpen();
        return nextKey == null ? lastKey : nextKey;
    }

    // -- execution ------------------------------------------------------------------------------------------------

    @Override
    protected void executeInternal(String sql) throws SQLException {
        long limit = getLargeMaxRows();
        run(
                sql,
                () -> new PrepareAndExecuteRequest(
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
        AvaticaResultSet rows = openResultSet;
        if (rows == null) {
            return Math.max(0, updateCount);
        }
        closeCurrent();
        if (SqlText.isRead(sql)) {
            throw SqlErrors.of(SqlState.BAD_CURSOR_STATE, "the statement returns rows; run it with executeQuery");
        }
        return 0;
    }

    @Override
    public int executeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
        return executeUpdate(sql);
    }

    @Override
    public int executeUpdate(String sql, int[] columnIndexes) throws SQLException {
        return executeUpdate(sql);
    }

    @Override
    public int executeUpdate(String sql, String[] columnNames) throws SQLException {
        return executeUpdate(sql);
    }

    @Override
    public boolean execute(String sql, int autoGeneratedKeys) throws SQLException {
        return execute(sql);
    }

    @Override
    public boolean execute(String sql, int[] columnIndexes) throws SQLException {
        return execute(sql);
    }

    @Override
    public boolean execute(String sql, String[] columnNames) throws SQLException {
        return execute(sql);
    }

    /** No statement makes keys: always empty. */
    @Override
    public ResultSet getGeneratedKeys() throws SQLException {
        checkOpen();
        return GatewayResultSet.of(List.of(), List.of(), zone());
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

    // -- state ----------------------------------------------------------------------------------------------------

    /** Tells the gateway to stop what runs now; without anything running it does nothing. May be called at any time. */
    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // a lock would wait for what it is to stop
    public void cancel() throws SQLException {
        checkOpen();
        if (running) {
            gateway.session()
                    .send(new CloseStatementRequest(handle.connectionId, handle.id), CloseStatementResponse.class);
        }
    }

    @Override
    protected void close_() {
        if (closed) {
            return;
        }
        super.close_();
        if (holdsSomethingAtGateway() && !gateway.session().isGone()) {
            try {
                gateway.session()
                        .send(new CloseStatementRequest(handle.connectionId, handle.id), CloseStatementResponse.class);
            } catch (SQLException e) {
                LOG.log(Level.FINE, "the gateway frees this statement with its session", e);
            }
        }
    }

    @Override
    public boolean isClosed() throws SQLException {
        return closed || gateway.isClosed();
    }

    @Override
    protected void checkOpen() throws SQLException {
        if (closed) {
            throw SqlErrors.of(SqlState.OUT_OF_SEQUENCE, "the statement is closed");
        }
        gateway.checkOpen();
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return warnings;
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
        warnings = null;
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        if (rows < 0) {
            throw SqlErrors.of(SqlState.BAD_ARGUMENT, "fetch size " + rows + " is less than 0");
        }
        super.setFetchSize(rows == 0 ? gateway.settings().fetchSize() : rows);
    }

    @Override
    public void setLargeMaxRows(long limit) throws SQLException {
        if (limit < 0) {
            throw SqlErrors.of(SqlState.BAD_ARGUMENT, "row limit " + limit + " is less than 0");
        }
        super.setLargeMaxRows(limit);
    }

    @Override
    public void setQueryTimeout(int seconds) throws SQLException {
        if (seconds < 0) {
            throw SqlErrors.of(SqlState.BAD_ARGUMENT, "time-out " + seconds + " s is less than 0");
        }
        super.setQueryTimeout(seconds);
    }

    /** Values are never cut; a limit is taken and ignored, as JDBC allows for types it does not apply to. */
    @Override
    public void setMaxFieldSize(int max) throws SQLException {
        checkOpen();
    }

    /** Escapes are part of the gateway's grammar and always understood. */
    @Override
    public void setEscapeProcessing(boolean enable) throws SQLException {
        checkOpen();
    }

    @Override
    public void setCursorName(String name) throws SQLException {
        checkOpen();
    }

    @Override
    public void setPoolable(boolean poolable) throws SQLException {
        checkOpen();
        this.poolable = poolable;
    }

    @Override
    public boolean isPoolable() throws SQLException {
        checkOpen();
        return poolable;
    }

    @Override
    public int getFetchDirection() throws SQLException {
        checkOpen();
        return ResultSet.FETCH_FORWARD;
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return Wrappers.unwrap(this, type);
    }
}
