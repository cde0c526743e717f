package io.strandline.sink;

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
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How many runs of a sink can be undone (SNK-13). */
class KeptRunsTest {
    private static final int KEPT = RunOptions.DEFAULTS.keptRuns();

    private final MemoryTable table = new MemoryTable();
    private final SinkLab lab = new SinkLab(
            new MemoryConnector(table), new TableRef("sink_lab", List.of("main"), "t"), Map.of(), table::rows);

    private static Page page(long id, @Nullable String name) {
        return new Page(
                SinkLab.SCHEMA, List.<@Nullable Object[]>of(new @Nullable Object[] {id, name, new BigDecimal("1.00")}));
    }

    private List<RunId> done(int many) {
        List<RunId> done = new ArrayList<>();
        for (long id = 1; id <= many; id++) {
            done.add(lab.run(WriteMode.APPEND, page(id, "n")).id());
        }
        return done;
    }

    private boolean isForgotten(RunId run) {
        return lab.runs().byId(run).orElseThrow().forgotten();
    }

    @Test
    void theLastRunsCanBeUndone() {
        List<RunId> all = done(KEPT + 2);
        assertThat(all.stream().filter(this::isForgotten)).containsExactly(all.get(0), all.get(1));
        assertThatThrownBy(() -> lab.engine().rollback(all.get(0), false, false, TestCall.CALL))
                .hasMessageContaining("not_undoable");
        assertThat(lab.engine()
                        .rollback(all.get(2), false, false, TestCall.CALL)
                        .applied())
                .isTrue();
    }

    /** A load that fails every minute takes nobody's place, and what is kept of it is bounded all the same. */
    @Test
    void runsThatFailTakeNoPlaceAndAreBoundedToo() {
        List<RunId> good = done(KEPT);
        for (int i = 0; i < 3 * KEPT; i++) {
            assertThatThrownBy(() -> lab.run(WriteMode.APPEND, page(99, null))).isNotNull();
        }
        assertThat(good).noneMatch(this::isForgotten);
        assertThat(lab.runs().undoable("lab")).hasSize(2 * KEPT);
    }

    /** What a destination that is down keeps of them is dropped when it is there again. */
    @Test
    void whatCouldNotBeDroppedIsDroppedLater() {
        List<RunId> all = done(KEPT);
        AtomicBoolean isDown = new AtomicBoolean();
        SinkLab down = lab.over(connector -> new Around(connector, driver -> new ForwardingDriver(driver) {
            @Override
            public Optional<RollbackGroup> rollback() {
                if (!isDown.get()) {
                    return super.rollback();
                }
                throw new StrandlineException(ErrorCode.BACKEND, "a test took the destination away");
            }
        }));
        RunId over;
        try (Run run = down.engine().begin(RunRequest.of(down.spec(WriteMode.APPEND)), TestCall.CALL)) {
            over = run.id();
            run.write(page(KEPT + 1, "n"));
            isDown.set(true);
            run.commit();
        }
        assertThat(lab.runs().undropped("lab")).extracting(RunRecord::id).containsExactly(all.get(0));
        lab.run(WriteMode.APPEND, page(KEPT + 2, "n"));
        assertThat(lab.runs().undropped("lab")).isEmpty();
        assertThat(kept()).hasSize(KEPT).contains(over).doesNotContain(all.get(0), all.get(1));
    }

    private List<RunId> kept() {
        try (SinkDriver driver = lab.open(WriteMode.APPEND)) {
            return driver.rollback().orElseThrow().journal(SinkLab.context(WriteMode.APPEND)).stream()
                    .map(JournalEntry::run)
                    .toList();
        }
    }
}
