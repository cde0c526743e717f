package io.strandline.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.LocalService;
import org.apache.calcite.avatica.remote.Service;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** GW-5, GW-6, GW-8: life and bounds of sessions and of what runs in them. */
class SessionsTest {
    private static final Instant START = Instant.parse("2026-03-29T00:30:00Z");
    private static final Caller ANN = new Caller("ann", Role.READER);
    private static final Caller BOB = new Caller("bob", Role.OPERATOR);
    private static final Caller EVE = new Caller("eve", Role.READER);
    private static final Caller ROOT = new Caller("root", Role.ADMIN);

    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final Clock clock = ((InstantSource) now::get).withZone(ZoneOffset.UTC);
    private final FakeEngine engine = new FakeEngine();
    private Sessions sessions = new Sessions(SessionSettings.DEFAULTS, clock);

    private Service as(Caller caller) {
        return new LocalService(
                new Gateway(engine, sessions, "1").meta(new RequestContext(caller, "here", null, null)));
    }

    private void open(Caller caller, String id) {
        as(caller).apply(new Service.OpenConnectionRequest(id, Map.of()));
    }

    private Service.ResultSetResponse run(Caller caller, String id, String sql, int firstFrame) {
        return as(caller)
                .apply(new Service.PrepareAndExecuteRequest(id, 1, sql, -1, firstFrame))
                .results
                .get(0);
    }

    private static void code(ErrorCode code, ThrowingCallable work) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private List<StatementRow> statements(Caller caller) {
        return sessions.executions().rows(caller);
    }

    @Test
    void aSessionIdleForLongerThanAllowedIsFreed() {
        open(ANN, "c");
        run(ANN, "c", "ROWS 100", 10);
        now.set(START.plus(Duration.ofHours(23)));
        as(ANN).apply(new Service.FetchRequest("c", 1, 10, 10));
        now.set(START.plus(Duration.ofHours(46)));
        sessions.expire();
        assertThat(sessions.count()).isEqualTo(1);
        now.set(START.plus(Duration.ofHours(47)).plusMillis(1));
        sessions.expire();
        assertThat(sessions.count()).isZero();
        assertThat(engine.openAnswers()).isZero();
        code(ErrorCode.SESSION_GONE, () -> as(ANN).apply(new Service.FetchRequest("c", 1, 20, 10)));
    }

    @Test
    void usersAreBoundedEachOnTheirOwn() {
        sessions = new Sessions(SessionSettings.DEFAULTS.withCounts(2, 10), clock);
        open(ANN, "a1");
        open(ANN, "a2");
        open(ANN, "a2");
        code(ErrorCode.TOO_MANY, () -> open(ANN, "a3"));
        open(EVE, "e1");
        as(ANN).apply(new Service.CloseConnectionRequest("a1"));
        as(ANN).apply(new Service.CloseConnectionRequest("a1"));
        open(ANN, "a3");
        code(ErrorCode.TOO_MANY, () -> open(ANN, "a4"));
    }

    /** Ten thousand connections leave nothing behind (case 45). */
    @Test
    void tenThousandConnectionsLeaveNothing() {
        for (int i = 0; i < 10_000; i++) {
            open(ANN, "c" + i);
            run(ANN, "c" + i, "ROWS 5", 2);
            as(ANN).apply(new Service.CloseConnectionRequest("c" + i));
        }
        assertThat(sessions.count()).isZero();
        assertThat(sessions.runningStatements()).isZero();
        assertThat(engine.openAnswers()).isZero();
        assertThat(statements(ANN)).hasSize(SessionSettings.DEFAULTS.recent());
    }

