package io.strandline.sink.contract;

import static io.strandline.sink.contract.SinkLab.assertRefused;
import static io.strandline.sink.contract.SinkLab.bad;
import static io.strandline.sink.contract.SinkLab.call;
import static io.strandline.sink.contract.SinkLab.context;
import static io.strandline.sink.contract.SinkLab.page;
import static io.strandline.sink.contract.SinkLab.row;
import static io.strandline.sink.contract.SinkLab.shown;
import static io.strandline.sink.contract.SinkLab.values;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.sink.DriverSink;
import io.strandline.sink.PageAnswer;
import io.strandline.sink.PageReport;
import io.strandline.sink.RowOutcome;
import io.strandline.sink.RowPolicy;
import io.strandline.sink.Run;
import io.strandline.sink.RunRecord;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkDescription;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.WriteMode;
import io.strandline.sink.WriteReport;
import java.util.List;

/** What a page does to a destination (SNK-1 to SNK-4, SNK-23). */
final class WriteChecks {
    private WriteChecks() {}

    static List<Check> all() {
        return List.of(
                Check.of("a driver is what it says", WriteChecks::isWhatItSays),
                Check.of("a page is written", WriteChecks::pageIsWritten),
                Check.of("a failed row fails its page", WriteChecks::failedRowFailsItsPage),
                Check.of("each row has its outcome", WriteChecks::eachRowHasItsOutcome),
                Check.of("an upsert replaces and adds", WriteChecks::upsertReplacesAndAdds),
                Check.of("a key twice is written once", WriteChecks::keyTwiceIsWrittenOnce),
                Check.of("a delete removes what is there", WriteChecks::deleteRemoves),
                Check.of("keyed writes are safe to send again", WriteChecks::keyedWritesAgain),
                Check.of("what others appended is not lost", WriteChecks::appendsAdd),
                Check.of("a run counts each row", WriteChecks::runCountsEachRow),
                Check.of("a run that fails counts what is there", WriteChecks::failedRunCountsWhatIsThere));
    }

    /** SNK-1. */
    private static void isWhatItSays(SinkLab lab) {
        try (SinkDriver driver = lab.open(WriteMode.APPEND)) {
            DriverSink.checkDeclarations(driver);
            SinkDescription configured = lab.connector().describe(lab.spec(WriteMode.APPEND));
            assertThat(driver.describe()).isEqualTo(configured);
            assertThat(configured.configSchema()).startsWith("{").contains("\"object\"");
            assertThat(configured.datasetUri()).contains(":");
            assertThat(configured.connector()).isEqualTo(lab.connector().name());
        }
    }

    private static void pageIsWritten(SinkLab lab) {
        assertThat(lab.run(WriteMode.APPEND, page(1, 5, "a")).counts().accepted())
                .isEqualTo(5);
        assertThat(lab.rows().get()).isEqualTo(shown(1, 5, "a"));
    }

    /** SNK-3, SNK-23: of an atomic page nothing is left. */
    private static void failedRowFailsItsPage(SinkLab lab) {
        try (DriverSink sink = lab.sink(WriteMode.APPEND)) {
            assertRefused(
                    ErrorCode.BAD_VALUE,
                    () -> sink.write(
                            page(values(1, "a", "1.00"), bad(2), values(3, "c", "3.00")),
                            0,
                            RowPolicy.WHOLE_PAGE,
                            0,
                            null));
            sink.driver().abandonRun(sink.context());
        }
        assertThat(lab.rows().get()).isEmpty();
    }

