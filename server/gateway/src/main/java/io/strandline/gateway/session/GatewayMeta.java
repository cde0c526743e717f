package io.strandline.gateway.session;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.sql.PreparedSql;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.calcite.avatica.QueryState;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/**
 * Avatica's {@code Meta} for one request. It never answers that a statement or its results are missing: a stock client would
 * then run the statement again, and the statement may be a change (GW-1).
 */
public final class GatewayMeta extends UnservedMeta {
    private final Gateway gateway;
    private final RequestContext request;

    GatewayMeta(Gateway gateway, RequestContext request) {
        this.gateway = gateway;
        this.request = request;
    }

    private <T> T in(ConnectionHandle ch, InSession<T> work) {
        Sessions sessions = gateway.sessions();
        required(ch.id, "connectionId");
        Session session = sessions.find(ch.id, request.caller());
        session.enter(sessions.now());
        try {
            return work.with(session);
        } finally {
            session.leave(sessions.now());
        }
    }

    /** A field that a message must have, and that the codecs leave null if it has not. */
    private static <T> T required(@Nullable T field, String name) {
        if (field == null) {
            throw new StrandlineException(
                    ErrorCode.BAD_MESSAGE,
                    "the message has no " + name + ". Use a driver that speaks Avatica's protocol.");
        }
        return field;
    }

    /** The text of a statement; protobuf leaves out an empty one. */
    private static String textOf(@Nullable String sql) {
        return sql == null ? "" : sql;
    }

    private static ConnectionHandle connectionOf(StatementHandle h) {
        return new ConnectionHandle(h.connectionId);
    }

    /** What is done with a session that cannot expire meanwhile. */
    @FunctionalInterface
    private interface InSession<T> {
        T with(Session session);
    }

    @Override
    public void openConnection(ConnectionHandle ch, Map<String, String> info) {
        required(ch.id, "connectionId");
        Sessions.Opened opened = gateway.sessions().open(ch.id, request.caller(), request.clientAddress());
        if (!opened.anew()) {
            return; // asked twice: what was set since is not undone
        }
        Session session = opened.session();
        try {
            SessionProperties.apply(session, info, gateway.own().schemas(session, request), request.sequence());
        } catch (RuntimeException e) {
            gateway.sessions().close(ch.id, request.caller());
            throw e;
        }
    }

    @Override
    public void closeConnection(ConnectionHandle ch) {
        gateway.sessions().closeForGood(required(ch.id, "connectionId"), request.caller());
    }

    @Override
    public ConnectionProperties connectionSync(ConnectionHandle ch, ConnectionProperties wanted) {
        return in(
                ch,
                session -> SessionProperties.sync(
                        session,
                        required(wanted, "connProps"),
                        gateway.own().schemas(session, request),
                        request.sequence()));
    }

    @Override
    public void commit(ConnectionHandle ch) {
        in(ch, session -> session.takeChangedSinceCommit(request.sequence()));
    }

    @Override
    public void rollback(ConnectionHandle ch) {
        if (in(ch, session -> session.takeChangedSinceCommit(request.sequence()))) {
            request.warn("rollback undid nothing: changes take effect at once, there are no transactions.");
        }
    }

    @Override
    public StatementHandle createStatement(ConnectionHandle ch) {
        ClientStatement made = in(ch, session -> session.create(null, Long.MAX_VALUE));
        return new StatementHandle(ch.id, made.id(), null);
    }

    @Override
    public StatementHandle prepare(ConnectionHandle ch, String sql, long maxRows) {
        return in(ch, session -> {
            PreparedSql prepared = gateway.runner().prepare(session, textOf(sql), request);
            ClientStatement made = session.create(sql, bound(maxRows));
            return new StatementHandle(ch.id, made.id(), prepared.signature());
        });
    }

    @Override
    public ExecuteResult prepareAndExecute(
            StatementHandle h, String sql, long maxRows, int firstFrame, PrepareCallback callback) {
        var run = new StatementRunner.Run(textOf(sql), List.of(), bound(maxRows), firstFrame);
        return in(
                connectionOf(h),
                session -> new ExecuteResult(
                        List.of(gateway.runner().run(session, session.statement(h.id), run, request))));
    }

    @Override
    public ExecuteResult execute(StatementHandle h, @Nullable List<TypedValue> parameters, int firstFrame) {
        return in(connectionOf(h), session -> {
            ClientStatement statement = session.find(h.id).orElseThrow(() -> notPrepared(h.id));
            String sql = statement.preparedText().orElseThrow(() -> notPrepared(h.id));
            var run = new StatementRunner.Run(
                    sql, parameters == null ? List.of() : parameters, statement.preparedMaxRows(), firstFrame);
            return new ExecuteResult(List.of(gateway.runner().run(session, statement, run, request)));
        });
    }

