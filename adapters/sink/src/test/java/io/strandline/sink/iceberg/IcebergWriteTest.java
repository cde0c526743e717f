package io.strandline.sink.iceberg;

import static io.strandline.sink.iceberg.TestLake.call;
import static io.strandline.sink.iceberg.TestLake.context;
import static io.strandline.sink.iceberg.TestLake.page;
import static io.strandline.sink.iceberg.TestLake.stamp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.CommitStamp;
import io.strandline.sink.CommitToken;
import io.strandline.sink.Page;
import io.strandline.sink.PageReport;
import io.strandline.sink.RowOutcome;
import io.strandline.sink.RowPolicy;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkCheck;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.WriteMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What runs write to Iceberg tables, as another reader sees it. */
class IcebergWriteTest {
    @TempDir
    Path directory;

    private TestLake lake;

    @BeforeEach
    void open() {
        lake = TestLake.in(directory);
    }

    @AfterEach
    void close() {
        lake.close();
    }

    /** An append is one snapshot with the run's marks, and nobody sees a part of it before. */
    @Test
    void anAppendIsOneSnapshot() {
        lake.create("orders");
        SinkCallContext context = context(RunId.random(), WriteMode.APPEND, null);
        try (SinkDriver driver = lake.driver("orders")) {
            TestLake.write(driver, page(1, "a", 2, null), call(context, 0, null));
            TestLake.write(driver, page(3, "c"), call(context, 1, null));
            assertThat(lake.rows("orders")).isEmpty();
            driver.flush(context);
        }
        assertThat(lake.rows("orders")).containsExactly("[1, a]", "[2, null]", "[3, c]");
        assertThat(lake.table("orders").snapshots()).hasSize(1);
        assertThat(lake.table("orders").currentSnapshot().summary())
                .containsEntry("strandline.run-id", context.run().text())
                .containsEntry("strandline.sink-id", "test")
                .containsEntry("added-data-files", "1");
    }

    /** SNK-4: an upsert replaces rows of before, of its own earlier pages, and adds the others. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void anUpsertReplacesRows(int version) {
        lake.create("orders", TestLake.PLAIN, PartitionSpec.unpartitioned(), version);
        lake.run("orders", WriteMode.APPEND, page(1, "a", 2, "b", 3, "c"));
        lake.run("orders", WriteMode.UPSERT, page(2, "B", 4, "d"), page(4, "D", 5, "e"), page(2, "BB"));
        assertThat(lake.rows("orders")).containsExactly("[1, a]", "[2, BB]", "[3, c]", "[4, D]", "[5, e]");
        lake.run("orders", WriteMode.DELETE, page(1, null, 9, null));
        assertThat(lake.rows("orders")).containsExactly("[2, BB]", "[3, c]", "[4, D]", "[5, e]");
    }

    /** Keys that come once in a run make one snapshot. */
    @Test
    void keysThatComeOnceAreOneSnapshot() {
        lake.create("orders");
        lake.run("orders", WriteMode.UPSERT, page(1, "a"), page(2, "b"), page(3, "c"));
        assertThat(lake.table("orders").snapshots()).hasSize(1);
        lake.run("orders", WriteMode.UPSERT, page(1, "a"), page(1, "b"));
        assertThat(lake.table("orders").snapshots()).hasSize(3);
    }

