package io.strandline.sink;

import static io.strandline.sink.contract.SinkLab.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How runs begin, end and are undone, whatever the driver (SNK-6, SNK-11, SNK-17, SNK-18, SNK-25). */
class RunLifecycleTest {
    private final MemoryTable table = new MemoryTable();
    private final List<String> steps = new ArrayList<>();
    private final MemoryRunStore runs = new MemoryRunStore();
    private @Nullable String failing;

    /** Notes the steps of a run, and fails at one. */
    private final class Noted extends ForwardingDriver {
        Noted(SinkDriver driver) {
            super(driver);
        }

        private void step(String step) {
            steps.add(step);
            if (step.equals(failing)) {
                throw new StrandlineException(ErrorCode.REFUSED, "a test fails " + step);
            }
        }

        @Override
        public void flush(SinkCallContext context) {
            step("flush");
            super.flush(context);
        }

        @Override
        public void completeRun(SinkCallContext context) {
            step("complete");
            super.completeRun(context);
        }

        @Override
        public Optional<StagingGroup> staging() {
            return driver.staging().map(group -> new StagingGroup() {
                @Override
                public void begin(SinkCallContext context) {
                    step("begin");
                    group.begin(context);
                }

                @Override
                public void commit(SinkCallContext context) {
                    step("commit");
                    group.commit(context);
                }

                @Override
                public void abort(SinkCallContext context) {
                    step("abort");
                    group.abort(context);
                }

                @Override
                public Set<RunId> staged(SinkCallContext context) {
                    return group.staged(context);
                }
            });
        }

        @Override
        public Optional<CleanupGroup> cleanup() {
            return driver.cleanup().map(group -> (request, context) -> {
                step("cleanup");
                return group.cleanUp(request, context);
            });
        }
    }

    private SinkLab lab(UnaryOperator<SinkDriver> around) {
        return new SinkLab(
                new Around(new MemoryConnector(table), around),
                new TableRef("sink_lab", List.of("main"), "t"),
                Map.of(),
                table::rows,
                runs);
    }

    private static Run begin(SinkLab lab, WriteMode mode, @Nullable String scope, Map<String, Object> cleanup) {
        return lab.engine()
                .begin(new RunRequest(lab.spec(mode), mode, null, scope, RunOptions.DEFAULTS, cleanup), TestCall.CALL);
    }

    private static Page page(long id) {
        return new Page(
                SinkLab.SCHEMA, List.<@Nullable Object[]>of(new @Nullable Object[] {id, "n", new BigDecimal("1.00")}));
    }

    @Test
    void aRunEndsInOrder() {
        try (Run run = begin(lab(Noted::new), WriteMode.OVERWRITE, null, Map.of())) {
            run.write(page(1));
            run.commit();
        }
        try (Run run = begin(lab(Noted::new), WriteMode.UPSERT, null, Map.of("name", "n"))) {
            run.write(page(1));
            run.commit();
        }
        assertThat(steps).containsExactly("begin", "flush", "commit", "complete", "flush", "cleanup", "complete");
    }

    @Test
    void nothingHappensAfterAStepThatFails() {
        failing = "flush";
        Run run = begin(lab(Noted::new), WriteMode.OVERWRITE, null, Map.of());
        run.write(page(1));
        assertRefused(ErrorCode.REFUSED, run::commit);
        assertThat(steps).containsExactly("begin", "flush", "abort");
        assertThat(run.record().state()).isEqualTo(RunState.FAILED);
        assertThat(run.record().counts().isBalanced()).isTrue();
        assertRefused(ErrorCode.REFUSED, () -> run.write(page(2)));
        run.close();
        assertThat(steps).hasSize(3);
        assertThat(table.rows()).isEmpty();
    }