    /** SNK-3. */
    private static void eachRowHasItsOutcome(SinkLab lab) {
        SinkCallContext context = context(WriteMode.APPEND);
        try (SinkDriver driver = lab.open(WriteMode.APPEND)) {
            PageReport report = driver.write(
                    page(values(1, "a", "1.00"), bad(2), values(3, "c", "3.00")),
                    RowPolicy.PER_ROW,
                    call(context, null));
            assertThat(report).isInstanceOf(PageReport.Rows.class);
            List<RowOutcome> outcomes = ((PageReport.Rows) report).outcomes();
            assertThat(outcomes).hasSize(3);
            assertThat(outcomes.get(0)).isEqualTo(RowOutcome.ACCEPTED);
            assertThat(outcomes.get(1)).isInstanceOf(RowOutcome.Failed.class);
            assertThat(outcomes.get(2)).isEqualTo(RowOutcome.ACCEPTED);
            driver.flush(context);
            driver.completeRun(context);
        }
        assertThat(lab.rows().get()).isEqualTo(List.of(row(1, "a", "1.00"), row(3, "c", "3.00")));
    }

    private static void upsertReplacesAndAdds(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(1, 3, "a"));
        lab.run(WriteMode.UPSERT, page(3, 4, "b"));
        assertThat(lab.rows().get())
                .isEqualTo(List.of(
                        row(1, "a1", "1.50"), row(2, "a2", "2.50"), row(3, "b3", "3.50"), row(4, "b4", "4.50")));
    }

    /** SNK-4. */
    private static void keyTwiceIsWrittenOnce(SinkLab lab) {
        try (DriverSink sink = lab.sink(WriteMode.UPSERT)) {
            PageAnswer answer = sink.write(
                    page(values(1, "a", "1.00"), values(2, "b", "2.00"), values(1, "c", "3.00")),
                    0,
                    RowPolicy.WHOLE_PAGE,
                    0,
                    null);
            assertThat(answer.counts()).isEqualTo(new WriteReport(2, 1, 0));
            sink.driver().flush(sink.context());
            sink.driver().completeRun(sink.context());
        }
        assertThat(lab.rows().get()).isEqualTo(List.of(row(1, "c", "3.00"), row(2, "b", "2.00")));
    }

    private static void deleteRemoves(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(1, 4, "a"));
        assertThat(lab.run(WriteMode.DELETE, page(3, 6, "a")).counts().accepted())
                .isEqualTo(4);
        assertThat(lab.rows().get()).isEqualTo(shown(1, 2, "a"));
    }

    /** SNK-24. */
    private static void keyedWritesAgain(SinkLab lab) {
        lab.run(WriteMode.UPSERT, page(1, 3, "a"));
        lab.run(WriteMode.UPSERT, page(1, 3, "a"));
        assertThat(lab.rows().get()).isEqualTo(shown(1, 3, "a"));
    }

    private static void appendsAdd(SinkLab lab) {
        lab.run(WriteMode.APPEND, page(1, 3, "a"));
        lab.run(WriteMode.APPEND, page(4, 5, "a"));
        assertThat(lab.rows().get()).isEqualTo(shown(1, 5, "a"));
    }

    /** SNK-2: rows that were taken and did not land are not accepted. */
    private static void failedRunCountsWhatIsThere(SinkLab lab) {
        try (Run run = lab.begin(WriteMode.APPEND)) {
            run.write(page(1, 3, "a"));
            assertRefused(ErrorCode.BAD_VALUE, () -> run.write(page(bad(4))));
            assertThat(run.record().counts().accepted())
                    .isEqualTo(lab.rows().get().size());
            assertThat(run.record().counts().isBalanced()).isTrue();
        }
    }

    /** SNK-2: over pages of a run, and the round trips of SNK-27. */
    private static void runCountsEachRow(SinkLab lab) {
        try (Run run = lab.begin(WriteMode.APPEND)) {
            run.write(page(1, 3, "a"));
            run.write(page(4, 9, "a"));
            RunRecord record = run.commit();
            assertThat(record.counts().offered()).isEqualTo(9);
            assertThat(record.counts().accepted()).isEqualTo(9);
            assertThat(record.counts().isBalanced()).isTrue();
            assertThat(record.progress().roundTrips()).isPositive();
        }
        assertThat(lab.rows().get()).isEqualTo(shown(1, 9, "a"));
    }
}
