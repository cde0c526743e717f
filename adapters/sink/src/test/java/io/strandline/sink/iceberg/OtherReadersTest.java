package io.strandline.sink.iceberg;

import static io.strandline.sink.iceberg.TestLake.page;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.sink.RollbackOptions;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.WriteMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.Table;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Iceberg itself makes of runs: its own planning, files and deletes, by a catalog of its own. */
class OtherReadersTest {
    @TempDir
    Path directory;

    private static List<String> read(TestLake lake) throws IOException {
        List<String> rows = new ArrayList<>();
        PlainReader.read(lake.table("orders"), record -> rows.add(record.get(0) + " " + record.get(1)));
        return rows.stream().sorted().toList();
    }

    /** SNK-10: a run that was undone is invisible, and present in the history. */
    @ParameterizedTest
    @CsvSource({
        "2, APPEND, 1 a;2 b;2 B;3 c",
        "2, UPSERT, 1 a;2 B;3 c",
        "2, DELETE, 1 a",
        "2, OVERWRITE, 2 B;3 c",
        "3, APPEND, 1 a;2 b;2 B;3 c",
        "3, UPSERT, 1 a;2 B;3 c",
        "3, DELETE, 1 a",
        "3, OVERWRITE, 2 B;3 c"
    })
    void seeNothingOfARunThatWasUndone(int version, WriteMode mode, String written) throws IOException {
        try (TestLake lake = TestLake.in(directory)) {
            lake.create("orders", TestLake.PLAIN, PartitionSpec.unpartitioned(), version);
            lake.run("orders", WriteMode.APPEND, page(1, "a", 2, "b"));
            RunId run = lake.run("orders", mode, page(2, "B", 3, "c"));
            assertThat(read(lake)).containsExactlyInAnyOrder(written.split(";"));
            try (SinkDriver driver = lake.driver("orders")) {
                assertThat(driver.rollback()
                                .orElseThrow()
                                .rollback(
                                        new RollbackOptions(false, false, List.of()), TestLake.context(run, mode, null))
                                .applied())
                        .isTrue();
            }
            assertThat(read(lake)).containsExactly("1 a", "2 b");
            Table table = lake.table("orders");
            assertThat(Marks.of(run, table.snapshots())).isNotEmpty().allSatisfy(snapshot -> {
                assertThat(snapshot.snapshotId())
                        .isNotEqualTo(table.currentSnapshot().snapshotId());
                assertThat(SnapshotChanges.builderFor(table)
                                .snapshot(snapshot)
                                .build()
                                .addedDataFiles())
                        .hasSize(mode == WriteMode.DELETE ? 0 : 1);
            });
        }
    }
}