    /** SNK-18: rows without a token land as they were handed over. */
    @Test
    void aCancelledRunFlushesAndCompletesNothing() {
        Run run = begin(lab(Noted::new), WriteMode.APPEND, null, Map.of());
        run.write(page(1));
        run.cancel();
        assertRefused(ErrorCode.CANCELLED, () -> run.write(page(2)));
        assertThat(run.record().state()).isEqualTo(RunState.CANCELLED);
        assertThat(run.record().counts()).isEqualTo(new RunCounts(1, 1, 0, 0, 0, 0, 0));
        assertThat(steps).containsExactly("flush");
        assertThat(table.rows()).hasSize(1);
    }

    /** SNK-5 before SNK-18: nobody knows whether more rows were to come under the open token. */
    @Test
    void aCancelledRunLandsNoTokenWhoseSuccessorHasNotCome() {
        Run run = begin(lab(Noted::new), WriteMode.APPEND, "scope", Map.of());
        run.write(page(1), CommitToken.of(1));
        run.write(page(2), CommitToken.of(1));
        run.write(page(3), CommitToken.of(2));
        run.cancel();
        assertRefused(ErrorCode.CANCELLED, () -> run.write(page(4), CommitToken.of(2)));
        assertThat(run.record().state()).isEqualTo(RunState.CANCELLED);
        assertThat(run.record().counts()).isEqualTo(new RunCounts(3, 2, 0, 0, 1, 0, 0));
        assertThat(run.record().token()).isEqualTo(CommitToken.of(1));
        assertThat(steps).isEmpty();
        assertThat(table.rows()).hasSize(2);
    }

    @Test
    void aCancelledOverwriteLeavesTheOldRows() {
        table.put(7L, "old", null);
        Run run = begin(lab(Noted::new), WriteMode.OVERWRITE, null, Map.of());
        run.write(page(1));
        run.cancel();
        run.close();
        assertThat(steps).containsExactly("begin", "flush", "abort");
        assertThat(table.rows()).hasSize(1);
        assertThat(run.record().state()).isEqualTo(RunState.CANCELLED);
    }

    /** SNK-2: what is nowhere is not accepted. */
    @Test
    void pagesOfATokenThatDidNotLandCountAsFailed() {
        Run run = begin(lab(driver -> driver), WriteMode.APPEND, "scope", Map.of());
        run.write(page(1), CommitToken.of(1));
        run.write(page(2), CommitToken.of(1));
        Page bad = new Page(SinkLab.SCHEMA, List.<@Nullable Object[]>of(new @Nullable Object[] {3L, null, null}));
        run.write(bad, CommitToken.of(1));
        assertThat(run.record().counts().accepted()).isEqualTo(2);
        assertThat(runs.byId(run.id()).orElseThrow().counts().accepted()).isZero();
        assertRefused(ErrorCode.BAD_VALUE, run::commit);
        assertThat(run.record().counts()).isEqualTo(new RunCounts(3, 0, 0, 0, 3, 0, 0));
        assertThat(runs.byId(run.id()).orElseThrow()).isEqualTo(run.record());
        assertThat(table.rows()).isEmpty();
    }

    @Test
    void stagedRowsThatNobodySeesCountAsFailed() {
        failing = "commit";
        Run run = begin(lab(Noted::new), WriteMode.OVERWRITE, "scope", Map.of());
        run.write(page(1), CommitToken.of(1));
        assertRefused(ErrorCode.REFUSED, run::commit);
        assertThat(run.record().counts()).isEqualTo(new RunCounts(1, 0, 0, 0, 1, 0, 0));
        assertThat(run.record().token()).isNull();
    }

    /** Loses the answers to writes: heard or not. */
    private static final class Losing extends ForwardingDriver {
        private final boolean heard;
        private int left = 1;

        Losing(SinkDriver driver, boolean heard) {
            super(driver);
            this.heard = heard;
        }