    /** A key that is not all of the partitioning is refused, and the check says so before. */
    @Test
    void aKeyThatWouldMissPartitionsIsRefused() {
        lake.create(
                "orders",
                TestLake.PLAIN,
                PartitionSpec.builderFor(TestLake.PLAIN).identity("note").build(),
                2);
        SinkCallContext context = context(RunId.random(), WriteMode.UPSERT, null);
        try (SinkDriver driver = lake.driver("orders")) {
            assertThat(driver.checks(context))
                    .filteredOn(check -> check.name().equals("key"))
                    .extracting(SinkCheck::result)
                    .containsExactly(SinkCheck.Result.FAIL);
            assertThatExceptionOfType(StrandlineException.class)
                    .isThrownBy(() -> TestLake.write(driver, page(1, "a"), call(context, 0, null)))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED))
                    .withMessageContaining("partitioned by note");
        }
        assertThat(lake.table("orders").currentSnapshot()).isNull();
    }

    /** Rows go to their partitions, however many; deletes by a key within them too. */
    @Test
    void partitionsGetTheirOwnFiles() {
        lake.create(
                "orders",
                TestLake.PLAIN,
                PartitionSpec.builderFor(TestLake.PLAIN).bucket("id", 4).build(),
                2);
        lake.run("orders", WriteMode.APPEND, page(1, "a", 2, "b", 3, "c", 4, "d", 5, "e", 6, "f"));
        lake.run("orders", WriteMode.UPSERT, page(2, "B", 7, "g"));
        lake.run("orders", WriteMode.DELETE, page(6, null));
        assertThat(lake.rows("orders")).containsExactly("[1, a]", "[2, B]", "[3, c]", "[4, d]", "[5, e]", "[7, g]");
    }

    /** SNK-7: the old rows stay until the end; what others add meanwhile is replaced too. */
    @Test
    void anOverwriteIsStagedOnABranch() {
        lake.create("orders");
        lake.run("orders", WriteMode.APPEND, page(1, "old"));
        SinkCallContext context = context(RunId.random(), WriteMode.OVERWRITE, null);
        try (SinkDriver driver = lake.driver("orders")) {
            driver.staging().orElseThrow().begin(context);
            TestLake.write(driver, page(2, "new"), call(context, 0, null));
            driver.flush(context);
            assertThat(lake.rows("orders")).containsExactly("[1, old]");
            assertThat(driver.staging().orElseThrow().staged(context)).containsExactly(context.run());
            lake.run("orders", WriteMode.APPEND, page(3, "meanwhile"));
            driver.staging().orElseThrow().commit(context);
            assertThat(driver.staging().orElseThrow().staged(context)).isEmpty();
        }
        assertThat(lake.rows("orders")).containsExactly("[2, new]");
        assertThat(lake.table("orders").refs()).containsKey("strandline_run_" + context.run());
    }

    /** SNK-7: an overwrite of a table without snapshot, and one that is given up by another instance. */
    @Test
    void anAbortedOverwriteLeavesNothing() {
        lake.create("orders");
        lake.run("orders", WriteMode.OVERWRITE, page(1, "first"));
        SinkCallContext context = context(RunId.random(), WriteMode.OVERWRITE, null);
        try (SinkDriver dying = lake.driver("orders");
                SinkDriver next = lake.driver("orders")) {
            dying.staging().orElseThrow().begin(context);
            TestLake.write(dying, page(2, "never"), call(context, 0, null));
            dying.flush(context);
            next.staging().orElseThrow().abort(context);
            next.staging().orElseThrow().abort(context);
            assertThatExceptionOfType(StrandlineException.class)
                    .isThrownBy(() -> dying.staging().orElseThrow().commit(context))
                    .withMessageContaining("aborted");
        }
        assertThat(lake.rows("orders")).containsExactly("[1, first]");
        assertThat(lake.table("orders").refs()).doesNotContainKey("strandline_stage_" + context.run());
    }

    /** SNK-5: pages of a token land with it, in one snapshot, and the token outlives expiry and commits of others. */
    @Test
    void aTokenLandsWithItsPages() {
        lake.create("orders");
        SinkCallContext context = context(RunId.random(), WriteMode.APPEND, "shop");
        CommitStamp open = new CommitStamp("shop", CommitToken.of(7), false);
        try (SinkDriver driver = lake.driver("orders")) {
            TestLake.write(driver, page(1, "a"), call(context, 0, open));
            assertThat(driver.tokens().orElseThrow().lastToken("shop", context)).isEmpty();
            TestLake.write(driver, page(2, "b"), call(context, 1, stamp("shop", 7)));
            assertThat(lake.table("orders").snapshots()).hasSize(1);
            TestLake.write(driver, page(3, "c"), call(context, 2, stamp("shop", 8)));
            TestLake.write(driver, page(), call(context, 3, stamp("shop", 9)));
            // incomplete: must not become visible by a flush
            TestLake.write(driver, page(4, "d"), call(context, 4, new CommitStamp("shop", CommitToken.of(10), false)));
            driver.flush(context);
        }
        assertThat(lake.rows("orders")).containsExactly("[1, a]", "[2, b]", "[3, c]");
        Table table = lake.table("orders");
        table.newDelete().deleteFromRowFilter(Expressions.alwaysTrue()).commit();
        table.expireSnapshots().expireOlderThan(Long.MAX_VALUE).retainLast(1).commit();
        try (SinkDriver driver = lake.driver("orders")) {
            assertThat(driver.tokens().orElseThrow().lastToken("shop", context))
                    .isEqualTo(Optional.of(CommitToken.of(9)));
            assertThat(driver.tokens().orElseThrow().lastToken("other", context))
                    .isEmpty();
            driver.tokens().orElseThrow().rewind("shop", CommitToken.of(9), null, context);
            assertThat(driver.tokens().orElseThrow().tokens(context)).isEmpty();
        }
    }

    /** SNK-3: a row that cannot be written fails its page, or itself only. */
    @Test
    void aRowThatDoesNotFitFailsByPolicy() {
        lake.create("orders");
        SinkCallContext context = context(RunId.random(), WriteMode.APPEND, null);
        Page bad = new Page(
                TestLake.plain(), List.of(new Object[] {1L, "a"}, new Object[] {null, "b"}, new Object[] {3L, 4}));
        try (SinkDriver driver = lake.driver("orders")) {
            assertThat(driver.write(bad, RowPolicy.WHOLE_PAGE, call(context, 0, null)))
                    .isEqualTo(new PageReport.Failed(1, "column id is NULL, which it may not be"));
            PageReport.Rows rows = (PageReport.Rows) driver.write(bad, RowPolicy.PER_ROW, call(context, 0, null));
            assertThat(rows.outcomes())
                    .containsExactly(
                            RowOutcome.ACCEPTED,
                            new RowOutcome.Failed("column id is NULL, which it may not be"),
                            new RowOutcome.Failed("column note: 4 (Integer) is no string"));
            driver.flush(context);
        }
        assertThat(lake.rows("orders")).containsExactly("[1, a]");
    }

    /** A run that is given up leaves no file. */
    @Test
    void anAbandonedRunLeavesNoFile() throws IOException {
        lake.create("orders");
        SinkCallContext context = context(RunId.random(), WriteMode.UPSERT, null);
        try (SinkDriver driver = lake.driver("orders")) {
            TestLake.write(driver, page(1, "a"), call(context, 0, null));
            driver.abandonRun(context);
        }
        try (Stream<Path> files = Files.walk(directory.resolve("warehouse"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".parquet")))
                    .isEmpty();
        }
    }

    /** CAT-10: each snapshot names its writer. */
    @Test
    void eachSnapshotNamesItsWriter() {
        lake.create("orders");
        lake.run("orders", WriteMode.UPSERT, page(1, "a"), page(1, "b"));
        assertThat(lake.table("orders").snapshots())
                .extracting(Snapshot::summary)
                .allSatisfy(summary -> assertThat(summary).containsEntry("engine-name", "strandline"));
    }
}
