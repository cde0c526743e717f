package io.strandline.sink.iceberg;

import static io.strandline.sink.iceberg.TestLake.call;
import static io.strandline.sink.iceberg.TestLake.context;
import static io.strandline.sink.iceberg.TestLake.page;
import static io.strandline.sink.iceberg.TestLake.stamp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.strandline.common.ErrorCode;
import io.strandline.common.Failpoint;
import io.strandline.common.StrandlineException;
import io.strandline.sink.CommitStamp;
import io.strandline.sink.CommitToken;
import io.strandline.sink.RowPolicy;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.WriteMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.iceberg.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A source of numbered pages lands exactly once, wherever the process stops or an answer is lost (SNK-5, SNK-6). */
class IcebergExactlyOnceTest {
    private static final int PAGES = 8;

    @TempDir
    Path directory;

    private TestLake lake;
    private Runnable uninstall = () -> {};

    @BeforeEach
    void open() {
        lake = TestLake.in(directory);
        lake.create("orders");
    }

    @AfterEach
    void close() {
        uninstall.run();
        lake.close();
    }

    /** The process ends here. */
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private void at(Consumer<Failpoint> what) {
        uninstall.run();
        uninstall = Failpoint.install(what);
    }

    private static StrandlineException lost() {
        return new StrandlineException(ErrorCode.OUTCOME_UNKNOWN, "the answer was lost");
    }

    /** What a source sends from a token on, until it is stopped. */
    private void replay(WriteMode mode) {
        SinkCallContext context = context(RunId.random(), mode, "source");
        try (SinkDriver driver = lake.driver("orders")) {
            long next = driver.tokens()
                    .orElseThrow()
                    .lastToken("source", context)
                    .map(token -> token.position().longValue() + 1)
                    .orElse(1L);
            for (long token = next; token <= PAGES; token++) {
                TestLake.write(
                        driver,
                        page(token, "n" + token, token + 1, "n" + token),
                        call(context, token, stamp("source", token)));
            }
            driver.flush(context);
        }
    }

    private static List<String> expected(WriteMode mode) {
        List<String> rows = new ArrayList<>();
        Map<Long, String> byKey = new TreeMap<>();
        for (long token = 1; token <= PAGES; token++) {
            for (long id = token; id <= token + 1; id++) {
                rows.add("[" + id + ", n" + token + "]");
                byKey.put(id, "[" + id + ", n" + token + "]");
            }
        }
        rows.sort(null);
        return mode == WriteMode.APPEND ? rows : new ArrayList<>(byKey.values());
    }

    /** The process is stopped before and after commits, at random, and others commit and expire snapshots meanwhile. */
    @ParameterizedTest
    @EnumSource(
            value = WriteMode.class,
            names = {"APPEND", "UPSERT"})
    void stopsAtFailpointsLoseAndRepeatNothing(WriteMode mode) {
        Random random = new Random(7);
        int stops = 0;
        while (true) {
            int[] left = {random.nextInt(5)};
            at(point -> {
                if ((point == Failpoint.COMMIT_SENDING || point == Failpoint.COMMIT_ANSWERED) && left[0]-- == 0) {
                    throw new Stopped();
                }
            });
            try {
                replay(mode);
                break;
            } catch (Stopped e) {
                stops++;
            }
            Table table = lake.table("orders");
            if (table.currentSnapshot() != null) {
                table.newAppend().set("other", "commit").commit();
                table.expireSnapshots()
                        .expireOlderThan(Long.MAX_VALUE)
                        .retainLast(1)
                        .commit();
            }
        }
        assertThat(stops).isGreaterThan(1);
        assertThat(lake.rows("orders")).isEqualTo(expected(mode));
    }

    /** The twin: a source that does not ask for the last token writes pages twice, and that is seen. */
    @Test
    void withoutTheTokenPagesAreSeenTwice() {
        SinkCallContext context = context(RunId.random(), WriteMode.APPEND, "source");
        for (int i = 0; i < 2; i++) {
            try (SinkDriver driver = lake.driver("orders")) {
                TestLake.write(driver, page(1, "n1"), call(context, 0, stamp("source" + i, 1)));
            }
        }
        assertThat(lake.rows("orders")).hasSize(2);
    }

