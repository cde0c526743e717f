package io.strandline.gateway.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.engine.Engines;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** One plan, many runs: roles, cancel, closing, threads, SET. */
class ExecutionTest {
    private final Planets planets = new Planets();
    private final Sql sql = new Sql(Engines.create(List.of(planets), new NoJournal(), EngineLimits.DEFAULT));

    private static TestExecution of(String user, Role role) {
        TestExecution execution = new TestExecution();
        execution.caller = new Caller(user, role);
        return execution;
    }

    /** GW-3: one cached plan, each user sees their own. */
    @Test
    void showsEachUserTheirOwnRowsOfOneCachedPlan() {
        String query = "SELECT owner FROM space.secrets WHERE owner <> 'x'";
        PreparedSql first = sql.engine().prepare(query, TestExecution.in("UTC"), new TestExecution());
        assertThat(sql.rows(of("ann", Role.OPERATOR), query)).containsExactly(List.of("ann"), List.of("bob"));
        assertThatThrownBy(() -> sql.rows(of("bob", Role.READER), query))
                .hasMessage("table secrets needs the role operator; user \"bob\" has reader."
                        + " Ask an administrator to grant it.");
        assertThat(sql.engine().prepare(query, TestExecution.in("UTC"), new TestExecution()))
                .isSameAs(first);
    }

    /** GW-7: what changes a plan is part of its key. */
    @Test
    void keepsPlansOfOtherZonesAndSchemasApart() {
        PreparedSql utc = sql.engine().prepare("SELECT 2", TestExecution.in("UTC"), new TestExecution());
        assertThat(sql.engine().prepare("SELECT 2", TestExecution.in("UTC"), new TestExecution()))
                .isSameAs(utc);
        assertThat(sql.engine().prepare("SELECT 2", TestExecution.in("Asia/Tokyo"), new TestExecution()))
                .isNotSameAs(utc);
        SessionOptions space = new SessionOptions(
                "strandline", "space", TestExecution.in("UTC").timeZone(), false);
        TestExecution inSpace = new TestExecution();
        inSpace.options = space;
        assertThat(sql.rows(inSpace, "SELECT count(*) FROM planets")).containsExactly(List.of(4L));
    }

    /** GW-5. */
    @Test
    void stopsAScanThatIsCancelled() {
        AtomicInteger calls = new AtomicInteger();
        TestExecution execution = new TestExecution();
        execution.checkpoint = () -> {
            if (calls.incrementAndGet() > 20) {
                throw new StrandlineException(ErrorCode.CANCELLED, "cancelled");
            }
        };
        assertThatThrownBy(() -> sql.rows(execution, "SELECT max(n) FROM space.numbers"))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
        assertThat(planets.read).hasValueLessThan(20_000);
        assertThat(planets.closed).hasValue(1);
    }

    /** GW-5: also where nothing is scanned any more. */
    @Test
    void stopsANestedLoopThatIsCancelled() {
        AtomicInteger calls = new AtomicInteger();
        TestExecution execution = new TestExecution();
        execution.checkpoint = () -> {
            if (calls.incrementAndGet() > 40) {
                throw new StrandlineException(ErrorCode.CANCELLED, "cancelled");
            }
        };
        String tables = "space.planets a, space.planets b, space.planets c, space.planets d, space.planets e,"
                + " space.planets f, space.planets g, space.planets h, space.planets i, space.planets j";
        assertThatThrownBy(() -> sql.rows(
                        execution,
                        "SELECT max(a.gravity + b.gravity + c.gravity + d.gravity + e.gravity + f.gravity + g.gravity"
                                + " + h.gravity + i.gravity + j.gravity) FROM " + tables))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    }

    @Test
    void closesItsSourcesWhenTheAnswerIsClosedEarly() {
        TestExecution execution = new TestExecution();
        PreparedSql prepared = sql.engine().prepare("SELECT n + 1 FROM space.numbers", execution.options(), execution);
        Answer answer = sql.engine().execute(prepared, List.of(), execution);
        assertThat(answer.rows().next()).containsExactly(1L);
        answer.close();
        answer.close();
        assertThat(planets.closed).hasValue(1);
        assertThatThrownBy(() -> answer.rows().hasNext())
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    }

    @Test
    void runsOnePlanOnManyThreads() throws Exception {
        PreparedSql prepared = sql.engine()
                .prepare(
                        "SELECT name FROM space.planets WHERE id = ? AND moons + 0 >= 0",
                        TestExecution.in("UTC"),
                        new TestExecution());
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Object>> runs = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                long id = 1L + i % 4;
                runs.add(() -> {
                    try (Answer answer = sql.engine().execute(prepared, List.of(Sql.bigint(id)), new TestExecution())) {
                        return answer.rows().next()[0];
                    }
                });
            }
            List<Future<Object>> answers = threads.invokeAll(runs);
            for (int i = 0; i < answers.size(); i++) {
                assertThat(answers.get(i).get())
                        .isEqualTo(Planets.ALL.get(i % 4).name());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void givesTheSameAnswerEachTime() {
        for (int i = 0; i < 3; i++) {
            assertThat((byte[]) sql.value("SELECT X'00ff'")).containsExactly(0, 0xff);
            assertThat(sql.rows("VALUES (1, X'01', ARRAY['a']), (2, X'02', ARRAY['b'])"))
                    .hasSize(2);
        }
    }

    @Test
    void handsSetAndResetToTheSession() {
        List<String> set = new ArrayList<>();
        TestExecution execution = new TestExecution();
        execution.session = (name, value) -> set.add(name + "=" + value);
        sql.rows(execution, "SET time_zone = 'Europe/Berlin'");
        sql.rows(execution, "SET Idempotency_Key = 'k-1'");
        sql.rows(execution, "SET query_timeout = 5");
        sql.rows(execution, "SET read_only = TRUE");
        sql.rows(execution, "SET read_only = on");
        sql.rows(execution, "RESET time_zone");
        assertThat(set)
                .containsExactly(
                        "time_zone=Europe/Berlin",
                        "idempotency_key=k-1",
                        "query_timeout=5",
                        "read_only=true",
                        "read_only=ON",
                        "time_zone=null");
        assertThat(sql.engine()
                        .prepare("SET a = 1", execution.options(), execution)
                        .kind())
                .isEqualTo(StatementKind.SET);
    }

    @Test
    void knowsTheUserAndTheTime() {
        assertThat(sql.rows(of("bob", Role.READER), "SELECT CURRENT_USER")).containsExactly(List.of("bob"));
        TestExecution berlin = new TestExecution();
        berlin.options = TestExecution.in("Europe/Berlin");
        assertThat(sql.rows(berlin, "SELECT LOCALTIMESTAMP"))
                .containsExactly(List.of(TestExecution.NOW.toEpochMilli() + 3_600_000));
    }
}
