package io.strandline.sink.iceberg;

import static io.strandline.sink.iceberg.TestLake.call;
import static io.strandline.sink.iceberg.TestLake.context;
import static io.strandline.sink.iceberg.TestLake.page;
import static io.strandline.sink.iceberg.TestLake.stamp;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.sink.RollbackConflict;
import io.strandline.sink.RollbackConflict.Kind;
import io.strandline.sink.RollbackOptions;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.WriteMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rollback is never called done while a commit of the run may be unknown: whoever expires snapshots keeps tags only (SNK-11). */
class IcebergExpiredHistoryTest {
    private static final RollbackOptions PLAIN = new RollbackOptions(false, false, List.of());

    @TempDir
    Path directory;

    private TestLake lake;

    @BeforeEach
    void open() {
        lake = TestLake.in(directory);
        lake.create("orders");
    }

    @AfterEach
    void close() {
        lake.close();
    }

    private RollbackOutcome rollback(RunId run, WriteMode mode, RollbackOptions options) {
        try (SinkDriver driver = lake.driver("orders")) {
            return driver.rollback().orElseThrow().rollback(options, context(run, mode, "source"));
        }
    }

    private void assertGone(RunId run, WriteMode mode) {
        List<String> rows = lake.rows("orders");
        long snapshot = lake.table("orders").currentSnapshot().snapshotId();
        for (boolean force : new boolean[] {false, true}) {
            RollbackOutcome outcome = rollback(run, mode, new RollbackOptions(force, false, List.of()));
            assertThat(outcome.applied()).isFalse();
            assertThat(outcome.conflicts()).extracting(RollbackConflict::kind).containsExactly(Kind.HISTORY_GONE);
        }
        assertThat(lake.rows("orders")).isEqualTo(rows);
        assertThat(lake.table("orders").currentSnapshot().snapshotId()).isEqualTo(snapshot);
    }

    private RunId threeTokens() {
        RunId run = RunId.random();
        SinkCallContext context = context(run, WriteMode.APPEND, "source");
        try (SinkDriver driver = lake.driver("orders")) {
            for (long token = 1; token <= 3; token++) {
                TestLake.write(driver, page(token, "n" + token), call(context, token, stamp("source", token)));
            }
            driver.flush(context);
        }
        return run;
    }

    private void expire(int kept) {
        lake.table("orders")
                .expireSnapshots()
                .expireOlderThan(Long.MAX_VALUE)
                .retainLast(kept)
                .commit();
    }

    private void compact() {
        Table table = lake.table("orders");
        List<DataFile> files = new ArrayList<>();
        new LiveFiles(table).forEach(file -> files.add(file.copy()), delete -> {});
        List<List<Object>> rows = new ArrayList<>();
        lake.values("orders").forEach(rows::add);
        RewriteFiles rewrite = table.newRewrite();
        files.forEach(rewrite::deleteFile);
        rewrite.addFile(TestFiles.write(table, rows)).commit();
    }

    /** Two of three commits have expired: undoing the third would leave the rows of two, whose tokens would go back. */
    @Test
    void aRunOfWhichCommitsHaveExpiredIsRefused() {
        lake.run("orders", WriteMode.APPEND, page(10, "before"));
        RunId run = threeTokens();
        expire(1);
        assertThat(lake.table("orders").refs()).containsKey("strandline_run_" + run);
        assertGone(run, WriteMode.APPEND);
        assertThat(lake.table("orders").properties())
                .containsEntry(
                        "strandline.token.source", stamp("source", 3).token().text());
    }

    /** The tag of a run on an empty table keeps its first commit, and the second has expired. */
    @Test
    void aFirstRunOfWhichACommitHasExpiredIsRefused() {
        RunId run = threeTokens();
        expire(1);
        assertThat(lake.table("orders").snapshots()).hasSize(2);
        assertGone(run, WriteMode.APPEND);
    }

    /** All commits have expired and the rows are in files of other names: that there is nothing to undo is not known. */
    @Test
    void aRunThatExpiredAndWasCompactedIsRefused() {
        lake.run("orders", WriteMode.APPEND, page(10, "before"));
        RunId run = threeTokens();
        compact();
        expire(1);
        assertGone(run, WriteMode.APPEND);
    }

    /** Nor is it where the tag was dropped too. */
    @Test
    void aRunThatExpiredWithItsTagIsRefused() {
        lake.run("orders", WriteMode.APPEND, page(10, "before"));
        RunId run = threeTokens();
        compact();
        Table table = lake.table("orders");
        List.copyOf(table.refs().keySet()).stream()
                .filter(ref -> ref.startsWith("strandline_run_"))
                .forEach(tag -> table.manageSnapshots().removeTag(tag).commit());
        expire(1);
        assertGone(run, WriteMode.APPEND);
    }

    /** Snapshots before the run are no part of what undoes it. */
    @Test
    void historyBeforeARunMayGo() {
        lake.run("orders", WriteMode.APPEND, page(10, "long"));
        lake.run("orders", WriteMode.APPEND, page(11, "before"));
        RunId run = threeTokens();
        Table table = lake.table("orders");
        List.copyOf(table.refs().keySet()).stream()
                .filter(ref -> ref.startsWith("strandline_run_") && !ref.endsWith(run.text()))
                .forEach(tag -> table.manageSnapshots().removeTag(tag).commit());
        expire(3);
        assertThat(lake.table("orders").snapshots()).hasSize(4);
        assertThat(rollback(run, WriteMode.APPEND, PLAIN).applied()).isTrue();
        assertThat(lake.rows("orders")).containsExactly("[10, long]", "[11, before]");
    }

    /** The table was set back to before the run: there it is known that nothing of the run is left, though its tag is. */
    @Test
    void aRunThatTheTableWasSetBackBeyondIsUndone() {
        lake.run("orders", WriteMode.APPEND, page(10, "before"));
        long before = lake.table("orders").currentSnapshot().snapshotId();
        RunId first = lake.run("orders", WriteMode.APPEND, page(11, "first"));
        RunId second = threeTokens();
        lake.table("orders").manageSnapshots().rollbackTo(before).commit();
        lake.run("orders", WriteMode.APPEND, page(12, "after"));
        RollbackOutcome outcome = rollback(second, WriteMode.APPEND, PLAIN);
        assertThat(outcome.applied()).isTrue();
        assertThat(outcome.note()).contains("nothing to undo");
        assertThat(rollback(first, WriteMode.APPEND, PLAIN).applied()).isTrue();
        assertThat(lake.rows("orders")).containsExactly("[10, before]", "[12, after]");
    }

    /** A tag that somebody moved keeps something else than what was before the run. */
    @Test
    void aTagThatWasMovedIsRefused() {
        lake.run("orders", WriteMode.APPEND, page(10, "before"));
        RunId run = threeTokens();
        Table table = lake.table("orders");
        long first = table.snapshot(table.currentSnapshot().parentId()).parentId();
        table.manageSnapshots().replaceTag("strandline_run_" + run, first).commit();
        assertGone(run, WriteMode.APPEND);
    }
}
