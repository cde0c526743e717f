package io.strandline.sink;

import static io.strandline.sink.contract.SinkLab.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.sink.contract.Around;
import io.strandline.sink.contract.Batches;
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
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A driver sees a page before it is split, and the same context in all calls of a run (SNK-19, SNK-21). */
class WholePagesTest {
    private final MemoryTable table = new MemoryTable();
    private final List<Integer> admitted = new ArrayList<>();
    private final List<Integer> written = new ArrayList<>();
    private final List<SinkCallContext> contexts = new ArrayList<>();

    /** Admits pages of so many rows at most, and notes what it is called with. */
    private final class Watching extends ForwardingDriver {
        private final int most;

        Watching(SinkDriver driver, int most) {
            super(driver);
            this.most = most;
        }

        @Override
        public void admitPage(Page page, SinkCallContext context) {
            contexts.add(context);
            admitted.add(page.size());
            if (page.size() > most) {
                throw new StrandlineException(ErrorCode.REFUSED, "a test admits no page of " + page.size() + " rows");
            }
        }

        @Override
        public void admitBatch(VectorSchemaRoot batch, SinkCallContext context) {
            contexts.add(context);
            admitted.add(batch.getRowCount());
            if (batch.getRowCount() > most) {
                throw new StrandlineException(ErrorCode.REFUSED, "a test admits no batch of that many rows");
            }
        }

        @Override
        public PageReport write(Page page, RowPolicy policy, WriteCall call) {
            contexts.add(call.context());
            written.add(page.size());
            return super.write(page, policy, call);
        }

        @Override
        public Optional<RowSchema> currentSchema(SinkCallContext context) {
            contexts.add(context);
            return super.currentSchema(context);
        }

        @Override
        public void flush(SinkCallContext context) {
            contexts.add(context);
            super.flush(context);
        }

        @Override
        public void completeRun(SinkCallContext context) {
            contexts.add(context);
            super.completeRun(context);
        }

        @Override
        public void abandonRun(SinkCallContext context) {
            contexts.add(context);
            super.abandonRun(context);
        }

        @Override
        public Optional<StagingGroup> staging() {
            return driver.staging().map(group -> new StagingGroup() {
                @Override
                public void begin(SinkCallContext context) {
                    contexts.add(context);
                    group.begin(context);
                }

                @Override
                public void commit(SinkCallContext context) {
                    contexts.add(context);
                    group.commit(context);
                }

                @Override
                public void abort(SinkCallContext context) {
                    contexts.add(context);
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
                contexts.add(context);
                return group.cleanUp(request, context);
            });
        }
    }

    private SinkLab lab(UnaryOperator<SinkDriver> around) {
        return new SinkLab(
                new Around(new MemoryConnector(table), around),
                new TableRef("sink_lab", List.of("main"), "t"),
                Map.of(),
                table::rows);
    }

    private static Page page(int rows) {
        return new Page(
                SinkLab.SCHEMA,
                LongStream.range(0, rows)
                        .mapToObj(id -> new @Nullable Object[] {id, "n", new BigDecimal("1.00")})
                        .toList());
    }

    private static Run begin(SinkLab lab, WriteMode mode, Map<String, Object> cleanup) {
        return lab.engine()
                .begin(new RunRequest(lab.spec(mode), mode, null, null, RunOptions.DEFAULTS, cleanup), TestCall.CALL);
    }

    @Test
    void aPageIsAdmittedAsAWholeAndThenSplit() {
        SinkLab lab = lab(driver -> new Watching(driver, 25_000));
        lab.run(WriteMode.APPEND, page(25_000));
        assertThat(admitted).containsExactly(25_000);
        assertThat(written).containsExactly(10_000, 10_000, 5_000);
        assertThat(table.rows()).hasSize(25_000);
    }

    @Test
    void ofAPageThatIsNotAdmittedNothingLands() {
        SinkLab lab = lab(driver -> new Watching(driver, 24_999));
        Run run = begin(lab, WriteMode.APPEND, Map.of());
        assertRefused(ErrorCode.REFUSED, () -> run.write(page(25_000)));
        assertThat(written).isEmpty();
        assertThat(table.rows()).isEmpty();
        assertThat(run.record().counts()).isEqualTo(new RunCounts(25_000, 0, 0, 0, 25_000, 0, 0));
    }

    /** Columns too are looked at before any of them is written, and a token whose batch is refused does not move. */
    @Test
    void ofABatchThatIsNotAdmittedNothingLands() {
        SinkLab lab = lab(driver -> new Watching(driver, 3));
        try (BufferAllocator allocator = new RootAllocator();
                VectorSchemaRoot batch = Batches.of(allocator, 3);
                VectorSchemaRoot large = Batches.of(allocator, 4)) {
            Run run = lab.engine()
                    .begin(
                            new RunRequest(
                                    lab.spec(WriteMode.APPEND),
                                    WriteMode.APPEND,
                                    null,
                                    "scope",
                                    RunOptions.DEFAULTS,
                                    Map.of()),
                            TestCall.CALL);
            run.write(batch, CommitToken.of(1));
            assertRefused(ErrorCode.REFUSED, () -> run.write(large, CommitToken.of(2)));
            assertThat(admitted).containsExactly(3, 4);
            assertThat(written).as("pages made of columns").containsOnly(0);
            assertThat(table.rows()).hasSize(3);
            assertThat(lab.token("scope")).isEqualTo(CommitToken.of(1));
            assertThat(run.record().counts()).isEqualTo(new RunCounts(7, 3, 0, 0, 4, 0, 0));
        }
    }

    /** Steps that end well, that replace, that clean up and that give up. */
    @Test
    void allCallsOfARunHaveOneContext() {
        SinkLab lab = lab(driver -> new Watching(driver, 10));
        List<Run> runs = List.of(
                begin(lab, WriteMode.OVERWRITE, Map.of()),
                begin(lab, WriteMode.UPSERT, Map.of("name", "n")),
                begin(lab, WriteMode.OVERWRITE, Map.of()));
        for (Run run : runs.subList(0, 2)) {
            run.write(page(1));
            run.commit();
        }
        runs.get(2).close();
        for (Run run : runs) {
            List<SinkCallContext> its = contexts.stream()
                    .filter(context -> context.run().equals(run.id()))
                    .toList();
            assertThat(its)
                    .hasSizeGreaterThan(2)
                    .allSatisfy(context -> assertThat(context).isSameAs(its.get(0)));
        }
        assertThat(contexts.stream().map(SinkCallContext::run).distinct()).hasSize(3);
    }
}
