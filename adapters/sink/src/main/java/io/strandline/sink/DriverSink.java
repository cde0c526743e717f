package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * A driver with the rules that are the same for all: its declarations are checked, keys are there and there once, and each
 * row offered is accounted for. One for a run; used by one thread at a time.
 */
public final class DriverSink implements AutoCloseable {
    private final SinkDriver driver;
    private final SinkDescription description;
    private final SinkCallContext context;
    private final OnMissingKey onMissingKey;

    /**
     * Around a driver, for all calls of that context.
     *
     * @throws StrandlineException {@link ErrorCode#INTERNAL} if the driver is not what it says (SNK-1);
     *     {@link ErrorCode#REFUSED} for a mode that it does not have, and a keyed one without a key (SNK-4, SNK-25)
     */
    public DriverSink(SinkDriver driver, SinkCallContext context, OnMissingKey onMissingKey) {
        checkDeclarations(driver);
        this.driver = driver;
        this.description = driver.describe();
        this.context = requireNonNull(context, "context");
        this.onMissingKey = requireNonNull(onMissingKey, "onMissingKey");
        Modes.check(description, context.mode(), context.key());
    }

    /**
     * Whether a driver is what it says.
     *
     * @throws StrandlineException {@link ErrorCode#INTERNAL} naming the contradiction
     */
    public static void checkDeclarations(SinkDriver driver) {
        Declarations.check(driver);
    }

    /** What it is. */
    public SinkDescription description() {
        return description;
    }

    /** Whose calls they are. */
    public SinkCallContext context() {
        return context;
    }

    /** The driver itself. */
    public SinkDriver driver() {
        return driver;
    }

    /**
     * Writes a page.
     *
     * @param firstRow number of its first row in the run, from 0
     * @param number of the page in the run
     * @throws StrandlineException {@link ErrorCode#BAD_VALUE} for the first failed row of a whole page;
     *     {@link ErrorCode#ROWS_UNACCOUNTED}; what the driver throws
     */
    public PageAnswer write(Page page, long firstRow, RowPolicy policy, long number, @Nullable CommitStamp stamp) {
        return write(NumberedPage.from(page, firstRow), policy, number, stamp);
    }

    PageAnswer write(NumberedPage offered, RowPolicy policy, long number, @Nullable CommitStamp stamp) {
        KeyedPage keyed =
                KeyedPage.of(offered.page(), context.mode().isKeyed() ? context.key() : List.of(), onMissingKey);
        if (policy == RowPolicy.WHOLE_PAGE) {
            refuseFailed(keyed.known(), offered);
        }
        PageReport report =
                accounted(keyed.page().size(), policy, number, stamp, call -> driver.write(keyed.page(), policy, call));
        return answer(offered, keyed, report);
    }

    /** What became of a page of which all that can be written was. */
    PageAnswer written(NumberedPage offered) {
        KeyedPage keyed =
                KeyedPage.of(offered.page(), context.mode().isKeyed() ? context.key() : List.of(), onMissingKey);
        return answer(offered, keyed, PageReport.accepted(keyed.page().size()));
    }

    /**
     * Writes columns as they are; for modes without a key only, since a key is found row by row.
     *
     * @throws StrandlineException {@link ErrorCode#NOT_SUPPORTED} if the driver takes none; as {@link #write}
     */
    public PageAnswer write(
            VectorSchemaRoot batch, long firstRow, RowPolicy policy, long number, @Nullable CommitStamp stamp) {
        ColumnarGroup columnar = driver.columnar()
                .filter(group -> !context.mode().isKeyed())
                .orElseThrow(() -> SinkErrors.unsupported(
                        description, "take columns in mode " + context.mode().text()));
        ArrowLayout.require(batch);
        int rows = batch.getRowCount();
        PageReport report = accounted(rows, policy, number, stamp, call -> columnar.write(batch, policy, call));
        Answer answer = new Answer(rows);
        answer.take(report, row -> row, row -> firstRow + row);
        return answer.made();
    }

    /**
     * Loads bytes that the destination reads itself.
     *
     * @throws StrandlineException {@link ErrorCode#NOT_SUPPORTED} for a format and mode that the sink does not list, before
     *     the first byte is read (SNK-22)
     */
    public PageAnswer load(String format, InputStream bytes, long number, @Nullable CommitStamp stamp) {
        NativeLoadGroup group = driver.nativeLoad()
                .filter(any -> description.nativeLoads().stream()
                        .anyMatch(load ->
                                load.format().equals(format) && load.modes().contains(context.mode())))
                .orElseThrow(() -> SinkErrors.unsupported(
                        description,
                        "load " + format + " in mode " + context.mode().text()));
        PageReport report = group.load(format, bytes, new WriteCall(context, number, stamp, any -> {}));
        if (report instanceof PageReport.Written written) {
            return new PageAnswer(written.counts(), List.of());
        }
        throw SinkErrors.rowFailed(
                description,
                report instanceof PageReport.Failed failed ? failed.row() : 0,
                report instanceof PageReport.Failed failed ? failed.reason() : "its rows are not counted");
    }

