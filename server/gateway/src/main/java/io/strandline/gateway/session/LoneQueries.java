package io.strandline.gateway.session;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.PreparedSql;
import io.strandline.gateway.sql.SqlEngine;
import io.strandline.gateway.sql.StatementKind;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.TypedValue;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/**
 * Queries that need no session: each one request, read from its first row to its last, shown in {@code runtime.statements},
 * under the limits of its user's role (GW-8). They only read. Thread-safe.
 */
public final class LoneQueries {
    /** Each that waits for rows holds a thread, of which others need most. */
    private static final int MOST_FOLLOWING = 32;

    private final SqlEngine engine;
    private final Sessions sessions;
    private final OwnQueries own;
    private final StatementRunner runner;
    private final Semaphore following = new Semaphore(MOST_FOLLOWING);

    LoneQueries(SqlEngine engine, Sessions sessions, OwnQueries own, StatementRunner runner) {
        this.engine = engine;
        this.sessions = sessions;
        this.own = own;
        this.runner = runner;
    }

    /**
     * What is asked.
     *
     * @param parameters values of its {@code ?} as text, converted to the wanted types (GW-4)
     * @param options as a client gives them when it connects: {@code time_zone}, {@code catalog}, {@code schema}
     * @param maxRows rows after which the answer ends; {@link Long#MAX_VALUE} for all
     */
    public record Query(String sql, List<String> parameters, Map<String, String> options, long maxRows) {
        public Query {
            parameters = List.copyOf(parameters);
            options = Map.copyOf(options);
        }
    }

    /** Takes the answer: first what it looks like, then its rows in batches of bounded size, at least one batch. */
    public interface Reader {
        /**
         * The first batch is there; until now nothing was sent.
         *
         * @param statementId as {@code runtime.statements} shows it
         * @param row type of a row
         * @param zone in which the query's times with a zone are to be shown
         */
        void begin(String statementId, RelDataType row, ZoneId zone) throws IOException;

        /** The next rows, in Calcite's representation; there may be none. */
        void rows(List<@Nullable Object[]> rows) throws IOException;

        /** These were all. */
        void end() throws IOException;
    }

    /**
     * Runs a query to its end, or to its failure.
     *
     * @throws StrandlineException {@code READ_ONLY} if it is no query, and whatever it fails of; if the reader was begun by
     *     then, it has got a part of the rows
     */
    public void run(Query query, RequestContext request, Reader reader) {
        Session options = optionsOf(query, request);
        sessions.executions().counted(request.caller(), () -> {
            Execution execution =
                    sessions.executions().startAlone(options, query.sql(), request, own.schemas(options, request));
            return sessions.executions().toItsEnd(execution, () -> {
                try {
                    read(query, options, execution, reader);
                } catch (IOException e) {
                    throw new StrandlineException(
                            ErrorCode.CANCELLED,
                            "its client closed the connection, or read nothing for too long. Ask again.",
                            e);
                }
                return true;
            });
        });
    }

    private Session optionsOf(Query query, RequestContext request) {
        Session options =
                new Session("", request.caller(), request.clientAddress(), sessions.now(), 1, sessions.options());
        SessionProperties.apply(options, query.options(), own.schemas(options, request), SettingOrder.UNNUMBERED);
        options.readOnly(true, SettingOrder.UNNUMBERED);
        return options;
    }

    private void read(Query query, Session options, Execution execution, Reader reader) throws IOException {
        runner.requireSize(options, query.sql());
        PreparedSql prepared = engine.prepare(query.sql(), options.options(), execution);
        execution.planned(prepared, null);
        requireQuery(prepared.kind());
        execution.checkpoint();
        List<@Nullable TypedValue> parameters = query.parameters().stream()
                .<@Nullable TypedValue>map(OwnQueries::text)
                .toList();
        if (prepared.endless() && !following.tryAcquire()) {
            throw new StrandlineException(
                    ErrorCode.TOO_MANY,
                    MOST_FOLLOWING
                            + " queries of this address follow a log, the most that may: each holds a thread of the"
                            + " gateway. End one, or follow over JDBC or with strandline events, which hold none.");
        }
        try (Answer answer = engine.execute(prepared, parameters, execution)) {
            execution.answers(answer);
            Answer.SqlRows rows = answer.sqlRows();
            Cursor cursor = new Cursor(execution, answer, rows.rows(), sessions.settings(), query.maxRows());
            Meta.Frame frame = cursor.ready(0);
            reader.begin(execution.id(), rows.type(), options.options().timeZone());
            reader.rows(rowsOf(frame));
            while (!frame.done) {
                execution.fetching();
                frame = cursor.next(0);
                reader.rows(rowsOf(frame));
            }
            reader.end();
        } finally {
            if (prepared.endless()) {
                following.release();
            }
        }
    }

    private static List<@Nullable Object[]> rowsOf(Meta.Frame frame) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        frame.rows.forEach(row -> rows.add((Object[]) row));
        return rows;
    }

    private static void requireQuery(StatementKind kind) {
        switch (kind) {
            case SELECT, EXPLAIN -> {}
            case CALL ->
                throw new StrandlineException(
                        ErrorCode.READ_ONLY,
                        "this address takes queries only. Call procedures over JDBC, or with strandline sql.");
            case INSERT, UPDATE, DELETE ->
                throw new StrandlineException(
                        ErrorCode.READ_ONLY,
                        "this address takes queries only. Write rows over JDBC, with strandline sql, or by POST"
                                + " /ingest/<table>.");
            case DDL ->
                throw new StrandlineException(
                        ErrorCode.READ_ONLY,
                        "this address takes queries only. Change tables over JDBC, or with strandline sql.");
            case SET ->
                throw new StrandlineException(
                        ErrorCode.READ_ONLY,
                        "this address takes queries only, and has no session to set an option of. Give time_zone,"
                                + " catalog or schema beside the query.");
        }
    }
}
