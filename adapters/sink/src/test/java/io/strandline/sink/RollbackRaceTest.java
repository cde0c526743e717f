package io.strandline.sink;

import static io.strandline.sink.contract.SinkLab.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.sink.contract.Around;
import io.strandline.sink.contract.ForwardingDriver;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import io.strandline.sink.memory.MemoryConnector;
import io.strandline.sink.memory.MemoryTable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a rollback and a forget leave when something happens in the middle of them (SNK-11, SNK-12, SNK-13). */
class RollbackRaceTest {
    private final MemoryTable table = new MemoryTable();
    private final Fragile runs = new Fragile();
    private final SinkConnector memory = new MemoryConnector(table);
    private final SinkLab lab = lab(driver -> driver);
    private RunRecord first = lab.run(WriteMode.APPEND, page(0));

    /** A store that fails once where it is told to. */
    private static final class Fragile extends MemoryRunStore {
        private @Nullable String failing;

        private void step(String step) {
            if (step.equals(failing)) {
                failing = null;
                throw new StrandlineException(ErrorCode.STORE, "a test took the store away");
            }
        }

        @Override
        public synchronized void rolledBack(RunId id, Instant at) {
            step("rolledBack");
            super.rolledBack(id, at);
        }

        @Override
        public synchronized void forgotten(RunId id) {
            step("forgotten");
            super.forgotten(id);
        }
    }

    private SinkLab lab(UnaryOperator<SinkDriver> around) {
        return new SinkLab(
                new Around(memory, around),
                new TableRef("sink_lab", List.of("main"), "t"),
                Map.of(),
                table::rows,
                runs);
    }

    private static Page page(long id) {
        return new Page(
                SinkLab.SCHEMA, List.<@Nullable Object[]>of(new @Nullable Object[] {id, "n", new BigDecimal("1.00")}));
    }

    private RunRecord load(SinkLab on, RunEngine engine, long token) {
        RunRequest request = new RunRequest(
                on.spec(WriteMode.APPEND), WriteMode.APPEND, null, "scope", RunOptions.DEFAULTS, Map.of());
        try (Run run = engine.begin(request, TestCall.CALL)) {
            run.write(page(token), CommitToken.of(token));
            return run.commit();
        }
    }

    @BeforeEach
    void oneRunThatMovedTheToken() {
        first = load(lab, lab.engine(), 1);
    }

    private @Nullable CommitToken token() {
        return lab.token("scope");
    }

    @Test
    void aRunOfWhichHalfIsForgottenIsNotUndone() {
        RunEngine engine = lab.engine();
        runs.failing = "forgotten";
        assertRefused(ErrorCode.STORE, () -> engine.forget(first.id(), TestCall.CALL));
        assertThat(engine.rollback(first.id(), false, false, TestCall.CALL).deleted())
                .isEqualTo(1);
        assertThat(token()).isNull();
    }

    /** The loader replays up to the same token; a second call of the rollback must not set it back a second time. */
    @Test
    void aRollbackWhoseEndWasLostUndoesTheSameOnly() {
        RunEngine engine = lab.engine();
        runs.failing = "rolledBack";
        assertRefused(ErrorCode.STORE, () -> engine.rollback(first.id(), false, false, TestCall.CALL));
        assertThat(table.rows()).hasSize(1);
        RunRecord again = load(lab, engine, 1);
        assertRefused(ErrorCode.REFUSED, () -> engine.rollback(first.id(), false, false, TestCall.CALL));
        assertThat(token()).isEqualTo(CommitToken.of(1));
        engine.rollback(again.id(), false, false, TestCall.CALL);
        assertThat(engine.rollback(first.id(), false, false, TestCall.CALL).deleted())
                .isZero();
        assertThat(runs.byId(first.id()).orElseThrow().isRolledBack()).isTrue();
        assertThat(table.rows()).hasSize(1);
        assertThat(token()).isNull();
    }

    /** Does something when all is undone, and the token is not set back yet. */
    private SinkLab undoing(Runnable then) {
        return lab(driver -> new ForwardingDriver(driver) {
            @Override
            public Optional<RollbackGroup> rollback() {
                RollbackGroup group = driver.rollback().orElseThrow();
                return Optional.of(new RollbackGroup() {
                    @Override
                    public RollbackOutcome rollback(RollbackOptions options, SinkCallContext context) {
                        RollbackOutcome outcome = group.rollback(options, context);
                        then.run();
                        return outcome;
                    }

                    @Override
                    public void forget(SinkCallContext context) {
                        group.forget(context);
                    }

                    @Override
                    public List<JournalEntry> journal(SinkCallContext context) {
                        return group.journal(context);
                    }
                });
            }
        });
    }

