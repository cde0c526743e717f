package io.strandline.sink.iceberg;

import static io.strandline.sink.iceberg.TestLake.context;
import static io.strandline.sink.iceberg.TestLake.page;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.JournalEntry;
import io.strandline.sink.RollbackConflict;
import io.strandline.sink.RollbackConflict.Kind;
import io.strandline.sink.RollbackOptions;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.WriteMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How runs are undone (SNK-10 to SNK-13). */
class IcebergRollbackTest {
    private static final RollbackOptions PLAIN = new RollbackOptions(false, false, List.of());
    private static final RollbackOptions FORCED = new RollbackOptions(true, false, List.of());
    private static final RollbackOptions DRY = new RollbackOptions(false, true, List.of());

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

    private RollbackOutcome rollback(RunId run, WriteMode mode, RollbackOptions options, RunId... later) {
        RollbackOptions beside = new RollbackOptions(options.force(), options.dryRun(), List.of(later));
        try (SinkDriver driver = lake.driver("orders")) {
            return driver.rollback().orElseThrow().rollback(beside, context(run, mode, null));
        }
    }

    private void assertRefused(RollbackOutcome outcome, Kind... kinds) {
        assertThat(outcome.applied()).isFalse();
        assertThat(outcome.conflicts()).extracting(RollbackConflict::kind).containsExactly(kinds);
    }

    /** SNK-10: the rows of an append go, by a new snapshot; the run stays in the history, and twice is nothing. */
    @Test
    void anAppendIsUndoneByANewSnapshot() {
        RunId first = lake.run("orders", WriteMode.APPEND, page(1, "a", 2, "b"));
        RunId second = lake.run("orders", WriteMode.APPEND, page(3, "c"));
        long before = lake.table("orders").currentSnapshot().snapshotId();
        assertThat(rollback(first, WriteMode.APPEND, DRY))
                .isEqualTo(new RollbackOutcome(false, 2, 0, List.of(), 0, "Nothing was changed: a dry run."));
        assertThat(lake.table("orders").currentSnapshot().snapshotId()).isEqualTo(before);
        RollbackOutcome outcome = rollback(first, WriteMode.APPEND, PLAIN);
        assertThat(outcome.applied()).isTrue();
        assertThat(outcome.deleted()).isEqualTo(2);
        assertThat(lake.rows("orders")).containsExactly("[3, c]");
        Table table = lake.table("orders");
        assertThat(table.currentSnapshot().summary()).containsEntry("strandline.rolled-back-run", first.text());
        assertThat(table.history()).hasSize(3);
        assertThat(table.refs()).containsKey("strandline_run_" + second).doesNotContainKey("strandline_run_" + first);
        RollbackOutcome again = rollback(first, WriteMode.APPEND, PLAIN);
        assertThat(again.applied()).isTrue();
        assertThat(again.deleted()).isZero();
        assertThat(again.note()).contains("nothing to undo");
        assertThat(lake.table("orders").history()).hasSize(3);
    }

    /** SNK-10: an upsert brings back what it replaced, and removes what it created. */
    @Test
    void anUpsertIsUndone() {
        lake.run("orders", WriteMode.APPEND, page(1, "a", 2, "b", 3, "c"));
        RunId run = lake.run("orders", WriteMode.UPSERT, page(2, "B", 4, "d"), page(2, "BB", 5, "e"));
        RollbackOutcome outcome = rollback(run, WriteMode.UPSERT, PLAIN);
        assertThat(lake.rows("orders")).containsExactly("[1, a]", "[2, b]", "[3, c]");
        assertThat(outcome.applied()).isTrue();
        assertThat(outcome.deleted()).isEqualTo(2);
        assertThat(outcome.restored()).isEqualTo(1);
    }

