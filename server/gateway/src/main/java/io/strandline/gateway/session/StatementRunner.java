package io.strandline.gateway.session;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.PreparedSql;
import io.strandline.gateway.sql.SqlEngine;
import java.sql.Statement;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/** Runs statements of sessions on the engine: limits, read-only sessions, keys, cursors, and how each execution ended. */
final class StatementRunner {
    private final SqlEngine engine;
    private final SessionSettings settings;
    private final Executions executions;
    private final OwnQueries own;

    StatementRunner(SqlEngine engine, Sessions sessions, OwnQueries own) {
        this.own = own;
        this.engine = engine;
        this.settings = sessions.settings();
        this.executions = sessions.executions();
    }

    /**
     * What is to be run.
     *
     * @param maxRows rows after which the answer ends; {@link Long#MAX_VALUE} for all
     * @param firstFrame most rows of the first frame; zero or less for as many as the settings say
     */
    record Run(String sql, List<@Nullable TypedValue> parameters, long maxRows, int firstFrame) {}

    /** Plans a statement without running it. */
    PreparedSql prepare(Session session, String sql, RequestContext request) {
        return prepare(session, sql, executions.unlisted(session, request, own.schemas(session, request)));
    }

    private PreparedSql prepare(Session session, String sql, Execution execution) {
        requireSize(session, sql);
        return engine.prepare(sql, session.options(), execution);
    }

    /** Runs a statement and gives its count, or its first frame. */
    Meta.MetaResultSet run(Session session, ClientStatement statement, Run run, RequestContext request) {
        return executions.counted(
                session.caller(),
                () -> statement.inTurn(request.sequence(), () -> {
                    dropCursor(statement, executions);
                    Execution execution = executions.start(session, run.sql(), request, own.schemas(session, request));
                    return guarded(session, statement, execution, request, () -> {
                        return answer(session, statement, run, execution, request);
                    });
                }));
    }

    /** One request's part of an execution: whatever it throws ends the execution. */
    private <T> T guarded(
            Session session, ClientStatement statement, Execution execution, RequestContext request, Supplier<T> work) {
        try {
            statement.begins(execution);
            return work.get();
        } catch (Throwable failure) {
            throw failed(session, statement, execution, failure);
        } finally {
            rests(statement, request);
        }
    }

    /** The request is over, or waits; what it left is freed if the statement was closed meanwhile. */
    private void rests(ClientStatement statement, RequestContext request) {
        if (!request.isWaiting()) {
            statement.rests();
        }
        if (statement.closed()) {
            dropCursor(statement, executions);
        }
    }

    private Meta.MetaResultSet answer(
            Session session, ClientStatement statement, Run run, Execution execution, RequestContext request) {
        Answer answer = begin(session, run, execution, request);
        if (answer.updateCount() >= 0) {
            long count = answer.updateCount();
            answer.close();
            end(session, statement, execution);
            return Meta.MetaResultSet.count(session.id(), statement.id(), count);
        }
        Cursor cursor = new Cursor(execution, answer, settings, run.maxRows());
        statement.cursor(cursor);
        Meta.Frame frame = frame(session, statement, cursor.ready(run.firstFrame()), cursor);
        return Meta.MetaResultSet.create(session.id(), statement.id(), false, forWire(answer.signature()), frame);
    }

    private Answer begin(Session session, Run run, Execution execution, RequestContext request) {
        return begin(
                session,
                prepare(session, run.sql(), execution),
                prepared -> engine.execute(prepared, run.parameters(), execution),
                execution,
                request);
    }

    private Answer begin(
            Session session,
            PreparedSql prepared,
            Function<PreparedSql, Answer> work,
            Execution execution,
            RequestContext request) {
        execution.planned(prepared, keyFor(session, prepared, request));
        if (prepared.changes()) {
            requireMayChange(session, execution);
        }
        execution.checkpoint();
        Answer answer = work.apply(prepared);
        execution.answers(answer);
        session.executed(prepared.changes(), request.sequence());
        return answer;
    }

    /** Whether the executions of a batch of that statement are one change. */
    boolean batches(Session session, String sql, RequestContext request) {
        return prepare(session, sql, request).batches();
    }

    /**
     * Runs a statement once for all executions of a batch.
     *
     * @return how many rows all of them changed
     */
    long runAsOne(Session session, String sql, List<List<@Nullable TypedValue>> batch, RequestContext request) {
        return executions.counted(session.caller(), () -> {
            Execution execution = executions.start(session, sql, request, own.schemas(session, request));
            return executions.toItsEnd(execution, () -> {
                PreparedSql prepared = prepare(session, sql, execution);
                try (Answer answer = begin(
                        session, prepared, same -> engine.executeBatch(same, batch, execution), execution, request)) {
                    return answer.updateCount();
                }
            });
        });
    }

    /** The transport's key; else, for a change, the one that SET gave; else the one that the client made up (GW-2). */
    private static @Nullable String keyFor(Session session, PreparedSql prepared, RequestContext request) {
        String fromTransport = request.idempotencyKey().orElse(null);
        String generated = request.generatedKey().orElse(null);
        if (!prepared.changes()) {
            return fromTransport == null ? generated : fromTransport;
        }
        String fromSet = session.takeKey();
        if (fromSet != null && fromTransport != null && !fromSet.equals(fromTransport)) {
            request.warn("the idempotency key of SET was not used: the client gave this execution another.");
        }
        if (fromTransport != null) {
            return fromTransport;
        }
        return fromSet == null ? generated : fromSet;
    }