    @Test
    void aTokenThatAnotherGatewayMovedMeanwhileIsNotSetBack() {
        SinkLab slow = undoing(() -> load(lab, lab.engine(), 2));
        assertRefused(ErrorCode.REFUSED, () -> slow.engine().rollback(first.id(), false, false, TestCall.CALL));
        assertThat(token()).isEqualTo(CommitToken.of(2));
        assertThat(runs.byId(first.id()).orElseThrow().isRolledBack()).isFalse();
    }

    @Test
    void noRunOfAScopeBeginsWhileOneIsUndone() {
        RunEngine[] engine = new RunEngine[1];
        SinkLab slow = undoing(() -> CompletableFuture.runAsync(
                        () -> assertRefused(ErrorCode.CONFLICT, () -> load(lab, engine[0], 2)))
                .join());
        engine[0] = slow.engine();
        assertThat(engine[0].rollback(first.id(), false, false, TestCall.CALL).applied())
                .isTrue();
        assertThat(token()).isNull();
        assertThat(load(lab, engine[0], 1).counts().accepted()).isEqualTo(1);
    }

    /** To look is not to wait for it, and who waits can be cancelled. */
    @Test
    void whileOneIsUndoneTheTokenIsShownAndNotSet() {
        RunEngine[] engine = new RunEngine[1];
        TestCall over = new TestCall() {
            @Override
            public void checkpoint() {
                throw new StrandlineException(ErrorCode.TIMED_OUT, "its time is over");
            }
        };
        SinkSpec spec = lab.spec(WriteMode.APPEND);
        SinkLab slow = undoing(() -> CompletableFuture.runAsync(() -> {
                    assertThat(engine[0].rewind(spec, "scope", null, true, TestCall.CALL))
                            .isEqualTo(CommitToken.of(1));
                    assertRefused(ErrorCode.TIMED_OUT, () -> engine[0].rewind(spec, "scope", null, false, over));
                })
                .orTimeout(20, TimeUnit.SECONDS)
                .join());
        engine[0] = slow.engine();
        assertThat(engine[0].rollback(first.id(), false, false, TestCall.CALL).applied())
                .isTrue();
    }

    /** It goes on from the token that it found as it began, and would drop what is sent again. */
    @Test
    void noTokenIsSetUnderARunOfItsScope() {
        RunEngine engine = lab.engine();
        RunRequest request = new RunRequest(
                lab.spec(WriteMode.APPEND), WriteMode.APPEND, null, "scope", RunOptions.DEFAULTS, Map.of());
        try (Run open = engine.begin(request, TestCall.CALL)) {
            assertRefused(ErrorCode.REFUSED, () -> engine.rewind(request.sink(), "scope", null, false, TestCall.CALL));
            assertThat(engine.rewind(request.sink(), "scope", null, true, TestCall.CALL))
                    .isEqualTo(CommitToken.of(1));
            assertThat(engine.rewind(request.sink(), "other", CommitToken.of(3), false, TestCall.CALL))
                    .isNull();
            open.abort("a test");
        }
        assertThat(engine.rewind(request.sink(), "scope", null, false, TestCall.CALL))
                .isEqualTo(CommitToken.of(1));
        assertThat(token()).isNull();
        assertThat(lab.token("other")).isEqualTo(CommitToken.of(3));
    }

    /** SNK-13: a loader that tries in vain takes no good run's place. */
    @Test
    void runsThatChangedNothingAreNotCounted() {
        Page bad = new Page(SinkLab.SCHEMA, List.<@Nullable Object[]>of(new @Nullable Object[] {3L, null, null}));
        for (int time = 0; time < 11; time++) {
            assertRefused(ErrorCode.BAD_VALUE, () -> lab.run(WriteMode.APPEND, bad));
        }
        assertThat(lab.engine()
                        .rollback(first.id(), false, false, TestCall.CALL)
                        .deleted())
                .isEqualTo(1);
    }
}