    /** SNK-10: a delete brings its rows back; an overwrite the table of before, also if that was empty. */
    @Test
    void deletesAndOverwritesAreUndone() {
        RunId filled = lake.run("orders", WriteMode.OVERWRITE, page(1, "a", 2, "b"));
        RunId deleted = lake.run("orders", WriteMode.DELETE, page(2, null, 7, null));
        RollbackOutcome restored = rollback(deleted, WriteMode.DELETE, PLAIN);
        assertThat(restored.restored()).isEqualTo(1);
        assertThat(lake.rows("orders")).containsExactly("[1, a]", "[2, b]");
        RunId over = lake.run("orders", WriteMode.OVERWRITE, page(9, "z"));
        RollbackOutcome back = rollback(over, WriteMode.OVERWRITE, PLAIN);
        assertThat(back.applied()).isTrue();
        assertThat(back.deleted()).isEqualTo(1);
        assertThat(back.restored()).isEqualTo(2);
        assertThat(lake.rows("orders")).containsExactly("[1, a]", "[2, b]");
        assertThat(rollback(filled, WriteMode.OVERWRITE, PLAIN).applied()).isTrue();
        assertThat(lake.rows("orders")).isEmpty();
    }

    /** SNK-11: a key that a later run wrote is a conflict; forced, it is what it was before the run. */
    @Test
    void aKeyOfALaterRunIsAConflict() {
        lake.run("orders", WriteMode.APPEND, page(1, "a", 2, "b"));
        RunId run = lake.run("orders", WriteMode.UPSERT, page(1, "A", 2, "B"));
        RunId later = lake.run("orders", WriteMode.UPSERT, page(2, "later"));
        RollbackOutcome outcome = rollback(run, WriteMode.UPSERT, PLAIN, later);
        assertRefused(outcome, Kind.LATER_RUN);
        assertThat(outcome.conflicts().get(0).object()).isEqualTo("{\"id\":2}");
        assertThat(outcome.conflicts().get(0).laterRun()).isEqualTo(later);
        assertThat(lake.rows("orders")).containsExactly("[1, A]", "[2, later]");
        assertRefused(rollback(run, WriteMode.UPSERT, FORCED), Kind.CHANGED_SINCE);
        assertThat(rollback(run, WriteMode.UPSERT, FORCED, later).applied()).isTrue();
        assertThat(lake.rows("orders")).containsExactly("[1, a]", "[2, b]");
    }

    /** SNK-11: a later run that was undone itself is none. */
    @Test
    void aLaterRunThatIsUndoneIsNoConflict() {
        lake.run("orders", WriteMode.APPEND, page(1, "a"));
        RunId run = lake.run("orders", WriteMode.UPSERT, page(1, "A"));
        RunId later = lake.run("orders", WriteMode.UPSERT, page(1, "AA"));
        assertThat(rollback(later, WriteMode.UPSERT, PLAIN).applied()).isTrue();
        assertThat(lake.rows("orders")).containsExactly("[1, A]");
        assertThat(rollback(run, WriteMode.UPSERT, PLAIN).applied()).isTrue();
        assertThat(lake.rows("orders")).containsExactly("[1, a]");
    }

    /** SNK-11: files that somebody rewrote cannot be undone on v2, even with force. */
    @Test
    void aCompactedRunIsRefused() {
        RunId run = lake.run("orders", WriteMode.APPEND, page(1, "a"));
        compact();
        assertRefused(rollback(run, WriteMode.APPEND, PLAIN), Kind.REWRITTEN_SINCE);
        assertRefused(rollback(run, WriteMode.APPEND, FORCED), Kind.REWRITTEN_SINCE);
        assertThat(lake.rows("orders")).containsExactly("[1, a]");
    }