    /** GW-3: own rows for readers, all for operators; a session is its user's alone. */
    @Test
    void readersSeeTheirOwn() {
        open(ANN, "a");
        open(EVE, "e");
        run(ANN, "a", "ROWS 1", 10);
        run(EVE, "e", "ROWS 2", 10);
        assertThat(statements(ANN)).extracting(StatementRow::text).containsExactly("ROWS 1");
        assertThat(statements(BOB)).extracting(StatementRow::text).containsExactly("ROWS 2", "ROWS 1");
        assertThat(sessions.rows(EVE)).extracting(SessionRow::sessionId).containsExactly("e");
        assertThat(sessions.rows(BOB)).hasSize(2);
        code(ErrorCode.SESSION_GONE, () -> run(EVE, "a", "SELECT 1", 10));
        code(ErrorCode.SESSION_GONE, () -> open(EVE, "a"));
    }

    @Test
    void statementsShowHowTheyEnded() {
        open(ANN, "c");
        run(ANN, "c", "ROWS 7", 10);
        assertThatThrownBy(() -> run(ANN, "c", "FAIL REFUSED", 1)).isNotNull();
        assertThatThrownBy(() -> run(ANN, "c", "FAIL OUTCOME_UNKNOWN", 1)).isNotNull();
        assertThatThrownBy(() -> run(ANN, "c", "BUG", 1)).isNotNull();
        assertThatThrownBy(() -> run(ANN, "c", "nonsense secret => 'x'", 1)).isNotNull();
        run(ANN, "c", "ROWS 100", 10);
        List<StatementRow> rows = statements(ANN);
        assertThat(rows)
                .extracting(StatementRow::state)
                .containsExactly(
                        ExecutionState.RUNNING,
                        ExecutionState.FAILED,
                        ExecutionState.FAILED,
                        ExecutionState.UNKNOWN,
                        ExecutionState.REFUSED,
                        ExecutionState.DONE);
        assertThat(rows.get(0).phase()).isEqualTo("fetching");
        assertThat(rows.get(0).rowsReturned()).isEqualTo(10);
        assertThat(rows.get(1).text()).isEqualTo("nonsense secret => '***'");
        assertThat(rows.get(1).sqlState()).isEqualTo("42601");
        assertThat(rows.get(1).kind()).isNull();
        assertThat(rows.get(2).error())
                .doesNotContain("secret detail")
                .contains(rows.get(2).statementId());
        assertThat(rows.get(3).sqlState()).isEqualTo("40003");
        assertThat(rows.get(5).rowsReturned()).isEqualTo(7);
        assertThat(rows).extracting(StatementRow::statementId).doesNotHaveDuplicates();
    }

    @Test
    void statementsShowHowLongTheyWereInEachPhase() {
        RoleLimits patient = new RoleLimits(1_000, 1_000, 1_000_000, Duration.ofMillis(50), 1);
        sessions = new Sessions(SessionSettings.DEFAULTS.withLimits(patient), clock);
        open(ANN, "c");
        run(ANN, "c", "ROWS 20", 10);
        as(ANN).apply(new Service.FetchRequest("c", 1, 10, 10));
        assertThatThrownBy(() -> run(ANN, "c", "WAIT", 1)).isNotNull();
        assertThatThrownBy(() -> run(ANN, "c", "nonsense", 1)).isNotNull();
        List<StatementRow> rows = statements(ANN);
        StatementRow unplanned = rows.get(0);
        StatementRow slow = rows.get(1);
        StatementRow fetched = rows.get(2);
        assertThat(unplanned.planningMillis()).isNull();
        assertThat(unplanned.runningMillis()).isNull();
        assertThat(slow.runningMillis()).isGreaterThanOrEqualTo(50);
        assertThat(slow.fetchingMillis()).isNull();
        assertThat(fetched.planningMillis() + fetched.runningMillis() + fetched.fetchingMillis())
                .as("together they are all of it, but for what rounding takes")
                .isBetween(fetched.elapsedMillis() - 2, fetched.elapsedMillis());
    }

