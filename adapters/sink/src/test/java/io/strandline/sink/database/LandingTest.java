package io.strandline.sink.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.Failpoint;
import io.strandline.sink.CommitToken;
import io.strandline.sink.Landing;
import io.strandline.sink.MemoryRunStore;
import io.strandline.sink.Page;
import io.strandline.sink.Run;
import io.strandline.sink.RunCounts;
import io.strandline.sink.RunEngine;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunRequest;
import io.strandline.sink.RunState;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What of a run is there whose gateway died: the database tells, nobody guesses (SNK-6). */
class LandingTest {
    /** Ends the run where a process would end. */
    private static final class Stop extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** Runs of a gateway that dies: from then on nothing is kept. */
    private static final class DyingStore extends MemoryRunStore {
        private boolean dead;

        @Override
        public synchronized boolean update(RunRecord run) {
            return dead || super.update(run);
        }
    }

    private final DyingStore runs = new DyingStore();

    private SinkLab lab(Databases database) {
        SinkLab lab = database.lab();
        return new SinkLab(lab.connector(), lab.table(), lab.settings(), lab.rows(), runs);
    }

    private static Page page(long id) {
        return new Page(
                SinkLab.SCHEMA, List.<@Nullable Object[]>of(new @Nullable Object[] {id, "n", new BigDecimal("1.00")}));
    }

    /** A run of two pages, each under a token if there is a scope, that dies at a point. */
    private RunRecord died(SinkLab lab, WriteMode mode, @Nullable String scope, Failpoint point) {
        RunRequest request = new RunRequest(lab.spec(mode), mode, null, scope, RunOptions.DEFAULTS, Map.of());
        Runnable clear = Failpoint.install(reached -> {
            if (reached == point) {
                runs.dead = true;
                throw new Stop();
            }
        });
        try (Run run = lab.engine().begin(request, TestCall.CALL)) {
            assertThatThrownBy(() -> {
                        run.write(page(1), scope == null ? null : CommitToken.of(1));
                        run.write(page(2), scope == null ? null : CommitToken.of(2));
                        run.commit();
                    })
                    .isInstanceOf(Stop.class);
            runs.dead = false;
            RunRecord left = runs.byId(run.id()).orElseThrow();
            assertThat(left.state().isEnded()).isFalse();
            return left;
        } finally {
            clear.run();
        }
    }

    private static void assertTold(SinkLab lab, RunRecord run, @Nullable CommitToken token, Landing landing) {
        assertThat(lab.engine().landing(run, token, TestCall.CALL)).isEqualTo(landing);
    }

    @ParameterizedTest
    @EnumSource
    void whatWasCommittedIsTold(Databases database) {
        SinkLab lab = lab(database);
        RunEngine engine = lab.engine();
        RunRecord none = died(lab, WriteMode.APPEND, null, Failpoint.SINK_PAGE_UNCOMMITTED);
        assertTold(lab, none, null, Landing.NONE);
        RunRecord ended = engine.abort(none.id(), TestCall.CALL);
        assertThat(ended.state()).isEqualTo(RunState.ABORTED);
        assertThat(ended.progress().error()).contains("nothing of it is in its destination");
        assertThat(ended.mayHaveLanded()).isFalse();
        assertThat(lab.rows().get()).isEmpty();
        RunRecord whole = died(lab, WriteMode.APPEND, null, Failpoint.SINK_PAGE_COMMITTED);
        assertTold(lab, whole, null, Landing.WHOLE);
        assertThat(lab.rows().get()).hasSize(2);
        RunRecord told = engine.abort(whole.id(), TestCall.CALL);
        assertThat(told.progress().error()).contains("all that it wrote");
        assertThat(told.counts()).isEqualTo(new RunCounts(2, 2, 0, 0, 0, 0, 0));
        assertThat(runs.byId(whole.id()).orElseThrow().mayHaveLanded()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void tokensTellHowFar(Databases database) {
        SinkLab lab = lab(database);
        RunRecord run = died(lab, WriteMode.APPEND, "scope", Failpoint.SINK_PAGE_COMMITTED);
        assertThat(lab.rows().get()).hasSize(1);
        assertTold(lab, run, null, Landing.SOME);
        assertTold(lab, run, CommitToken.of(1), Landing.WHOLE);
        assertTold(lab, run, CommitToken.of(2), Landing.NONE);
        assertThat(lab.engine().abort(run.id(), TestCall.CALL).progress().error())
                .contains("token");
    }

    @ParameterizedTest
    @EnumSource
    void anOverwriteIsThereWithItsCommit(Databases database) {
        SinkLab lab = lab(database);
        RunRecord run = died(lab, WriteMode.OVERWRITE, null, Failpoint.SINK_SWAP_UNCOMMITTED);
        assertTold(lab, run, null, Landing.NONE);
        try (Run whole = lab.engine().begin(RunRequest.of(lab.spec(WriteMode.OVERWRITE)), TestCall.CALL)) {
            whole.write(page(1));
            assertTold(lab, whole.commit(), null, Landing.WHOLE);
        }
    }
}