    /** SNK-11: on v3 the rows of a compacted append are found by their ids, beside those of others and with their deletes. */
    @Test
    void aCompactedRunIsFoundByRowLineageOnVersionThree() {
        lake.create("third", TestLake.PLAIN, PartitionSpec.unpartitioned(), 3);
        lake.run("third", WriteMode.APPEND, page(1, "a", 2, "b"));
        RunId run = lake.run("third", WriteMode.APPEND, page(3, "c", 4, "d"));
        Table table = lake.table("third");
        RewriteFiles rewrite = table.newRewrite();
        files(table).forEach(rewrite::deleteFile);
        // 1 to 4 have the row ids 0 to 3
        rewrite.addFile(TestFiles.writeWithIds(
                        table,
                        List.of(
                                List.of(4L, "d", 3L),
                                List.of(1L, "a", 0L),
                                List.of(3L, "c", 2L),
                                List.of(2L, "b", 1L))))
                .commit();
        assertThat(lake.rows("third")).containsExactly("[1, a]", "[2, b]", "[3, c]", "[4, d]");
        try (SinkDriver driver = lake.driver("third")) {
            RollbackOutcome outcome =
                    driver.rollback().orElseThrow().rollback(PLAIN, context(run, WriteMode.APPEND, null));
            assertThat(outcome.applied()).isTrue();
            assertThat(outcome.deleted()).isEqualTo(2);
        }
        assertThat(lake.rows("third")).containsExactly("[1, a]", "[2, b]");
    }

    /** SNK-11: an upsert hid rows of files that were rewritten since: what it hid is gone. */
    @Test
    void anUpsertWhoseEarlierFilesWereCompactedIsRefused() {
        lake.run("orders", WriteMode.APPEND, page(1, "a", 2, "b"));
        RunId run = lake.run("orders", WriteMode.UPSERT, page(1, "A"));
        Table table = lake.table("orders");
        DataFile old = files(table).stream()
                .filter(file -> file.recordCount() == 2)
                .findFirst()
                .orElseThrow();
        DataFile fresh = TestFiles.write(table, List.of(List.of(2L, "b")));
        table.newRewrite()
                .validateFromSnapshot(table.currentSnapshot().snapshotId())
                .deleteFile(old)
                .addFile(fresh)
                .commit();
        assertThat(lake.rows("orders")).containsExactly("[1, A]", "[2, b]");
        assertRefused(rollback(run, WriteMode.UPSERT, FORCED), Kind.REWRITTEN_SINCE);
        assertThat(lake.rows("orders")).containsExactly("[1, A]", "[2, b]");
    }

    private void compact() {
        Table table = lake.table("orders");
        RewriteFiles rewrite = table.newRewrite();
        List<DataFile> all = files(table);
        DataFile fresh = TestFiles.write(table, List.of(List.of(1L, "a")));
        all.forEach(rewrite::deleteFile);
        rewrite.addFile(fresh).commit();
    }

    private static List<DataFile> files(Table table) {
        List<DataFile> files = new ArrayList<>();
        new LiveFiles(table).forEach(file -> files.add(file.copy()), delete -> {});
        return files;
    }

    /** SNK-11: a foreign writer's row of the key is a conflict that force does not override. */
    @Test
    void aForeignRowOfTheKeyIsAConflict() {
        RunId run = lake.run("orders", WriteMode.UPSERT, page(1, "a"));
        Table table = lake.table("orders");
        table.newAppend()
                .appendFile(TestFiles.write(table, List.of(List.of(1L, "foreign"))))
                .commit();
        assertRefused(rollback(run, WriteMode.UPSERT, PLAIN), Kind.CHANGED_SINCE);
        assertRefused(rollback(run, WriteMode.UPSERT, FORCED), Kind.CHANGED_SINCE);
    }

    /** SNK-11: an overwrite after which others wrote. */
    @Test
    void anOverwriteThatOthersBuiltUponIsAConflict() {
        lake.run("orders", WriteMode.APPEND, page(1, "a"));
        RunId run = lake.run("orders", WriteMode.OVERWRITE, page(2, "b"));
        RunId later = lake.run("orders", WriteMode.APPEND, page(3, "c"));
        assertRefused(rollback(run, WriteMode.OVERWRITE, PLAIN, later), Kind.LATER_RUN);
        assertRefused(rollback(run, WriteMode.OVERWRITE, FORCED), Kind.CHANGED_SINCE);
        assertThat(rollback(run, WriteMode.OVERWRITE, FORCED, later).applied()).isTrue();
        assertThat(lake.rows("orders")).containsExactly("[1, a]");
    }

