package io.strandline.catalog.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.MetadataTableUtils;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files, manifests and partitions of snapshots, beside what Iceberg's own metadata tables show. */
class FilesOracleTest {
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

    /** Whatever the width of their numbers. */
    private static List<List<Object>> inLongs(List<List<Object>> rows) {
        return rows.stream()
                .map(row -> row.stream()
                        .map(value -> value instanceof Integer number ? (Object) number.longValue() : value)
                        .toList())
                .toList();
    }

    /** Numbers of one width, texts that are not shared, and Iceberg's numbers of contents as words. */
    private static List<List<Object>> plain(List<List<Object>> rows, String... contents) {
        return rows.stream()
                .map(row -> {
                    List<Object> values = new ArrayList<>();
                    for (int i = 0; i < row.size(); i++) {
                        Object value = row.get(i);
                        values.add(
                                i == 0 && value instanceof Integer content
                                        ? contents[content]
                                        : value instanceof CharSequence text ? text.toString() : value);
                    }
                    return values;
                })
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void filesAreAsIcebergShowsThem(int version) {
        Table table = made.grown(version);
        table.refresh();
        List<List<Object>> oracle = new ArrayList<>();
        for (List<Object> row : plain(
                Oracle.rows(
                        table,
                        MetadataTableType.FILES,
                        "content",
                        "file_path",
                        "file_format",
                        "spec_id",
                        "record_count",
                        "file_size_in_bytes",
                        "split_offsets",
                        "equality_ids",
                        "sort_order_id",
                        "first_row_id",
                        "referenced_data_file"),
                "data",
                "position_deletes",
                "equality_deletes")) {
            List<Object> lower = new ArrayList<>(row);
            lower.set(2, Text.lower(String.valueOf(row.get(2))));
            oracle.add(lower);
        }
        assertThat(FileLake.of(
                        made.ours(table, "files"),
                        "content",
                        "file_path",
                        "file_format",
                        "spec_id",
                        "record_count",
                        "file_size_bytes",
                        "split_offsets",
                        "equality_ids",
                        "sort_order_id",
                        "first_row_id",
                        "referenced_data_file"))
                .containsExactlyInAnyOrderElementsOf(oracle)
                .hasSize(version == 1 ? 3 : 5);
        table.snapshots().forEach(snapshot -> new FilesBesideIceberg(made, table).assertSame(snapshot.snapshotId()));
    }

    /** Which Iceberg's table of entries has, of those too that were deleted. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void sequenceNumbersAreAsIcebergShowsThem(int version) {
        Table table = made.grown(version);
        table.refresh();
        int path = MetadataTableUtils.createMetadataTableInstance(table, MetadataTableType.ENTRIES)
                .schema()
                .findType("data_file")
                .asStructType()
                .fields()
                .stream()
                .map(Types.NestedField::name)
                .toList()
                .indexOf("file_path");
        List<List<Object>> oracle = new ArrayList<>();
        for (List<Object> row : Oracle.rows(
                table, MetadataTableType.ENTRIES, "status", "sequence_number", "file_sequence_number", "data_file")) {
            if (!row.get(0).equals(2)) {
                oracle.add(List.of(
                        ((StructLike) row.get(3)).get(path, CharSequence.class).toString(), row.get(1), row.get(2)));
            }
        }
        assertThat(FileLake.of(made.ours(table, "files"), "file_path", "data_sequence_number", "file_sequence_number"))
                .containsExactlyInAnyOrderElementsOf(oracle)
                .hasSize(version == 1 ? 3 : 5);
    }

    /** Each once, those of deletes too. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void manifestsAreAsIcebergShowsThem(int version) {
        Table table = made.grown(version);
        table.refresh();
        List<List<Object>> oracle = new ArrayList<>();
        for (List<Object> row : plain(
                Oracle.rows(
                        table,
                        MetadataTableType.MANIFESTS,
                        "content",
                        "path",
                        "length",
                        "partition_spec_id",
                        "added_snapshot_id",
                        "added_data_files_count",
                        "existing_data_files_count",
                        "deleted_data_files_count",
                        "added_delete_files_count",
                        "existing_delete_files_count",
                        "deleted_delete_files_count"),
                "data",
                "deletes")) {
            // of the two kinds of counts one is of what it lists, and the other 0
            int counts = row.get(0).equals("data") ? 5 : 8;
            List<Object> some = new ArrayList<>(row.subList(0, 5));
            some.addAll(row.subList(counts, counts + 3));
            oracle.add(some);
        }
        List<Map<String, Object>> ours = made.ours(table, "manifests");
        assertThat(FileLake.of(
                        ours,
                        "content",
                        "manifest_path",
                        "manifest_size_bytes",
                        "spec_id",
                        "added_snapshot_id",
                        "added_files",
                        "existing_files",
                        "deleted_files"))
                .containsExactlyInAnyOrderElementsOf(oracle)
                .hasSize(version == 1 ? 2 : 3);
        assertThat(FileLake.of(
                        ours,
                        "manifest_path",
                        "sequence_number",
                        "min_sequence_number",
                        "added_records",
                        "existing_records",
                        "deleted_records"))
                .containsExactlyInAnyOrderElementsOf(table.currentSnapshot().allManifests(table.io()).stream()
                        .map(manifest -> List.<Object>of(
                                manifest.path(),
                                manifest.sequenceNumber(),
                                manifest.minSequenceNumber(),
                                manifest.addedRowsCount(),
                                manifest.existingRowsCount(),
                                manifest.deletedRowsCount()))
                        .toList());
    }

    @Test
    void partitionsAreSummedUpAsIcebergDoesIt() {
        for (int version = 1; version <= 3; version++) {
            Table table = made.grown(version);
            table.refresh();
            assertThat(inLongs(FileLake.of(
                            made.ours(table, "partitions"),
                            "spec_id",
                            "record_count",
                            "file_count",
                            "total_bytes",
                            "position_delete_count",
                            "position_delete_files",
                            "equality_delete_count",
                            "equality_delete_files",
                            "last_updated_at",
                            "last_updated_snapshot_id")))
                    .containsExactlyInAnyOrderElementsOf(inLongs(Oracle.rows(
                            table,
                            MetadataTableType.PARTITIONS,
                            "spec_id",
                            "record_count",
                            "file_count",
                            "total_data_file_size_in_bytes",
                            "position_delete_record_count",
                            "position_delete_file_count",
                            "equality_delete_record_count",
                            "equality_delete_file_count",
                            "last_updated_at",
                            "last_updated_snapshot_id")));
            assertThat(FileLake.of(made.ours(table, "partitions"), "partition_values", "record_count"))
                    .contains(
                            List.of("{\"day\":\"2026-11-30\",\"name\":\"a\"}", 20L),
                            List.of(
                                    version == 1
                                            ? "{\"day\":\"2026-12-01\",\"name\":null}"
                                            : "{\"day\":\"2026-12-01\"}",
                                    30L));
        }
    }
}