    /** The key is shown for changes only; every execution of our driver carries one. */
    @Test
    void keysAreShownForChanges() {
        open(ANN, "c");
        var request = new RequestContext(ANN, "here", "k1", null);
        Service keyed = new LocalService(new Gateway(engine, sessions, "1").meta(request));
        keyed.apply(new Service.PrepareAndExecuteRequest("c", 1, "CALL", -1));
        keyed.apply(new Service.PrepareAndExecuteRequest("c", 2, "SELECT 1", -1));
        assertThat(statements(ANN)).extracting(StatementRow::idempotencyKey).containsExactly(null, "k1");
    }

    /** GW-8: the message names the setting. */
    @Test
    void limitsFailWithTheirSettingsName() {
        RoleLimits tight = new RoleLimits(20, 5, 400, Duration.ofMillis(30), 1);
        sessions = new Sessions(SessionSettings.DEFAULTS.withLimits(tight), clock);
        open(ANN, "c");
        assertThatThrownBy(() -> run(ANN, "c", "ROWS 6", 10)).hasMessageContaining("server.limits.reader.rows");
        assertThatThrownBy(() -> run(ANN, "c", "BIG 2", 10)).hasMessageContaining("server.limits.reader.answer_bytes");
        assertThatThrownBy(() -> run(ANN, "c", "WAIT", 10)).hasMessageContaining("server.limits.reader.time");
        assertThatThrownBy(() -> run(ANN, "c", "SELECT 1" + " ".repeat(20), 10))
                .hasMessageContaining("server.limits.reader.statement_chars");
        assertThat(run(ANN, "c", "ROWS 5", 10).firstFrame.done).isTrue();
        assertThat(engine.openAnswers()).isZero();
    }

    /** GW-5, GW-3: one's own statement, or as admin anybody's; also GW-8's bound of concurrency meanwhile. */
    @Test
    void aRunningStatementCanBeCancelled() throws InterruptedException {
        RoleLimits one = new RoleLimits(1_000, 1_000, 1_000_000, Duration.ofMinutes(1), 1);
        sessions = new Sessions(SessionSettings.DEFAULTS.withLimits(one), clock);
        open(ANN, "c");
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread running = new Thread(() -> {
            try {
                run(ANN, "c", "WAIT_ROWS", 100);
            } catch (RuntimeException e) {
                thrown.set(e);
            }
        });
        running.start();
        engine.waiting().await();
        code(ErrorCode.TOO_MANY, () -> run(ANN, "c", "SELECT 1", 1));
        String id = statements(ANN).get(0).statementId();
        assertThat(sessions.executions().cancel(id, EVE)).isFalse();
        assertThat(sessions.executions().cancel(id, BOB)).isFalse();
        assertThat(sessions.executions().cancel("other", ROOT)).isFalse();
        assertThat(sessions.executions().cancel(id, ROOT)).isTrue();
        running.join(1_000);
        assertThat(thrown.get())
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED))
                .hasMessageContaining("by user \"root\"");
        assertThat(statements(ANN).get(0).state()).isEqualTo(ExecutionState.CANCELLED);
        assertThat(engine.openAnswers()).isZero();
        assertThat(run(ANN, "c", "SELECT 1", 1).firstFrame.done).isTrue();
    }

    /** Many rows of metadata are sent in frames too. */
    @Test
    void metadataIsFramed() {
        sessions = new Sessions(SessionSettings.DEFAULTS.withFrames(2, 1 << 20), clock);
        open(ANN, "c");
        Service.ResultSetResponse tables = as(ANN).apply(new Service.TablesRequest("c", null, null, null, null));
        assertThat(tables.firstFrame.rows).hasSize(2);
        assertThat(tables.firstFrame.done).isFalse();
        Meta.Frame rest = as(ANN).apply(new Service.FetchRequest("c", tables.statementId, 2, 100)).frame;
        assertThat(rest.rows).hasSize(3);
        assertThat(rest.done).isTrue();
        as(ANN).apply(new Service.CloseStatementRequest("c", tables.statementId));
    }
}