    private static void requireMayChange(Session session, Execution execution) {
        if (session.options().readOnly()) {
            throw new StrandlineException(
                    ErrorCode.READ_ONLY,
                    "this session is read only and the statement changes something. SET read_only = 'false', or use"
                            + " another connection.");
        }
        if (!session.autoCommit()) {
            execution.warn("the change takes effect at once: there are no transactions, and rollback cannot undo it.");
        }
    }

    /** Refuses a text that is longer than its user's role allows (GW-8). */
    void requireSize(Session session, String sql) {
        int allowed = settings.of(session.caller().role()).statementChars();
        if (sql.length() > allowed) {
            throw new StrandlineException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "the statement has " + sql.length() + " characters, more than the " + allowed
                            + " that server.limits."
                            + Text.lower(session.caller().role().name())
                            + ".statement_chars allows. Give values as parameters, or raise the limit.");
        }
    }

    /** Gives the next frame of an open cursor; rows are sent once, so the offset must be that of the next row. */
    Meta.Frame fetch(Session session, int statementId, long offset, int wanted, RequestContext request) {
        ClientStatement statement = session.find(statementId).orElseThrow(() -> ClientStatement.gone(statementId));
        Supplier<Meta.Frame> work = () -> statement.inTurn(request.sequence(), () -> {
            Cursor cursor = statement.cursor();
            if (cursor == null) {
                throw ClientStatement.gone(statementId);
            }
            requireNextRow(statementId, offset, cursor);
            Execution execution = cursor.execution();
            execution.continues(request, executions.limitOf(session, request, cursor.spent()));
            return guarded(session, statement, execution, request, () -> {
                return frame(session, statement, cursor.next(wanted, request), cursor);
            });
        });
        Cursor open = statement.cursor();
        return open != null && open.follows() ? work.get() : executions.counted(session.caller(), work);
    }

    private static void requireNextRow(int statementId, long offset, Cursor cursor) {
        if (offset != cursor.position()) {
            throw new StrandlineException(
                    ErrorCode.STATEMENT_GONE,
                    "statement " + statementId + " was asked for row " + offset + " but row " + cursor.position()
                            + " is next, and rows are sent once. Run it again.");
        }
    }

    private Meta.Frame frame(Session session, ClientStatement statement, Meta.Frame frame, Cursor cursor) {
        if (frame.done) {
            statement.cursor(null);
            cursor.close();
            end(session, statement, cursor.execution());
        } else {
            cursor.execution().fetching();
        }
        return frame;
    }

    private void end(Session session, ClientStatement statement, Execution execution) {
        execution.succeed();
        executions.ended(execution);
        session.forgetIfClients(statement);
    }

    private StrandlineException failed(
            Session session, ClientStatement statement, Execution execution, Throwable failure) {
        StrandlineException readable = Failures.readable(failure, execution.id());
        execution.fail(readable);
        executions.ended(execution);
        Cursor cursor = statement.cursor();
        if (cursor != null) {
            statement.cursor(null);
            cursor.close();
        }
        session.forgetIfClients(statement);
        return readable;
    }

    /**
     * Runs a statement to its end for a batch.
     *
     * @return its count, or {@link Statement#SUCCESS_NO_INFO} for a call that answered rows
     */
    long runForCount(Session session, Run run, RequestContext request) {
        return executions.counted(session.caller(), () -> {
            Execution execution = executions.start(session, run.sql(), request, own.schemas(session, request));
            return executions.toItsEnd(execution, () -> {
                try (Answer answer = begin(session, run, execution, request)) {
                    long count = answer.updateCount();
                    if (count >= 0) {
                        return count;
                    }
                    drain(answer.rows(), execution);
                    return (long) Statement.SUCCESS_NO_INFO;
                }
            });
        });
    }

    private static void drain(Iterator<Object[]> rows, Execution execution) {
        while (rows.hasNext()) {
            rows.next();
        }
        execution.checkpoint();
    }

    /** Sends an answer of metadata as a result of a statement of its own, which its client closes if it is left open. */
    Meta.MetaResultSet runMetadata(Session session, Supplier<JdbcTable.Rows> rows, RequestContext request) {
        return executions.counted(session.caller(), () -> {
            ListAnswer answer = new ListAnswer(rows.get());
            ClientStatement statement = session.create(null, Long.MAX_VALUE);
            Execution execution = executions.unlisted(session, request, own.schemas(session, request));
            Cursor cursor = new Cursor(execution, answer, settings, Long.MAX_VALUE);
            Meta.Frame frame = cursor.next(0);
            if (frame.done) {
                session.remove(statement.id(), SettingOrder.UNNUMBERED);
            } else {
                statement.cursor(cursor);
            }
            return Meta.MetaResultSet.create(session.id(), statement.id(), true, answer.signature(), frame);
        });
    }

    /** Closes a statement: cancels what runs in it and frees its cursor. From any thread. */
    static void free(ClientStatement statement, Executions executions, String reason) {
        statement.close(reason);
        dropCursor(statement, executions);
    }

    private static void dropCursor(ClientStatement statement, Executions executions) {
        Cursor cursor = statement.cursor();
        if (cursor != null) {
            statement.cursor(null);
            cursor.close();
            cursor.execution().abandon();
            executions.ended(cursor.execution());
        }
    }

    /** The signature as a codec can write it: rows as lists. */
    private static Meta.Signature forWire(Meta.Signature signature) {
        boolean lists = signature.cursorFactory.style == Meta.Style.LIST;
        return lists ? signature : signature.setCursorFactory(Meta.CursorFactory.LIST);
    }
}