    /** SNK-6: the answer to a commit that was made is lost: the table is read again, and the page is done. */
    @Test
    void aLostAnswerOfAMadeCommitIsFoundAgain() {
        at(point -> {
            if (point == Failpoint.COMMIT_ANSWERED) {
                throw lost();
            }
        });
        replay(WriteMode.APPEND);
        uninstall.run();
        uninstall = () -> {};
        assertThat(lake.rows("orders")).isEqualTo(expected(WriteMode.APPEND));
        lake.run("orders", WriteMode.APPEND, page(100, "x"));
        assertThat(lake.rows("orders")).hasSize(2 * PAGES + 1);
    }

    /** SNK-6: of a commit that did not land nothing is said but unknown, no file goes, and the same page lands once. */
    @Test
    void aLostCommitIsUnknownAndCanBeSentAgain() {
        SinkCallContext context = context(RunId.random(), WriteMode.APPEND, "source");
        int[] sent = new int[1];
        at(point -> {
            if (point == Failpoint.COMMIT_SENDING && sent[0]++ == 0) {
                throw lost();
            }
        });
        try (SinkDriver driver = lake.driver("orders")) {
            assertThatExceptionOfType(StrandlineException.class)
                    .isThrownBy(() ->
                            driver.write(page(1, "a"), RowPolicy.WHOLE_PAGE, call(context, 0, stamp("source", 1))))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN));
            assertThat(driver.tokens().orElseThrow().lastToken("source", context))
                    .isEmpty();
            TestLake.write(driver, page(1, "a"), call(context, 0, stamp("source", 1)));
            // once more, as by who did not hear that either
            TestLake.write(driver, page(1, "a"), call(context, 0, stamp("source", 1)));
        }
        assertThat(lake.rows("orders")).containsExactly("[1, a]");
        assertThat(lake.table("orders").currentSnapshot().summary()).containsEntry("added-data-files", "1");
    }

    /** CAT-18: files of a run whose commit may have been made stay when it is given up. */
    @Test
    void filesOfAnUnknownCommitStay() {
        SinkCallContext context = context(RunId.random(), WriteMode.APPEND, null);
        at(point -> {
            if (point == Failpoint.COMMIT_SENDING) {
                throw lost();
            }
        });
        try (SinkDriver driver = lake.driver("orders")) {
            TestLake.write(driver, page(1, "a"), call(context, 0, null));
            assertThatExceptionOfType(StrandlineException.class).isThrownBy(() -> driver.flush(context));
            driver.abandonRun(context);
        }
        assertThat(directory.resolve("warehouse")).isDirectoryRecursivelyContaining("glob:**.parquet");
    }

    /** Two runs move one scope: the second is refused before it writes rows that the first wrote. */
    @Test
    void aScopeThatAnotherRunMovedIsRefused() {
        SinkCallContext context = context(RunId.random(), WriteMode.APPEND, "source");
        try (SinkDriver slow = lake.driver("orders")) {
            TestLake.write(slow, page(1, "a"), call(context, 0, new CommitStamp("source", CommitToken.of(1), false)));
            replay(WriteMode.APPEND);
            assertThatExceptionOfType(StrandlineException.class)
                    .isThrownBy(() -> TestLake.write(slow, page(), call(context, 1, stamp("source", 1))))
                    .withMessageContaining("another run moved scope source");
        }
        assertThat(lake.rows("orders")).isEqualTo(expected(WriteMode.APPEND));
    }

    /** Others commit between each try: the files are written once, and all rows are there. */
    @Test
    void commitConflictsWriteNothingTwice() {
        SinkCallContext context = context(RunId.random(), WriteMode.APPEND, null);
        int[] others = new int[1];
        at(point -> {
            if (point == Failpoint.COMMIT_SENDING && others[0]++ < 3) {
                lake.table("orders").newAppend().set("other", "commit").commit();
            }
        });
        try (SinkDriver driver = lake.driver("orders")) {
            TestLake.write(driver, page(1, "a"), call(context, 0, null));
            driver.flush(context);
        }
        assertThat(others[0]).isEqualTo(4);
        assertThat(lake.rows("orders")).containsExactly("[1, a]");
        assertThat(lake.table("orders").snapshots()).hasSize(4);
        assertThat(Objects.requireNonNull(directory
                        .resolve("warehouse/sales/orders/data")
                        .toFile()
                        .list((dir, name) -> name.endsWith(".parquet"))))
                .hasSize(1);
    }
}
