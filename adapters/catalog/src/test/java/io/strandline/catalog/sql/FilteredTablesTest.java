package io.strandline.catalog.sql;

import static io.strandline.catalog.sql.Rows.equal;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.TestCall;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.VirtualTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.GenericStatisticsFile;
import org.apache.iceberg.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CAT-13: whatever condition is pushed down, each table of the schema shows the rows it shows without, damaged tables too. */
class FilteredTablesTest {
    /** Tables that a bad metadata file or a missing pointer leaves with an error only. */
    private static final Set<String> UNREADABLE = Set.of("b_cut", "c_gone", "d_lost");

    @TempDir
    Path directory;

    private FileLake made;

    @BeforeEach
    void damage() throws IOException, SQLException {
        made = new FileLake(directory);
        made.lake.table("sales", "a_good");
        made.lake.cutMetadata(made.lake.table("sales", "b_cut"));
        made.lake.loseMetadata(made.lake.table("sales", "c_gone"));
        made.lake.losePointer(made.lake.table("sales", "d_lost"));
        rich(2);
        Table lists = rich(3);
        Files.delete(Path.of(lists.currentSnapshot().manifestListLocation().replaceFirst("^file:/*", "/")));
        Table manifests = made.table("cut_manifest", 2, FileLake.byDayAndName());
        manifests
                .newAppend()
                .appendFile(FileLake.file(manifests, "one", "day=2026-11-29/name=a", 1))
                .commit();
        Path manifest = Path.of(manifests
                .currentSnapshot()
                .allManifests(manifests.io())
                .get(0)
                .path()
                .replaceFirst("^file:/*", "/"));
        Files.write(manifest, Arrays.copyOf(Files.readAllBytes(manifest), 100));
    }

    @AfterEach
    void close() {
        made.close();
    }

    /** With rows in each of the schema's tables. */
    private Table rich(int formatVersion) {
        Table table = made.grown(formatVersion);
        table.replaceSortOrder().asc("name").commit();
        table.updateStatistics()
                .setStatistics(new GenericStatisticsFile(
                        table.currentSnapshot().snapshotId(), table.location() + "/metadata/s.puffin", 9, 4, List.of()))
                .commit();
        table.refresh();
        return table;
    }

    private List<Map<String, Object>> rows(String table, Condition... conditions) {
        return Rows.of(made.module, table, new TestCall(), conditions);
    }

    private static boolean has(VirtualTable<?> table, String column) {
        return table.columns().stream().map(Column::name).anyMatch(column::equals);
    }

    /** The values that a column has, NULL left out: no equality finds that. */
    private static List<Object> values(List<Map<String, Object>> rows, String column) {
        return rows.stream()
                .map(row -> row.get(column))
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    private static List<Map<String, Object>> where(List<Map<String, Object>> rows, String column, List<?> values) {
        return rows.stream()
                .filter(row -> row.get(column) != null && values.contains(row.get(column)))
                .toList();
    }

    @Test
    void filteredAndUnfilteredAgree() {
        List<String> compared = new ArrayList<>();
        for (VirtualTable<?> table : made.module.tables()) {
            if (!has(table, "table_name")) {
                continue;
            }
            compared.add(table.name());
            List<Map<String, Object>> all = rows(table.name());
            assertThat(values(all, "table_name")).as(table.name()).containsAll(UNREADABLE);
            assertThat(values(all, "status")).as(table.name()).contains("ok", "error");
            Stream.of("catalog_name", "namespace", "table_name", "status").forEach(column -> {
                List<Object> values = values(all, column);
                for (Object value : values) {
                    assertThat(rows(table.name(), equal(column, value)))
                            .as(table.name() + " by " + column)
                            .isEqualTo(where(all, column, List.of(value)))
                            .isNotEmpty();
                }
                assertThat(rows(table.name(), new Condition(column, Condition.Operator.IN, values)))
                        .as(table.name() + " by " + column)
                        .isEqualTo(all);
            });
            assertThat(rows(
                            table.name(),
                            equal("catalog_name", "lake"),
                            equal("namespace", "sales"),
                            equal("table_name", "b_cut")))
                    .as(table.name())
                    .isEqualTo(where(all, "table_name", List.of("b_cut")))
                    .singleElement()
                    .satisfies(row -> assertThat(row).containsEntry("status", "error"));
        }
        assertThat(compared)
                .contains("tables", "columns", "properties", "snapshots", "refs", "history", "metadata_log")
                .contains("partition_fields", "sort_fields", "statistics_files", "manifests", "files", "partitions");
    }

    /** What manifests are chosen by. */
    @Test
    void filesAndPartitionsAgreeBySnapshotAndPartition() {
        for (String table : List.of("manifests", "files", "partitions")) {
            List<Map<String, Object>> all = rows(table);
            assertThat(values(where(all, "status", List.of("error")), "table_name"))
                    .as(table)
                    .contains("v3")
                    .containsAll(UNREADABLE);
            List<String> columns = table.equals("manifests")
                    ? List.of("snapshot_id", "content")
                    : List.of("snapshot_id", "partition_values", "spec_id");
            for (String column : columns) {
                for (Object value : values(all, column)) {
                    assertThat(rows(table, equal(column, value)))
                            .as(table + " by " + column)
                            .isEqualTo(where(all, column, List.of(value)))
                            .isNotEmpty();
                }
            }
        }
    }
}
