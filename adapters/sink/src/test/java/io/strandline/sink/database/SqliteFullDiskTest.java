package io.strandline.sink.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.CommitToken;
import io.strandline.sink.Page;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.Run;
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
import java.util.function.IntConsumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A database file that may grow by one page more with each try: until all fits nothing is changed, and the next run is fine. */
class SqliteFullDiskTest {
    private static final int MOST_PAGES = 2_000;

    private final String url = Databases.SQLITE.url();

    private SinkLab lab() {
        return Databases.SQLITE.lab(
                "id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, amount DECIMAL(10,2)", url, url);
    }

    /** The same sink with a file of so many pages at most. */
    private SinkLab limited(SinkLab lab, int pages) {
        return new SinkLab(
                lab.connector(), lab.table(), Map.of("url", url + "?max_page_count=" + pages), lab.rows(), lab.runs());
    }

    private static int pages(SinkLab lab) {
        return Integer.parseInt(
                String.valueOf(Databases.query(lab, "PRAGMA page_count").get(0)));
    }

    /** Rows of a page of the file each, so that it is full at many steps. */
    private static Page page(long from, long to, String word) {
        return new Page(
                SinkLab.SCHEMA,
                LongStream.rangeClosed(from, to)
                        .mapToObj(id -> new @Nullable Object[] {id, word.repeat(4_000) + id, new BigDecimal("1.00")})
                        .toList());
    }

    private static List<?> names(SinkLab lab) {
        return lab.rows().get().stream().map(row -> row.get(1)).toList();
    }

    /** Until it goes through; what a try that failed left is looked at by {@code left}. */
    private static int failures(SinkLab lab, IntConsumer attempt, Runnable left) {
        int first = pages(lab);
        for (int more = 0; more < MOST_PAGES; more++) {
            try {
                attempt.accept(first + more);
                return more;
            } catch (StrandlineException e) {
                assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.BACKEND);
                assertThat(e).hasMessageContaining("full");
                left.run();
            }
        }
        throw new AssertionError("it never fits");
    }

    @ParameterizedTest
    @EnumSource
    void aRunLandsWholeOrNotAtAll(WriteMode mode) {
        SinkLab lab = lab();
        lab.run(WriteMode.APPEND, page(1, 8, "a"));
        List<?> before = names(lab);
        long from = mode == WriteMode.APPEND ? 9 : 5;
        int failures = failures(
                lab,
                pages -> {
                    SinkLab limited = limited(lab, pages);
                    RunRequest request =
                            new RunRequest(limited.spec(mode), mode, null, "scope", RunOptions.DEFAULTS, Map.of());
                    try (Run run = limited.engine().begin(request, TestCall.CALL)) {
                        run.write(page(from, from + 3, "b"), CommitToken.of(1));
                        run.write(page(from + 4, from + 7, "b"), CommitToken.of(1));
                        run.commit();
                    }
                },
                () -> {
                    assertThat(names(lab)).isEqualTo(before);
                    assertThat(lab.token("scope")).isNull();
                });
        assertThat(failures).as("full at many steps").isGreaterThan(1);
        assertThat(lab.token("scope")).isEqualTo(CommitToken.of(1));
        assertThat(names(lab)).isNotEqualTo(before);
        assertThat(lab.runs().undoable("lab")).extracting(RunRecord::state).contains(RunState.DONE, RunState.FAILED);
        // nothing that failed is in the way of a run, or of what undoes one
        RunRecord next = lab.run(WriteMode.APPEND, page(90, 91, "c"));
        assertThat(lab.engine().rollback(next.id(), false, false, TestCall.CALL).applied())
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"UPSERT", "DELETE", "OVERWRITE"})
    void aRollbackIsWholeOrNotAtAll(WriteMode mode) {
        SinkLab lab = lab();
        lab.run(WriteMode.APPEND, page(1, 40, "a"));
        List<?> before = names(lab);
        RunRecord run = lab.run(mode, page(1, 30, mode == WriteMode.DELETE ? "a" : "b"));
        List<?> after = names(lab);
        Databases.execute(lab, "VACUUM");
        failures(
                lab,
                pages -> {
                    RollbackOutcome outcome =
                            limited(lab, pages).engine().rollback(run.id(), false, false, TestCall.CALL);
                    assertThat(outcome.applied()).isTrue();
                },
                () -> assertThat(names(lab)).isEqualTo(after));
        assertThat(names(lab)).isEqualTo(before);
    }
}