    /** SNK-13: what is kept is a tag; without it the run is not undoable, and without the history it is gone. */
    @Test
    void aForgottenRunIsNotUndoable() {
        lake.run("orders", WriteMode.APPEND, page(1, "a"));
        RunId run = lake.run("orders", WriteMode.UPSERT, page(1, "A"));
        RunId last = lake.run("orders", WriteMode.APPEND, page(5, "e"));
        try (SinkDriver driver = lake.driver("orders")) {
            assertThat(driver.rollback().orElseThrow().journal(context(run, WriteMode.APPEND, null)))
                    .extracting(JournalEntry::run)
                    .contains(run, last)
                    .hasSize(3);
            driver.rollback().orElseThrow().forget(context(run, WriteMode.UPSERT, null));
            driver.rollback().orElseThrow().forget(context(run, WriteMode.UPSERT, null));
        }
        assertRefused(rollback(run, WriteMode.UPSERT, FORCED), Kind.NOT_UNDOABLE);
        Table table = lake.table("orders");
        table.refs().keySet().stream()
                .filter(ref -> ref.startsWith("strandline_run_"))
                .forEach(tag -> table.manageSnapshots().removeTag(tag).commit());
        table.expireSnapshots().expireOlderThan(Long.MAX_VALUE).retainLast(1).commit();
        assertRefused(rollback(run, WriteMode.UPSERT, FORCED), Kind.HISTORY_GONE);
        assertThat(lake.rows("orders")).containsExactly("[1, A]", "[5, e]");
    }

    /** The parent of a run is kept from expiry by its tag. */
    @Test
    void expiryKeepsWhatTheTagNames() {
        lake.run("orders", WriteMode.APPEND, page(1, "a"));
        RunId run = lake.run("orders", WriteMode.OVERWRITE, page(2, "b"));
        lake.table("orders")
                .expireSnapshots()
                .expireOlderThan(Long.MAX_VALUE)
                .retainLast(1)
                .commit();
        assertThat(rollback(run, WriteMode.OVERWRITE, PLAIN).applied()).isTrue();
        assertThat(lake.rows("orders")).containsExactly("[1, a]");
    }

    /** SNK-11: rows that would come back without a column. */
    @Test
    void droppedColumnsAreAConflict() {
        lake.run("orders", WriteMode.APPEND, page(1, "a"));
        RunId append = lake.run("orders", WriteMode.APPEND, page(2, "b"));
        RunId run = lake.run("orders", WriteMode.UPSERT, page(1, "A"));
        lake.table("orders").updateSchema().deleteColumn("note").commit();
        assertRefused(rollback(run, WriteMode.UPSERT, FORCED), Kind.EVOLVED_SINCE);
        assertThat(rollback(append, WriteMode.APPEND, PLAIN).applied()).isTrue();
        assertThat(lake.rows("orders")).containsExactly("[1]");
    }

    /** Rows that others deleted file by file are no longer the run's to undo. */
    @Test
    void aRunWhoseRowsWereDeletedIsRefused() {
        RunId run = lake.run("orders", WriteMode.APPEND, page(1, "a"));
        lake.table("orders")
                .newDelete()
                .deleteFromRowFilter(Expressions.alwaysTrue())
                .commit();
        assertRefused(rollback(run, WriteMode.APPEND, PLAIN), Kind.REWRITTEN_SINCE);
    }

    /** A table that was dropped, and one that has another's name. */
    @Test
    void aTableThatIsGoneIsAnError() {
        RunId run = lake.run("orders", WriteMode.APPEND, page(1, "a"));
        lake.other.renameTable(TestLake.identifier("orders"), TestLake.identifier("renamed"));
        assertThatExceptionOfType(StrandlineException.class)
                .isThrownBy(() -> rollback(run, WriteMode.APPEND, PLAIN))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_SUCH_TABLE));
        assertThat(lake.rows("renamed")).containsExactly("[1, a]");
        lake.create("orders");
        assertThat(rollback(run, WriteMode.APPEND, PLAIN).note()).contains("has nothing of the run");
    }
}
