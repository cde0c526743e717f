package io.strandline.jdbc.internal.client;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import io.strandline.jdbc.internal.text.SqlText;
import io.strandline.jdbc.internal.value.ParameterValue;
import io.strandline.jdbc.internal.value.ValueKind;
import io.strandline.jdbc.internal.wire.Call;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import org.apache.calcite.avatica.AvaticaParameter;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.Service.ExecuteBatchRequest;
import org.apache.calcite.avatica.remote.Service.ExecuteBatchResponse;
import org.apache.calcite.avatica.remote.Service.ExecuteRequest;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/** A statement prepared once at the gateway, then one request for each execution. Not thread-safe. */
class GatewayPreparedStatement extends ParameterSetters {
    private final String sql;
    private final Meta.Signature signature;
    private final @Nullable TypedValue[] values;
    private final List<List<TypedValue>> batches = new ArrayList<>();
    private volatile boolean forgotten;

    GatewayPreparedStatement(
            GatewayConnection connection,
            Meta.StatementHandle prepared,
            String sql,
            int type,
            int concurrency,
            int holdability) {
        super(connection, prepared, type, concurrency, holdability);
        this.sql = sql;
        this.signature = prepared.signature.sanitize();
        this.values = new TypedValue[signature.parameters.size()];
    }

    final Meta.Signature signature() {
        return signature;
    }

    /** A place in JDBC's count to one in the gateway's. */
    int gatewayIndex(int parameterIndex) throws SQLException {
        if (parameterIndex < 1 || parameterIndex > values.length) {
            throw SqlErrors.of(
                    SqlState.NO_SUCH_INDEX,
                    "the statement has no parameter " + parameterIndex + "; it has " + values.length);
        }
        return parameterIndex;
    }

    @Override
    final void set(int parameterIndex, @Nullable Object value, @Nullable Calendar calendar) throws SQLException {
        checkOpen();
        int index = gatewayIndex(parameterIndex);
        AvaticaParameter parameter = signature.parameters.get(index - 1);
        ValueKind kind = ValueKind.of(parameter.parameterType, parameter.typeName);
        values[index - 1] = ParameterValue.of(value, kind, zone(), calendar);
    }

    private List<TypedValue> arguments() throws SQLException {
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                throw SqlErrors.of(SqlState.OUT_OF_SEQUENCE, unset(i + 1));
            }
        }
        return new ArrayList<>(Arrays.asList(values));
    }

    /** What is said of a {@code ?} that the gateway counts so and that has no value. */
    String unset(int place) {
        return "parameter " + place + " is not set";
    }

    private void run() throws SQLException {
        checkOpen();
        List<TypedValue> arguments = arguments();
        prepareAgainIfForgotten();
        try {
            runPrepared(arguments);
        } catch (SQLException e) {
            if (!noticesThatItIsForgotten(e) || !SqlText.isRead(sql)) {
                throw e;
            }
            prepareAgainIfForgotten();
            runPrepared(arguments);
        }
    }

    private void runPrepared(List<TypedValue> arguments) throws SQLException {
        // without its signature, which the gateway has already
        Meta.StatementHandle bare = new Meta.StatementHandle(handle.connectionId, handle.id, null);
        run(sql, new ExecuteRequest(bare, arguments, maxRowsInFrame()));
    }

    /**
     * Whether the gateway did not have what it was to execute, so that nothing ran and the next execution prepares it anew.
     *
     * @throws SQLException 57014 if that is so because it was cancelled before it began
     */
    private boolean noticesThatItIsForgotten(SQLException failure) throws SQLException {
        if (!SqlState.STATEMENT_GONE.equals(failure.getSQLState())) {
            return false;
        }
        if (forgotten) {
            throw SqlErrors.of(SqlState.CANCELLED, "the statement was cancelled before it began", failure);
        }
        forgotten = true;
        return true;
    }

    /** A cancelled statement was closed at the gateway: the next execution has it prepared anew. */
    private void prepareAgainIfForgotten() throws SQLException {
        if (forgotten) {
            gateway().statementMap.remove(handle.id);
            handle = gateway().prepare(sql);
            gateway().statementMap.put(handle.id, this);
            forgotten = false;
        }
    }

    @Override
    void forgotten() {
        forgotten = true;
    }

    @Override
    public boolean execute() throws SQLException {
        run();
        return openResultSet != null;
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        run();
        return rows();
    }

    @Override
    public int executeUpdate() throws SQLException {
        return (int) Math.min(executeLargeUpdate(), Integer.MAX_VALUE);
    }

    @Override
    public long executeLargeUpdate() throws SQLException {
        run();
        return updates(sql);
    }

    @Override
    public void clearParameters() throws SQLException {
        checkOpen();
        Arrays.fill(values, null);
    }

    @Override
    public void addBatch() throws SQLException {
        checkOpen();
        batches.add(arguments());
    }

    @Override
    public void clearBatch() throws SQLException {
        checkOpen();
        batches.clear();
    }

    /** The whole batch is one request under one key. */
    @Override
    public long[] executeLargeBatch() throws SQLException {
        checkOpen();
        List<List<TypedValue>> arguments = List.copyOf(batches);
        batches.clear();
        if (arguments.isEmpty()) {
            return new long[0];
        }
        prepareAgainIfForgotten();
        ExecuteBatchRequest request = new ExecuteBatchRequest(handle.connectionId, handle.id, arguments);
        Call call = execution(sql).ofBatch();
        try {
            ExecuteBatchResponse response = send(request, ExecuteBatchResponse.class, call);
            if (response.missingStatement) {
                throw missing();
            }
            return response.updateCounts;
        } catch (SQLException e) {
            boolean unused = noticesThatItIsForgotten(e);
            long[] done = new long[Math.max(0, call.batchDone())];
            Arrays.fill(done, SUCCESS_NO_INFO);
            throw batchFailure(e, done);
        }
    }

    @Override
    public @Nullable ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        return signature.columns.isEmpty() ? null : new GatewayResultSetMetaData(signature.columns);
    }

    @Override
    public ParameterMetaData getParameterMetaData() throws SQLException {
        checkOpen();
        return new GatewayParameterMetaData(signature.parameters);
    }

    @Override
    boolean holdsSomethingAtGateway() {
        return true;
    }
}