        @Override
        public PageReport write(Page page, RowPolicy policy, WriteCall call) {
            if (left-- <= 0) {
                return super.write(page, policy, call);
            }
            if (heard) {
                super.write(page, policy, call);
            }
            throw new StrandlineException(ErrorCode.OUTCOME_UNKNOWN, "a test lost the answer");
        }
    }

    /** SNK-6. */
    @Test
    void afterALostAnswerTheTokenSaysWhetherToSendAgain() {
        for (boolean heard : List.of(true, false)) {
            MemoryTable fresh = new MemoryTable();
            SinkConnector memory = new MemoryConnector(fresh);
            SinkLab lab = lab(driver -> new Losing(
                    memory.open(new SinkLab(memory, new TableRef("c", List.of("main"), "t"), Map.of(), fresh::rows)
                            .spec(WriteMode.APPEND)),
                    heard));
            try (Run run = begin(lab, WriteMode.APPEND, "scope", Map.of())) {
                run.write(page(1), CommitToken.of(1));
                assertThat(run.commit().counts().accepted()).isEqualTo(1);
            }
            assertThat(fresh.rows()).hasSize(1);
        }
    }

    /** SNK-6: without a token nobody can tell, and nothing is sent again. */
    @Test
    void withoutATokenALostAnswerIsUnknown() {
        Run run = begin(lab(driver -> new Losing(driver, true)), WriteMode.APPEND, null, Map.of());
        assertRefused(ErrorCode.OUTCOME_UNKNOWN, () -> run.write(page(1)));
        assertThat(run.record().state()).isEqualTo(RunState.UNKNOWN);
        assertThat(run.record().mayHaveLanded()).isTrue();
        assertThat(run.record().counts().failed()).isZero();
        assertThat(run.record().fixSql()).contains("CALL sink.abort_run('" + run.id() + "')");
        assertThat(table.rows()).hasSize(1);
    }

    /** Case 32. */
    @Test
    void aLaterRunInFlightIsNamedWithTheCallThatClearsIt() {
        SinkLab lab = lab(driver -> driver);
        RunRecord first = lab.run(WriteMode.APPEND, page(1));
        Run later = begin(lab, WriteMode.APPEND, null, Map.of());
        later.write(page(2));
        assertThatThrownBy(() -> lab.engine().rollback(first.id(), false, false, TestCall.CALL))
                .hasMessageContaining(later.id().text())
                .hasMessageContaining("CALL sink.abort_run('" + later.id() + "')");
        runs.interrupt();
        lab.engine().abort(later.id(), TestCall.CALL);
        assertThat(runs.byId(later.id()).orElseThrow().state()).isEqualTo(RunState.ABORTED);
        assertThat(lab.engine()
                        .rollback(first.id(), false, false, TestCall.CALL)
                        .applied())
                .isTrue();
        assertThat(table.rows()).hasSize(1);
    }

    @Test
    void whatASinkDoesNotHaveIsRefusedAtTheBeginning() {
        SinkLab lab = lab(driver -> driver);
        SinkSpec spec = lab.spec(WriteMode.UPSERT);
        RunRequest noKey = new RunRequest(spec, null, List.of(), null, RunOptions.DEFAULTS, Map.of());
        assertRefused(ErrorCode.REFUSED, () -> lab.engine().begin(noKey, TestCall.CALL));
        RunRequest blank = new RunRequest(spec, null, null, " ", RunOptions.DEFAULTS, Map.of());
        assertRefused(ErrorCode.BAD_ARGUMENT, () -> lab.engine().begin(blank, TestCall.CALL));
        Run run = begin(lab, WriteMode.APPEND, null, Map.of());
        assertRefused(ErrorCode.BAD_ARGUMENT, () -> run.write(page(1), CommitToken.of(1)));
        assertRefused(ErrorCode.BAD_ARGUMENT, () -> new CommitToken("7"));
        assertRefused(
                ErrorCode.NO_SUCH_OBJECT, () -> lab.engine().rollback(RunId.random(), false, false, TestCall.CALL));
    }
}