    /** The group that stages. */
    public StagingGroup staging() {
        return group(driver.staging(), "overwrite");
    }

    /** The group that keeps tokens. */
    public CommitTokenGroup tokens() {
        return group(driver.tokens(), "keep commit tokens");
    }

    /** The group that cleans up. */
    public CleanupGroup cleanup() {
        return group(driver.cleanup(), "delete what a run did not write");
    }

    /** The group that follows columns. */
    public SchemaEvolutionGroup evolution() {
        return group(driver.evolution(), "change the columns of its destination");
    }

    /** The group that undoes runs. */
    public RollbackGroup rollback() {
        return group(driver.rollback(), "undo runs");
    }

    private <G> G group(Optional<G> group, String what) {
        return group.orElseThrow(() -> SinkErrors.unsupported(description, what));
    }

    private PageReport accounted(
            int rows,
            RowPolicy policy,
            long number,
            @Nullable CommitStamp stamp,
            Function<WriteCall, PageReport> write) {
        boolean[] asked = new boolean[1];
        PageReport report = write.apply(new WriteCall(context, number, stamp, promised -> {
            asked[0] = true;
            account(promised, rows, policy);
        }));
        account(report, rows, policy);
        if (!asked[0] && stamp != null && !(report instanceof PageReport.Failed)) {
            // a token may be on its way whose rows nobody has counted
            throw SinkErrors.unaccounted(description, context.run(), rows, 0);
        }
        return report;
    }

    private void account(PageReport report, int rows, RowPolicy policy) {
        long accounted;
        if (report instanceof PageReport.Rows byRow) {
            accounted = policy == RowPolicy.PER_ROW ? byRow.outcomes().size() : 0;
        } else if (report instanceof PageReport.Written written) {
            accounted = written.counts().total();
        } else {
            accounted = policy == RowPolicy.WHOLE_PAGE ? rows : 0;
        }
        if (accounted != rows) {
            throw SinkErrors.unaccounted(description, context.run(), rows, accounted);
        }
    }

    private void refuseFailed(List<@Nullable RowOutcome> known, NumberedPage offered) {
        for (int row = 0; row < known.size(); row++) {
            if (known.get(row) instanceof RowOutcome.Failed failed) {
                throw SinkErrors.rowFailed(description, offered.numbers()[row], failed.reason());
            }
        }
    }

    private PageAnswer answer(NumberedPage offered, KeyedPage keyed, PageReport report) {
        Answer answer = new Answer(keyed.page().size());
        for (int row = 0; row < offered.size(); row++) {
            RowOutcome known = keyed.known().get(row);
            if (known != null) {
                answer.take(known, row, offered.numbers()[row]);
            }
        }
        answer.take(report, row -> keyed.origins()[row], row -> offered.numbers()[keyed.origins()[row]]);
        return answer.made();
    }

    /** Adds up what became of rows. */
    private final class Answer {
        private final int written;
        private WriteReport counts = WriteReport.NONE;
        private final List<PageAnswer.FailedRow> failed = new ArrayList<>();

        Answer(int written) {
            this.written = written;
        }

        void take(PageReport report, Function<Integer, Integer> index, Function<Integer, Long> number) {
            if (report instanceof PageReport.Written all) {
                counts = counts.plus(all.counts());
            } else if (report instanceof PageReport.Rows byRow) {
                for (int row = 0; row < written; row++) {
                    take(byRow.outcomes().get(row), index.apply(row), number.apply(row));
                }
            } else if (report instanceof PageReport.Failed first) {
                throw SinkErrors.rowFailed(description, number.apply(first.row()), first.reason());
            }
        }

        void take(RowOutcome outcome, int index, long number) {
            if (outcome instanceof RowOutcome.Failed failure) {
                failed.add(new PageAnswer.FailedRow(number, index, failure.reason()));
            } else if (outcome instanceof RowOutcome.Accepted) {
                counts = counts.plus(WriteReport.accepted(1));
            } else if (outcome instanceof RowOutcome.Coalesced) {
                counts = counts.plus(new WriteReport(0, 1, 0));
            } else {
                counts = counts.plus(new WriteReport(0, 0, 1));
            }
        }

        PageAnswer made() {
            return new PageAnswer(counts, failed);
        }
    }

    @Override
    public void close() {
        driver.close();
    }
}