    private static StrandlineException notPrepared(int id) {
        return new StrandlineException(
                ErrorCode.STATEMENT_GONE,
                "statement " + id + " of this session is not prepared (any more). Prepare it.");
    }

    /** Zero or less is no bound, as stock clients mean it. */
    private static long bound(long maxRows) {
        return maxRows > 0 ? maxRows : Long.MAX_VALUE;
    }

    @Override
    public Frame fetch(StatementHandle h, long offset, int wanted) {
        return in(connectionOf(h), session -> gateway.runner().fetch(session, h.id, offset, wanted, request));
    }

    @Override
    public void closeStatement(StatementHandle h) {
        in(connectionOf(h), session -> {
            session.remove(h.id, request.sequence())
                    .ifPresent(statement -> StatementRunner.free(
                            statement, gateway.sessions().executions(), "its statement was closed"));
            return true;
        });
    }

    @Override
    public boolean syncResults(StatementHandle h, QueryState state, long offset) {
        throw new StrandlineException(
                ErrorCode.SESSION_GONE,
                "the result of statement " + h.id + " is gone, and a statement is never run again by itself. Run it"
                        + " again if it is still wanted; a change under its idempotency key.");
    }

    @Override
    public ExecuteBatchResult prepareAndExecuteBatch(StatementHandle h, List<String> commands) {
        List<StatementRunner.Run> runs = new ArrayList<>();
        required(commands, "sqlCommands")
                .forEach(sql -> runs.add(new StatementRunner.Run(textOf(sql), List.of(), Long.MAX_VALUE, 0)));
        return in(connectionOf(h), session -> new Batch(gateway.runner(), session, request).run(runs));
    }

    @Override
    public ExecuteBatchResult executeBatch(StatementHandle h, List<List<TypedValue>> parameters) {
        return in(connectionOf(h), session -> {
            String sql =
                    session.find(h.id).flatMap(ClientStatement::preparedText).orElseThrow(() -> notPrepared(h.id));
            List<List<@Nullable TypedValue>> executions = new ArrayList<>();
            required(parameters, "parameterValues")
                    .forEach(values -> executions.add(new ArrayList<>(required(values, "parameterValues"))));
            return new Batch(gateway.runner(), session, request).run(sql, executions);
        });
    }

    @Override
    public Map<DatabaseProperty, Object> getDatabaseProperties(ConnectionHandle ch) {
        return gateway.databaseProperties();
    }

    @Override
    public MetaResultSet getCatalogs(ConnectionHandle ch) {
        return metadata(ch, JdbcMetadata::catalogs);
    }

    @Override
    public MetaResultSet getSchemas(ConnectionHandle ch, @Nullable String catalog, Pat schemas) {
        return metadata(ch, metadata -> metadata.schemas(catalog, LikePattern.of(schemas.s)));
    }

    @Override
    public MetaResultSet getTables(
            ConnectionHandle ch, @Nullable String catalog, Pat schemas, Pat tables, @Nullable List<String> types) {
        return metadata(
                ch, metadata -> metadata.tables(catalog, LikePattern.of(schemas.s), LikePattern.of(tables.s), types));
    }

    @Override
    public MetaResultSet getColumns(
            ConnectionHandle ch, @Nullable String catalog, Pat schemas, Pat tables, Pat columns) {
        return metadata(
                ch,
                metadata -> metadata.columns(
                        catalog, LikePattern.of(schemas.s), LikePattern.of(tables.s), LikePattern.of(columns.s)));
    }

    @Override
    public MetaResultSet getTableTypes(ConnectionHandle ch) {
        return metadata(ch, JdbcMetadata::tableTypes);
    }

    @Override
    public MetaResultSet getTypeInfo(ConnectionHandle ch) {
        return metadata(ch, JdbcMetadata::typeInfo);
    }

    private MetaResultSet metadata(ConnectionHandle ch, Question question) {
        return in(ch, session -> {
            Supplier<JdbcTable.Rows> rows = () -> question.ask(
                    new JdbcMetadata((sql, parameters) -> gateway.own().rows(session, sql, parameters, request)));
            return gateway.runner().runMetadata(session, rows, request);
        });
    }

    /** A question about metadata. */
    @FunctionalInterface
    private interface Question {
        JdbcTable.Rows ask(JdbcMetadata metadata);
    }
}
