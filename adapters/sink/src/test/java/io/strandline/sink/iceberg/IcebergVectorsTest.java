package io.strandline.sink.iceberg;

import static io.strandline.sink.iceberg.TestLake.context;
import static io.strandline.sink.iceberg.TestLake.page;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.sink.RollbackConflict;
import io.strandline.sink.RollbackConflict.Kind;
import io.strandline.sink.RollbackOptions;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.WriteMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.util.ContentFileUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Upserts and deletes of format version 3: their rows are found, and deletion vectors delete them. */
class IcebergVectorsTest {
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

    private void create(int version) {
        lake.create("orders", TestLake.PLAIN, PartitionSpec.unpartitioned(), version);
    }

    private List<String> rows() {
        return lake.rows("orders");
    }

    private List<DeleteFile> deletes() {
        List<DeleteFile> deletes = new ArrayList<>();
        new LiveFiles(lake.table("orders")).forEach(any -> {}, file -> deletes.add(file.copy()));
        return deletes;
    }

    private RollbackOutcome rollback(RunId run, WriteMode mode, boolean force, RunId... later) {
        try (SinkDriver driver = lake.driver("orders")) {
            return driver.rollback()
                    .orElseThrow()
                    .rollback(new RollbackOptions(force, false, List.of(later)), context(run, mode, null));
        }
    }

