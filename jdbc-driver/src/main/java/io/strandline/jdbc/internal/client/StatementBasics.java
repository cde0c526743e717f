package io.strandline.jdbc.internal.client;

import io.strandline.jdbc.StrandlineStatement;
import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** What a statement remembers between executions, and what JDBC lets one set. Not thread-safe. */
abstract class StatementBasics extends AvaticaStatement implements StrandlineStatement {
    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,200}");

    private final GatewayConnection gateway;
    private @Nullable String nextKey;
    private @Nullable String lastKey;
    private @Nullable SQLWarning warnings;
    private Duration timeout = Duration.ZERO;
    private boolean poolable;

    StatementBasics(
            GatewayConnection connection,
            Meta.@Nullable StatementHandle handle,
            int type,
            int concurrency,
            int holdability) {
        super(connection, handle, type, concurrency, holdability);
        this.gateway = connection;
        this.poolable = this instanceof PreparedStatement;
    }

    final GatewayConnection gateway() {
        return gateway;
    }

    final ZoneId zone() {
        return gateway.zone();
    }

    /** How long an execution may run; zero for the gateway's own limit. */
    final Duration timeout() {
        return timeout;
    }

    @Override
    protected void checkOpen() throws SQLException {
        if (closed) {
            throw SqlErrors.of(SqlState.OUT_OF_SEQUENCE, "the statement is closed");
        }
        gateway.checkOpen();
    }

    @Override
    public boolean isClosed() throws SQLException {
        return closed || gateway.isClosed();
    }

    // -- idempotency keys -----------------------------------------------------------------------------------------

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

    /** The key that was given for the execution that begins now; null for none. */
    final @Nullable String takeGivenKey() {
        String key = nextKey;
        nextKey = null;
        return key;
    }

    final void runsUnder(String key) {
        lastKey = key;
    }

    // -- warnings -------------------------------------------------------------------------------------------------

    final void warn(List<String> messages) {
        for (String message : messages) {
            warnings = Warnings.append(warnings, message);
        }
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

    // -- limits ---------------------------------------------------------------------------------------------------

    /** Rows to ask for at once. */
    final int maxRowsInFrame() throws SQLException {
        long limit = getLargeMaxRows();
        return limit > 0 ? (int) Math.min(limit, getFetchSize()) : getFetchSize();
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
        checkOpen();
        if (seconds < 0) {
            throw SqlErrors.of(SqlState.BAD_ARGUMENT, "time-out " + seconds + " s is less than 0");
        }
        timeout = Duration.ofSeconds(seconds);
    }

    @Override
    public int getQueryTimeout() throws SQLException {
        checkOpen();
        return Math.toIntExact(timeout.toSeconds());
    }

    /** Values are never cut; a limit is taken and ignored, as JDBC allows for types it does not apply to. */
    @Override
    public void setMaxFieldSize(int max) throws SQLException {
        checkOpen();
    }

    // -- what makes no difference here ----------------------------------------------------------------------------

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

    /** No statement makes keys: always empty. */
    @Override
    public ResultSet getGeneratedKeys() throws SQLException {
        checkOpen();
        return GatewayResultSet.of(List.of(), List.of(), zone());
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

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return Wrappers.unwrap(this, type);
    }
}
