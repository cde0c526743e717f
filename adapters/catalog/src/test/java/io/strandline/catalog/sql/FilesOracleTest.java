package io.strandline.catalog.sql;

import static io.strandline.catalog.sql.Rows.equal;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void filesAndManifestsAreAsIcebergShowsThem() {
        for (int version = 1; version <= 3; version++) {
            Table table = made.grown(version);
            table.refresh();
            List<List<Object>> oracle = Oracle.rows(
                    table,
                    MetadataTableType.FILES,
                    "file_path",
                    "spec_id",
                    "record_count",
                    "file_size_in_bytes",
                    "split_offsets",
                    "equality_ids",
                    "sort_order_id");
            assertThat(FileLake.of(
                            made.ours(table, "files"),
                            "file_path",
                            "spec_id",
                            "record_count",
                            "file_size_bytes",
                            "split_offsets",
                            "equality_ids",
                            "sort_order_id"))
                    .containsExactlyInAnyOrderElementsOf(oracle)
                    .hasSize(version == 1 ? 3 : 5);
            List<List<Object>> manifests = Oracle.rows(
                    table,
                    MetadataTableType.MANIFESTS,
                    "path",
                    "length",
                    "partition_spec_id",
                    "added_snapshot_id",
                    "added_data_files_count",
                    "existing_data_files_count",
                    "deleted_data_files_count");
            assertThat(FileLake.of(
                            made.ours(table, "manifests", equal("content", "data")),
                            "manifest_path",
                            "manifest_size_bytes",
                            "spec_id",
                            "added_snapshot_id",
                            "added_files",
                            "existing_files",
                            "deleted_files"))
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(manifests).contains(row));
            assertThat(made.ours(table, "manifests")).hasSameSizeAs(manifests);
        }
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
                            "equality_delete_count",
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
                            "equality_delete_record_count",
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
