package io.strandline.jdbc.internal.client;

import io.strandline.jdbc.internal.wire.Call;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.Service.FetchRequest;
import org.apache.calcite.avatica.remote.Service.FetchResponse;
import org.jspecify.annotations.Nullable;

/** Requests for the frames of a statement's open result. Not thread-safe but for what {@link #ahead} gives. */
final class FrameRequests implements ReadAhead.Requests {
    private static final Logger LOG = Logger.getLogger(FrameRequests.class.getName());

    private final GatewayStatement statement;
    private final FetchSize size;
    private volatile List<String> warningsAhead = List.of();

    /** How many rows are wanted in a frame now. */
    interface FetchSize {
        int rows() throws SQLException;
    }

    FrameRequests(GatewayStatement statement, FetchSize size) {
        this.statement = statement;
        this.size = size;
    }

    private FetchRequest request(long offset) throws SQLException {
        return new FetchRequest(statement.handle.connectionId, statement.handle.id, offset, size.rows());
    }

    @Override
    public Meta.Frame now(long offset) throws SQLException {
        return frame(statement.send(request(offset), FetchResponse.class, Call.rows(statement.timeout())));
    }

    @Override
    public @Nullable Callable<Meta.Frame> ahead(long offset) throws SQLException {
        GatewayConnection gateway = statement.gateway();
        FetchRequest request = request(offset);
        Call call = Call.rows(statement.timeout());
        Semaphore readsAhead = gateway.readsAhead();
        if (!readsAhead.tryAcquire()) {
            return null;
        }
        CountDownLatch begun = statement.underWay().begins();
        return () -> {
            try {
                FetchResponse response = gateway.session().send(request, FetchResponse.class, call);
                warningsAhead = call.warnings();
                return frame(response);
            } finally {
                readsAhead.release();
                statement.underWay().ends(begun);
            }
        };
    }

    @Override
    public void taken() {
        statement.warn(warningsAhead);
    }

    @Override
    public void stop() {
        if (statement.gateway().session().isGone()) {
            return;
        }
        try {
            statement.stopWhatRuns();
        } catch (SQLException e) {
            LOG.log(Level.FINE, "the gateway frees this statement with its session", e);
        }
    }

    private Meta.Frame frame(FetchResponse response) throws SQLException {
        if (response.missingStatement || response.missingResults) {
            throw statement.missing();
        }
        return response.frame;
    }
}
