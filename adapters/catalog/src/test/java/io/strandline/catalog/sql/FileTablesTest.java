package io.strandline.catalog.sql;

import static io.strandline.catalog.sql.Rows.equal;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.TestCall;
import io.strandline.catalog.iceberg.ProbeFileIO;
import io.strandline.sqlkit.Condition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What conditions on files read, and what is shown of files that cannot be read. */
class FileTablesTest {
    @TempDir
    Path directory;

    private FileLake made;

    @BeforeEach
    void open() {
        made = new FileLake(directory);
    }

    @AfterEach
    void close() {
        made.close();
    }

    @Test
    void anUnpartitionedTableHasOnePartition() {
        Table table = made.table("flat", 2, PartitionSpec.unpartitioned());
        assertThat(made.ours(table, "files")).isEmpty();
        assertThat(made.ours(table, "partitions")).isEmpty();
        table.newAppend().appendFile(FileLake.file(table, "one", "", 10)).commit();
        assertThat(FileLake.of(made.ours(table, "files"), "partition_values", "content"))
                .containsExactly(List.of("{}", "data"));
        assertThat(FileLake.of(made.ours(table, "partitions"), "partition_values", "record_count"))
                .containsExactly(List.of("{}", 10L));
    }

    /** A condition on the partition is a text that catalog.partitions shows; only manifests that can have it are read. */
    @Test
    void onePartitionReadsOnlyManifestsThatCanHaveIt() {
        Table table = made.table("many", 2, FileLake.byDayAndName());
        for (int day = 1; day <= 9; day++) {
            table.newFastAppend()
                    .appendFile(FileLake.file(table, "f" + day, "day=2026-11-0" + day + "/name=a", day))
                    .commit();
        }
        List<Map<String, Object>> all = made.ours(table, "files");
        assertThat(all).hasSize(9);
        for (Map<String, Object> row : all) {
            ProbeFileIO.reset();
            assertThat(made.ours(table, "files", equal("partition_values", row.get("partition_values"))))
                    .containsExactly(row);
            assertThat(ProbeFileIO.opened("-m0.avro")).hasSize(1);
        }
        for (String other : List.of("{}", "nonsense", "[]", "{\"day\":\"2026-11-01\"}", "{\"day\":1,\"name\":{}}")) {
            assertThat(made.ours(table, "files", equal("partition_values", other)))
                    .as(other)
                    .isEmpty();
        }
    }

    /** Partitions too: what has others only is not read, whatever specs there are. */
    @Test
    void onePartitionIsSummedUpFromManifestsThatCanHaveIt() {
        Table table = made.table("summed", 2, FileLake.byDayAndName());
        for (int day = 1; day <= 5; day++) {
            table.newFastAppend()
                    .appendFile(FileLake.file(table, "f" + day, "day=2026-11-0" + day + "/name=a", day))
                    .commit();
        }
        table.updateSpec().removeField("name").renameField("day", "day_of").commit();
        table.newFastAppend()
                .appendFile(FileLake.file(table, "later", "day_of=2026-12-01", 9))
                .commit();
        List<Map<String, Object>> all = made.ours(table, "partitions");
        assertThat(all).hasSize(6);
        for (Map<String, Object> row : all) {
            ProbeFileIO.reset();
            assertThat(made.ours(table, "partitions", equal("partition_values", row.get("partition_values"))))
                    .containsExactly(row);
            assertThat(manifestsRead()).as("%s", row).isLessThanOrEqualTo(2);
        }
        for (String other : List.of("{}", "nonsense", "{\"day\":\"2026-11-01\"}", "{\"day\":1,\"name\":{}}")) {
            assertThat(made.ours(table, "partitions", equal("partition_values", other)))
                    .as(other)
                    .isEmpty();
        }
    }

    private static long manifestsRead() {
        return ProbeFileIO.opened("-m0.avro").stream().distinct().count();
    }

    /** What a manifest says of itself is enough to pass over it. */
    @Test
    void conditionsOnContentAndSpecReadOnlyTheirManifests() {
        Table table = made.grown(2);
        List<Map<String, Object>> all = made.ours(table, "files");
        ProbeFileIO.reset();
        made.ours(table, "files");
        long whole = manifestsRead();
        for (String column : List.of("content", "spec_id")) {
            for (Object value : List.copyOf(new java.util.HashSet<>(
                    all.stream().map(row -> row.get(column)).toList()))) {
                ProbeFileIO.reset();
                assertThat(made.ours(table, "files", equal(column, value)))
                        .isNotEmpty()
                        .containsExactlyInAnyOrderElementsOf(all.stream()
                                .filter(row -> value.equals(row.get(column)))
                                .toList());
                assertThat(manifestsRead()).as("%s = %s", column, value).isBetween(1L, whole - 1);
            }
        }
        ProbeFileIO.reset();
        assertThat(made.ours(table, "files", equal("content", "puppies"), equal("spec_id", 7)))
                .isEmpty();
        assertThat(manifestsRead()).isZero();
    }

