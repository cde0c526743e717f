package io.strandline.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.PreparedSql;
import io.strandline.gateway.sql.SessionOptions;
import io.strandline.gateway.sql.SqlEngine;
import io.strandline.gateway.sql.StatementExecution;
import io.strandline.sqlkit.ColumnBatches;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.calcite.avatica.remote.TypedValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a gateway does before the first statement: it is seen by nobody, and harms nobody. */
@Timeout(60)
class WarmUpTest {
    private static final Caller ADMIN = new Caller("ada", Role.ADMIN);

    private final Sessions sessions = new Sessions(SessionSettings.DEFAULTS, Clock.systemUTC());
    private final List<String> prepared = new CopyOnWriteArrayList<>();

    /** An engine in which every statement does that when it is planned. */
    private final class Engine implements SqlEngine {
        private final java.util.function.Consumer<StatementExecution> doing;

        Engine(java.util.function.Consumer<StatementExecution> doing) {
            this.doing = doing;
        }

        @Override
        public PreparedSql prepare(String sql, SessionOptions options, StatementExecution execution) {
            prepared.add(sql);
            doing.accept(execution);
            return new FakeEngine().prepare("ROWS 0", options, execution);
        }

        @Override
        public Answer execute(PreparedSql what, List<TypedValue> parameters, StatementExecution execution) {
            return new FakeEngine().execute(what, parameters, execution);
        }

        @Override
        public Answer executeBatch(PreparedSql what, List<List<TypedValue>> batch, StatementExecution execution) {
            return new FakeEngine().executeBatch(what, batch, execution);
        }

        @Override
        public Answer ingest(
                List<String> table, ColumnBatches batches, SessionOptions options, StatementExecution execution) {
            return new FakeEngine().ingest(table, batches, options, execution);
        }
    }

    /** A failure of one, an error even, is none of the others'. */
    @Test
    void aFailureHarmsNobody() throws InterruptedException {
        Engine failing = new Engine(execution -> {
            if (prepared.size() % 2 == 0) {
                throw new StrandlineException(ErrorCode.INTERNAL, "said the test");
            }
            throw new NoClassDefFoundError("said the test");
        });
        try (WarmUp warmUp = WarmUp.begin(failing, sessions)) {
            warmUp.await();
        }
        assertThat(prepared).hasSizeGreaterThan(5);
    }

    @Test
    void isNeverListed() throws InterruptedException {
        List<StatementRow> seen = new CopyOnWriteArrayList<>();
        List<Role> roles = new CopyOnWriteArrayList<>();
        Engine looking = new Engine(execution -> {
            seen.addAll(sessions.executions().rows(ADMIN));
            roles.add(execution.caller().role());
        });
        try (WarmUp warmUp = WarmUp.begin(looking, sessions)) {
            warmUp.await();
        }
        assertThat(roles).hasSizeGreaterThan(5).containsOnly(Role.READER);
        assertThat(seen).isEmpty();
        assertThat(sessions.executions().rows(ADMIN)).isEmpty();
        assertThat(sessions.executions().runningCount()).isZero();
    }

    /** Whoever asks something is not kept waiting by what nobody asked for. */
    @Test
    void waitsWhileAStatementRuns() throws InterruptedException {
        Executions executions = sessions.executions();
        Execution asked = executions.ofNoSession(
                executions.newId(),
                "ROWS 0",
                ADMIN,
                Session.DEFAULTS,
                new TimeLimit(Duration.ofMinutes(1), "the test"));
        List<Integer> besides = new CopyOnWriteArrayList<>();
        executions.begins(asked);
        try (WarmUp warmUp = WarmUp.begin(new Engine(execution -> besides.add(executions.runningCount())), sessions)) {
            await().until(warmUp::waits);
            executions.ended(asked);
            warmUp.await();
        }
        assertThat(besides).hasSizeGreaterThan(5).containsOnly(0);
    }

    /** It ends with the gateway, at its next safe point. */
    @Test
    void endsWithTheGateway() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Engine endless = new Engine(execution -> {
            begun.countDown();
            while (true) {
                execution.checkpoint();
                Thread.onSpinWait();
            }
        });
        WarmUp warmUp = WarmUp.begin(endless, sessions);
        begun.await();
        warmUp.close();
        warmUp.await();
        assertThat(prepared).hasSize(1);
    }
}
