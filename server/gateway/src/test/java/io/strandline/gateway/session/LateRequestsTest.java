package io.strandline.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import java.time.Clock;
import java.util.Map;
import org.apache.calcite.avatica.ConnectionPropertiesImpl;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.LocalService;
import org.apache.calcite.avatica.remote.Service;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** GW-6: requests that a network held back or repeats undo nothing that a later one did; numbers tell which is later. */
class LateRequestsTest {
    private static final Caller ANN = new Caller("ann", Role.OPERATOR);

    private final FakeEngine engine = new FakeEngine();
    private final Sessions sessions = new Sessions(SessionSettings.DEFAULTS, Clock.systemUTC());
    private final Gateway gateway = new Gateway(engine, sessions, "1");

    @BeforeEach
    void open() {
        numbered(1).apply(new Service.OpenConnectionRequest("c", Map.of("applicationName", "first")));
    }

    private static RequestContext request(long number) {
        return new RequestContext(ANN, "here", null, null, null, number);
    }

    private Service numbered(long number) {
        return new LocalService(gateway.meta(request(number)));
    }

    private Meta.ConnectionProperties sync(long number, Meta.ConnectionProperties wanted) {
        return numbered(number).apply(new Service.ConnectionSyncRequest("c", wanted)).connProps;
    }

    private Service.ResultSetResponse run(long number, String sql) {
        return numbered(number)
                .apply(new Service.PrepareAndExecuteRequest("c", 1, sql, -1, 10))
                .results
                .get(0);
    }

    private static void gone(ThrowingCallable work, ErrorCode code) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void anOlderSettingIsDroppedAndAnotherOptionsIsNot() {
        sync(3, new ConnectionPropertiesImpl().setReadOnly(true).setAutoCommit(false));
        Meta.ConnectionProperties late = sync(2, new ConnectionPropertiesImpl().setReadOnly(false));
        assertThat(late.isReadOnly()).as("it is told what holds").isTrue();
        assertThat(sync(2, new ConnectionPropertiesImpl().setAutoCommit(true)).isAutoCommit())
                .isFalse();
        assertThat(sync(4, new ConnectionPropertiesImpl().setReadOnly(false)).isReadOnly())
                .isFalse();
        run(6, "SET time_zone Asia/Kolkata");
        run(5, "SET read_only true");
        assertThat(sync(7, new ConnectionPropertiesImpl()).isReadOnly())
                .as("nothing newer was said of this option")
                .isTrue();
    }

    @Test
    void everyOptionIsSetInOrder() {
        for (String option : new String[] {
            "time_zone Asia/Kolkata", "read_only true", "backticks true", "application_name me", "query_timeout 5s"
        }) {
            Session session = sessions.find("c", ANN);
            String name = option.substring(0, option.indexOf(' '));
            session.set(name, null, 11, gateway.own().schemas(session, request(11)));
            String before = session.row() + session.options().toString() + session.queryTimeout();
            session.set(
                    name, option.substring(name.length() + 1), 10, gateway.own().schemas(session, request(10)));
            assertThat(session.row() + session.options().toString() + session.queryTimeout())
                    .as(option)
                    .isEqualTo(before);
        }
    }

    /** Twice is as bad as late: a key that was used is not for the next change too (GW-2). */
    @Test
    void aKeyIsGivenOnce() {
        run(2, "SET idempotency_key once");
        run(3, "CALL");
        run(4, "CALL");
        numbered(2).apply(new Service.PrepareAndExecuteRequest("c", 2, "SET idempotency_key once", -1));
        run(5, "CALL");
        assertThat(engine.changes()).isEqualTo(3);
    }

    /** What a client reads is not replaced by what it asked before. */
    @Test
    void anOlderStatementDoesNotTakeTheResultOfANewer() {
        run(2, "ROWS 5");
        assertThat(run(3, "ROWS 30").firstFrame.done).isFalse();
        gone(() -> run(2, "ROWS 5"), ErrorCode.STATEMENT_GONE);
        gone(() -> numbered(2).apply(new Service.FetchRequest("c", 1, 10, 10)), ErrorCode.STATEMENT_GONE);
        numbered(2).apply(new Service.CloseStatementRequest("c", 1));
        Meta.Frame next = numbered(4).apply(new Service.FetchRequest("c", 1, 10, 100)).frame;
        assertThat(next.rows).hasSize(20);
        assertThat(next.done).isTrue();
        assertThat(engine.openAnswers()).isZero();
    }

    /** The same request again is answered again, as a change under its key must be (GW-2). */
    @Test
    void aRepeatedRequestIsAnswered() {
        assertThat(run(2, "ROWS 5").firstFrame.rows).hasSize(5);
        assertThat(run(2, "ROWS 5").firstFrame.rows).hasSize(5);
    }

    @Test
    void aRollbackThatComesLateTakesNoWarningAway() {
        sync(2, new ConnectionPropertiesImpl().setAutoCommit(false));
        run(4, "CALL");
        numbered(3).apply(new Service.CommitRequest("c"));
        RequestContext rollback = request(5);
        new LocalService(gateway.meta(rollback)).apply(new Service.RollbackRequest("c"));
        assertThat(rollback.warnings()).singleElement().asString().contains("rollback undid nothing");
    }

    @Test
    void aSessionIsOpenedAndClosedOnce() {
        run(2, "SET application_name second");
        numbered(1).apply(new Service.OpenConnectionRequest("c", Map.of("applicationName", "first")));
        assertThat(sessions.rows(ANN)).extracting(SessionRow::applicationName).containsExactly("second");
        numbered(3).apply(new Service.CloseConnectionRequest("c"));
        gone(() -> numbered(1).apply(new Service.OpenConnectionRequest("c", Map.of())), ErrorCode.SESSION_GONE);
        assertThat(sessions.count()).isZero();
    }

    /** A stock client does not number what it sends: all of it is taken as it comes. */
    @Test
    void withoutNumbersTheLastOneWins() {
        sync(7, new ConnectionPropertiesImpl().setReadOnly(true));
        assertThat(sync(0, new ConnectionPropertiesImpl().setReadOnly(false)).isReadOnly())
                .isFalse();
        run(0, "ROWS 30");
        assertThat(run(0, "ROWS 5").firstFrame.done).isTrue();
    }
}
