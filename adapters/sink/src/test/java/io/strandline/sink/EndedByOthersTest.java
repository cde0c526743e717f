package io.strandline.sink;

import static io.strandline.sink.contract.SinkLab.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.TableRef;
import io.strandline.sink.contract.Around;
import io.strandline.sink.contract.ForwardingDriver;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import io.strandline.sink.memory.MemoryConnector;
import io.strandline.sink.memory.MemoryTable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A run that others took for one of a dead gateway, while its own still has it. */
class EndedByOthersTest {
    private final MemoryRunStore runs = new MemoryRunStore();
    private final AtomicInteger closed = new AtomicInteger();
    private final MemoryTable table = new MemoryTable();
    private boolean endedAsItLands;

    private final SinkConnector connector =
            new Around(new MemoryConnector(table), driver -> new ForwardingDriver(driver) {
                @Override
                public void completeRun(SinkCallContext context) {
                    super.completeRun(context);
                    if (endedAsItLands) {
                        runs.interrupt();
                    }
                }

                @Override
                public void close() {
                    closed.incrementAndGet();
                    super.close();
                }
            });

    private final SinkSpec spec = new SinkSpec(
            "lab",
            connector.name(),
            new TableRef("memory", List.of("lab"), "rows"),
            Map.of(),
            WriteMode.APPEND,
            List.of("id"),
            RunOptions.DEFAULTS,
            RunRules.NONE,
            "configuration");

    private final RunEngine engine = new RunEngine(
            new OneSink(connector, spec), runs, (predicate, schema) -> row -> true, "here", new Hurried());

    /** By which it is always time to keep the counts of a run. */
    private static final class Hurried extends Clock {
        private Instant now = Instant.EPOCH;

        @Override
        public Instant instant() {
            now = now.plus(Duration.ofMinutes(1));
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    private Run begun() {
        Run run = engine.begin(
                new RunRequest(spec, WriteMode.APPEND, null, "scope", RunOptions.DEFAULTS, Map.of()), TestCall.CALL);
        run.write(new Page(SinkLab.SCHEMA, List.<Object[]>of(new Object[] {1L, "one", null})), CommitToken.of(1));
        return run;
    }

    @Test
    void isGivenUpWithAllThatItHolds() {
        Run run = begun();
        runs.interrupt();
        assertRefused(ErrorCode.REFUSED, run::commit);
        assertThat(closed).hasValue(1);
        assertThat(engine.underWay(run.id())).isEmpty();
        assertThat(run.record().counts()).isEqualTo(new RunCounts(1, 0, 0, 0, 1, 0, 0));
        assertThat(runs.byId(run.id()).orElseThrow().state()).isEqualTo(RunState.INTERRUPTED);
        assertThat(table.rows()).isEmpty();
    }

    /** What is there is not sent again: the call that counts it is named. */
    @Test
    void thatLandedIsToBeCountedByAbortRun() {
        Run run = begun();
        endedAsItLands = true;
        assertThatThrownBy(run::commit)
                .hasMessageContaining("whole at its destination")
                .hasMessageContaining("CALL sink.abort_run('" + run.id() + "')")
                .hasMessageNotContaining("begin another run");
        assertThat(engine.abort(run.id(), TestCall.CALL).counts().accepted()).isEqualTo(1);
        assertThat(closed).hasValueGreaterThan(0);
    }
}