    @Test
    void filesAreFoundByTheirPath() {
        Table table = made.grown(2);
        List<Map<String, Object>> all = made.ours(table, "files");
        Object[] paths = {all.get(0).get("file_path"), all.get(2).get("file_path"), "no such file"};
        assertThat(made.ours(table, "files", new Condition("file_path", Condition.Operator.IN, List.of(paths))))
                .containsExactly(all.get(0), all.get(2));
    }

    /** Time travel by a condition: the files of the snapshot that it names; of one that is not there, none. */
    @Test
    void aConditionOnTheSnapshotShowsThatSnapshot() {
        Table table = made.grown(2);
        List<Long> ids = new ArrayList<>();
        table.snapshots().forEach(snapshot -> ids.add(snapshot.snapshotId()));
        assertThat(ids.stream()
                        .map(id -> made.ours(table, "files", equal("snapshot_id", id))
                                .size()))
                .containsExactly(1, 3, 2, 4, 5);
        assertThat(made.ours(table, "files", equal("snapshot_id", 1L))).isEmpty();
        assertThat(made.ours(table, "files"))
                .allSatisfy(row -> assertThat(row).containsEntry("snapshot_id", ids.get(4)));
    }

    @Test
    void columnStatisticsAreReadable() {
        Table table = made.table("stats", 2, PartitionSpec.unpartitioned());
        table.newAppend().appendFile(FileLake.file(table, "one", "", 10)).commit();
        assertThat(made.ours(table, "files"))
                .singleElement()
                .satisfies(row -> assertThat(row)
                        .containsEntry(
                                "column_statistics",
                                "{\"id\":{\"column_size\":80,\"value_count\":10,\"null_value_count\":0,"
                                        + "\"lower_bound\":7,\"upper_bound\":17}}"));
    }

    /** CAT-13: a manifest that is gone or damaged is a row of its table; other tables are complete. */
    @Test
    void aDamagedManifestIsARowOfItsTable() throws Exception {
        made.grown(2);
        for (String kind : List.of("gone", "cut")) {
            Table bad = made.table(kind, 2, PartitionSpec.unpartitioned());
            bad.newAppend().appendFile(FileLake.file(bad, "one", "", 10)).commit();
            Path manifest = Path.of(
                    bad.currentSnapshot().allManifests(bad.io()).get(0).path().replaceFirst("^file:", ""));
            if (kind.equals("gone")) {
                Files.delete(manifest);
            } else {
                Files.write(manifest, java.util.Arrays.copyOf(Files.readAllBytes(manifest), 40));
            }
        }
        List<Map<String, Object>> rows = Rows.of(made.module, "files", new TestCall());
        assertThat(rows).filteredOn(row -> row.get("table_name").equals("v2")).hasSize(5);
        assertThat(rows)
                .filteredOn(row -> Set.of("gone", "cut").contains(row.get("table_name")))
                .hasSize(2)
                .allSatisfy(row -> assertThat(row)
                        .containsEntry("status", "error")
                        .containsEntry("file_path", null)
                        .extractingByKey("error")
                        .asString()
                        .contains("ns." + row.get("table_name"))
                        .endsWith("snapshot that does not need it."));
    }

    /** A reader that stops early leaves nothing open, and many manifests do not change what is seen. */
    @Test
    void manyManifestsAreReadInBatches() {
        Table table = made.table("wide", 2, PartitionSpec.unpartitioned());
        for (int commit = 0; commit < 6; commit++) {
            AppendFiles append = table.newFastAppend();
            int base = commit * 700;
            IntStream.range(base, base + 700).forEach(i -> append.appendFile(FileLake.file(table, "f" + i, "", 1)));
            append.commit();
        }
        List<Map<String, Object>> rows =
                Rows.of(made.module, "files", new TestCall(), Set.of("file_path", "record_count"));
        assertThat(rows).hasSize(4200).doesNotHaveDuplicates();
    }
}
