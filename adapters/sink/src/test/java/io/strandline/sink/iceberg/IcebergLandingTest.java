package io.strandline.sink.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.Catalogs;
import io.strandline.common.Failpoint;
import io.strandline.sink.CommitToken;
import io.strandline.sink.Landing;
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
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What of a run is there whose gateway died: the table's history tells, nobody guesses (SNK-6). */
class IcebergLandingTest {
    @TempDir
    Path directory;

    private TestLake lake;
    private SinkLab lab;

    @BeforeEach
    void open() {
        lake = TestLake.in(directory);
        lake.create("orders");
        lab = new SinkLab(
                new IcebergConnector(new Catalogs(List.of(lake.catalog))),
                TestLake.ref("orders"),
                Map.of(),
                () -> List.copyOf(lake.values("orders")));
        lab.run(WriteMode.APPEND, TestLake.page(0, "old"));
    }

    @AfterEach
    void close() {
        lake.close();
    }

    /** Ends the run where a process would end. */
    private static final class Stop extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** A run of two pages, each under a token if there is a scope, whose gateway dies at the so-manieth passing of a point. */
    private RunRecord died(WriteMode mode, @Nullable String scope, Failpoint point, int passing) {
        RunRequest request = new RunRequest(lab.spec(mode), mode, null, scope, RunOptions.DEFAULTS, Map.of());
        AtomicInteger left = new AtomicInteger(passing);
        Run run = lab.engine().begin(request, TestCall.CALL);
        Runnable clear = Failpoint.install(reached -> {
            if (reached == point && left.decrementAndGet() == 0) {
                // what it says as it ends is not kept, as of a process that is not there any more
                lab.runs().interrupt();
                throw new Stop();
            }
        });
        try {
            assertThatThrownBy(() -> {
                        run.write(TestLake.page(1, "new"), scope == null ? null : CommitToken.of(1));
                        run.write(TestLake.page(2, "new"), scope == null ? null : CommitToken.of(2));
                        run.commit();
                    })
                    .isInstanceOf(Stop.class);
        } finally {
            clear.run();
        }
        RunRecord record = lab.runs().byId(run.id()).orElseThrow();
        assertThat(record.state()).isEqualTo(RunState.INTERRUPTED);
        return record;
    }

    private Landing told(RunRecord run, @Nullable CommitToken token) {
        return lab.engine().landing(run, token, TestCall.CALL);
    }

    @ParameterizedTest
    @EnumSource(names = {"APPEND", "UPSERT", "OVERWRITE"})
    void aRunWithoutTokensIsThereOrNot(WriteMode mode) {
        RunEngine engine = lab.engine();
        // an overwrite has sent its branch before
        int commit = mode == WriteMode.OVERWRITE ? 2 : 1;
        RunRecord none = died(mode, null, Failpoint.COMMIT_SENDING, commit);
        assertThat(told(none, null)).isEqualTo(Landing.NONE);
        RunRecord ended = engine.abort(none.id(), TestCall.CALL);
        assertThat(ended.counts()).isEqualTo(new RunCounts(2, 0, 0, 0, 2, 0, 0));
        assertThat(ended.mayHaveLanded()).isFalse();
        assertThat(lake.rows("orders")).containsExactly("[0, old]");
        RunRecord whole = died(mode, null, Failpoint.COMMIT_ANSWERED, commit);
        assertThat(told(whole, null)).isEqualTo(Landing.WHOLE);
        RunRecord kept = engine.abort(whole.id(), TestCall.CALL);
        assertThat(kept.counts()).isEqualTo(new RunCounts(2, 2, 0, 0, 0, 0, 0));
        assertThat(kept.mayHaveLanded()).isTrue();
        assertThat(lake.rows("orders")).contains("[1, new]", "[2, new]");
        assertThat(engine.rollback(kept.id(), false, false, TestCall.CALL).applied())
                .isTrue();
        assertThat(lake.rows("orders")).containsExactly("[0, old]");
        assertThat(lake.table("orders").properties().keySet())
                .as("what forbade the run to go on goes with it")
                .doesNotContain(Marks.givenUp(kept.id()));
    }

    @Test
    void tokensTellHowFar() {
        RunRecord run = died(WriteMode.APPEND, "scope", Failpoint.COMMIT_ANSWERED, 1);
        assertThat(told(run, null)).isEqualTo(Landing.SOME);
        assertThat(told(run, CommitToken.of(1))).isEqualTo(Landing.WHOLE);
        assertThat(told(run, CommitToken.of(2))).isEqualTo(Landing.NONE);
    }

    @Test
    void aHistoryThatHasExpiredTellsNothingOfWhoIsNotInIt() {
        RunRecord run = died(WriteMode.APPEND, null, Failpoint.COMMIT_SENDING, 1);
        RunRecord there = died(WriteMode.APPEND, null, Failpoint.COMMIT_ANSWERED, 1);
        Table table = lake.table("orders");
        table.newAppend().set("other", "commit").commit();
        table.expireSnapshots().expireOlderThan(Long.MAX_VALUE).retainLast(1).commit();
        assertThat(told(run, null)).isEqualTo(Landing.UNTOLD);
        assertThat(told(there, null)).isEqualTo(Landing.WHOLE);
    }
}