    private long filesOfKeys() throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("warehouse"))) {
            return files.filter(file -> file.getFileName().toString().endsWith("-deletes.parquet"))
                    .count();
        }
    }

    /** A vector for each file that had one of the keys, and nothing else: no files of keys in the table, and none left beside it. */
    @Test
    void rowsAreDeletedByTheirPlaces() throws IOException {
        create(3);
        lake.run("orders", WriteMode.APPEND, page(1, "a", 2, "b"));
        lake.run("orders", WriteMode.APPEND, page(3, "c", 400, "d"));
        lake.run("orders", WriteMode.UPSERT, page(2, "B", 5, "e"), page(5, "E", 3, "C"));
        assertThat(rows()).containsExactly("[1, a]", "[2, B]", "[3, C]", "[400, d]", "[5, E]");
        lake.run("orders", WriteMode.DELETE, page(1, null, 400, null, 77, null));
        assertThat(rows()).containsExactly("[2, B]", "[3, C]", "[5, E]");
        assertThat(deletes()).hasSize(3).allMatch(ContentFileUtil::isDV);
        assertThat(filesOfKeys()).isZero();
        lake.run("orders", WriteMode.DELETE, page(77, null));
        assertThat(rows()).hasSize(3);
    }

    @Test
    void versionTwoDeletesByKey() throws IOException {
        create(2);
        lake.run("orders", WriteMode.APPEND, page(1, "a", 2, "b"));
        lake.run("orders", WriteMode.UPSERT, page(2, "B"));
        assertThat(deletes()).hasSize(1).noneMatch(ContentFileUtil::isDV);
        assertThat(filesOfKeys()).isOne();
    }

    /** A rollback could not read the keys of rows whose columns are known by their names. */
    @Test
    void aTableWithANameMappingDeletesByKey() {
        create(3);
        lake.run("orders", WriteMode.APPEND, page(1, "a", 2, "b"));
        Table table = lake.table("orders");
        table.updateProperties()
                .set(TableProperties.DEFAULT_NAME_MAPPING, NameMappingParser.toJson(MappingUtil.create(table.schema())))
                .commit();
        lake.run("orders", WriteMode.DELETE, page(2, null));
        assertThat(rows()).containsExactly("[1, a]");
        assertThat(deletes()).hasSize(1).noneMatch(ContentFileUtil::isDV);
    }

    /** What others committed before the run's own commit is found too, as a delete by key would reach it. */
    @Test
    void rowsThatCameMeanwhileAreFound() {
        create(3);
        RunId run = RunId.random();
        SinkCallContext context = context(run, WriteMode.UPSERT, null);
        try (SinkDriver driver = lake.driver("orders")) {
            TestLake.write(driver, page(1, "A"), TestLake.call(context, 0, null));
            Table table = lake.table("orders");
            table.newAppend()
                    .appendFile(TestFiles.write(table, List.of(List.of(1L, "foreign"), List.of(2L, "foreign"))))
                    .commit();
            driver.flush(context);
        }
        assertThat(rows()).containsExactly("[1, A]", "[2, foreign]");
        assertThat(rollback(run, WriteMode.UPSERT, false).applied()).isTrue();
        assertThat(rows()).containsExactly("[1, foreign]", "[2, foreign]");
    }

    /** SNK-10: what others deleted in the same file stays deleted, whichever run is undone first. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRunIsUndoneBesideOthersInTheSameFile(boolean firstFirst) {
        create(3);
        lake.run("orders", WriteMode.APPEND, page(1, "a", 2, "b", 3, "c"));
        RunId first = lake.run("orders", WriteMode.UPSERT, page(1, "A", 9, "z"), page(1, "AA"));
        RunId second = lake.run("orders", WriteMode.DELETE, page(2, null));
        assertThat(rows()).containsExactly("[1, AA]", "[3, c]", "[9, z]");
        if (firstFirst) {
            RollbackOutcome undone = rollback(first, WriteMode.UPSERT, false, second);
            assertThat(undone.applied()).as(undone.toString()).isTrue();
            assertThat(undone.deleted()).isEqualTo(1);
            assertThat(undone.restored()).isEqualTo(1);
            assertThat(rows()).containsExactly("[1, a]", "[3, c]");
        }
        RollbackOutcome back = rollback(second, WriteMode.DELETE, false);
        assertThat(back.applied()).isTrue();
        assertThat(back.restored()).isEqualTo(1);
        if (!firstFirst) {
            assertThat(rows()).containsExactly("[1, AA]", "[2, b]", "[3, c]", "[9, z]");
            assertThat(rollback(first, WriteMode.UPSERT, false).applied()).isTrue();
        }
        assertThat(rows()).containsExactly("[1, a]", "[2, b]", "[3, c]");
        assertThat(deletes()).isEmpty();
    }

    /** SNK-11: a key that a later run deleted or wrote is a conflict, and no other key is one. */
    @Test
    void keysOfLaterRunsAreConflicts() {
        create(3);
        lake.run("orders", WriteMode.APPEND, page(1, "a", 2, "b"));
        RunId run = lake.run("orders", WriteMode.UPSERT, page(1, "A", 5, "e"));
        RunId other = lake.run("orders", WriteMode.UPSERT, page(2, "B"));
        RunId later = lake.run("orders", WriteMode.DELETE, page(5, null));
        RollbackOutcome outcome = rollback(run, WriteMode.UPSERT, false, other, later);
        assertThat(outcome.applied()).isFalse();
        assertThat(outcome.conflicts())
                .extracting(RollbackConflict::kind, RollbackConflict::object, RollbackConflict::laterRun)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(Kind.LATER_RUN, "{\"id\":5}", later));
        assertThat(rollback(run, WriteMode.UPSERT, true, other, later).applied())
                .isTrue();
        assertThat(rows()).containsExactly("[1, a]", "[2, B]");
    }

    /** A key that is deleted already has no row that could be deleted again; the run that does so means it for good all the same. */
    @Test
    void aKeyThatIsDeletedAgainIsAConflict() {
        create(3);
        lake.run("orders", WriteMode.APPEND, page(1, "a", 2, "b"));
        RunId first = lake.run("orders", WriteMode.DELETE, page(1, null));
        RunId again = lake.run("orders", WriteMode.DELETE, page(1, null, 2, null));
        assertThat(rollback(first, WriteMode.DELETE, false, again).applied()).isFalse();
        assertThat(rows()).isEmpty();
        assertThat(rollback(again, WriteMode.DELETE, false).applied()).isTrue();
        assertThat(rows()).containsExactly("[2, b]");
        assertThat(rollback(first, WriteMode.DELETE, false).applied()).isTrue();
        assertThat(rows()).containsExactly("[1, a]", "[2, b]");
    }

    /** That another run's row of the key is taken away again does not change that. */
    @Test
    void aKeyIsDeletedForGoodThoughItsLastRowIsUndone() {
        create(3);
        lake.run("orders", WriteMode.APPEND, page(1, "a"));
        RunId first = lake.run("orders", WriteMode.DELETE, page(1, null));
        RunId append = lake.run("orders", WriteMode.APPEND, page(1, "aa"));
        RunId again = lake.run("orders", WriteMode.DELETE, page(1, null));
        assertThat(rollback(append, WriteMode.APPEND, false, again).applied()).isTrue();
        assertThat(rollback(first, WriteMode.DELETE, false, again).applied()).isFalse();
        assertThat(rows()).isEmpty();
    }

    /** A table that was of version 2 has deletes by key, which stay in force beside vectors. */
    @Test
    void aTableThatWasUpgradedHasBoth() {
        create(2);
        lake.run("orders", WriteMode.APPEND, page(1, "a", 2, "b", 3, "c"));
        RunId before = lake.run("orders", WriteMode.UPSERT, page(1, "A"));
        lake.table("orders")
                .updateProperties()
                .set(TableProperties.FORMAT_VERSION, "3")
                .commit();
        RunId after = lake.run("orders", WriteMode.UPSERT, page(1, "AA", 2, "BB"));
        assertThat(rows()).containsExactly("[1, AA]", "[2, BB]", "[3, c]");
        assertThat(rollback(before, WriteMode.UPSERT, false, after).applied()).isFalse();
        assertThat(rollback(after, WriteMode.UPSERT, false).applied()).isTrue();
        assertThat(rows()).containsExactly("[1, A]", "[2, b]", "[3, c]");
        assertThat(rollback(before, WriteMode.UPSERT, false).applied()).isTrue();
        assertThat(rows()).containsExactly("[1, a]", "[2, b]", "[3, c]");
    }
}
