package io.strandline.catalog.sql;

import static io.strandline.catalog.sql.Rows.equal;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.TestCall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.GenericBlobMetadata;
import org.apache.iceberg.GenericStatisticsFile;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.NullOrder;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the schema {@code catalog} shows of a table's metadata, beside what Iceberg's own metadata tables show. */
class MetadataOracleTest {
    private static final Schema SCHEMA = new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "at", Types.TimestampType.withZone()),
            Types.NestedField.optional(3, "name", Types.StringType.get()));

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

    private Table table(int formatVersion) {
        Table table = made.client
                .buildTable(TableIdentifier.of(Namespace.of("ns"), "v" + formatVersion), SCHEMA)
                .withPartitionSpec(PartitionSpec.builderFor(SCHEMA)
                        .bucket("id", 16)
                        .day("at")
                        .build())
                .withProperty("format-version", Integer.toString(formatVersion))
                .create();
        append(table);
        append(table);
        long second = table.currentSnapshot().snapshotId();
        append(table);
        table.manageSnapshots().rollbackTo(second).commit();
        append(table);
        table.manageSnapshots()
                .createTag("audited", second)
                .setMaxRefAgeMs("audited", 86_400_000)
                .createBranch("staging", second)
                .setMinSnapshotsToKeep("staging", 3)
                .setMaxSnapshotAgeMs("staging", 3_600_000)
                .commit();
        table.updateSpec().removeField("id_bucket").addField("name").commit();
        table.replaceSortOrder().asc("name").desc("id", NullOrder.NULLS_LAST).commit();
        table.updateStatistics()
                .setStatistics(new GenericStatisticsFile(
                        second,
                        table.location() + "/metadata/second.puffin",
                        1000,
                        100,
                        List.of(new GenericBlobMetadata(
                                "apache-datasketches-theta-v1", second, 2, List.of(1), Map.of()))))
                .commit();
        return table;
    }

    private static void append(Table table) {
        table.newAppend()
                .appendFile(DataFiles.builder(table.spec())
                        .withPath(table.location() + "/data/" + System.nanoTime() + ".parquet")
                        .withFormat(FileFormat.PARQUET)
                        .withPartitionPath("id_bucket=3/at_day=2026-11-30")
                        .withFileSizeInBytes(100)
                        .withRecordCount(5)
                        .build())
                .commit();
    }

    private List<List<Object>> ours(Table table, String name, String... columns) {
        return Rows.of(
                        made.module,
                        name,
                        new TestCall(),
                        equal("table_name", table.name().replaceAll(".*[.]", "")))
                .stream()
                .peek(row -> assertThat(row).containsEntry("status", "ok"))
                .map(row -> {
                    List<Object> values = new ArrayList<>();
                    List.of(columns).forEach(column -> values.add(row.get(column)));
                    return values;
                })
                .toList();
    }

    @Test
    void refsHistoryAndMetadataLogAreAsIcebergShowsThem() {
        for (int version = 1; version <= 3; version++) {
            Table table = table(version);
            table.refresh();
            assertThat(ours(
                            table,
                            "refs",
                            "ref_name",
                            "snapshot_id",
                            "max_ref_age_ms",
                            "min_snapshots_to_keep",
                            "max_snapshot_age_ms"))
                    .containsExactlyInAnyOrderElementsOf(Oracle.rows(
                            table,
                            MetadataTableType.REFS,
                            "name",
                            "snapshot_id",
                            "max_reference_age_in_ms",
                            "min_snapshots_to_keep",
                            "max_snapshot_age_in_ms"))
                    .hasSize(3);
            assertThat(ours(table, "history", "made_current_at", "snapshot_id", "parent_id", "is_ancestor"))
                    .containsExactlyElementsOf(Oracle.rows(
                            table,
                            MetadataTableType.HISTORY,
                            "made_current_at",
                            "snapshot_id",
                            "parent_id",
                            "is_current_ancestor"))
                    .hasSize(5);
            assertThat(ours(table, "metadata_log", "written_at", "metadata_location", "latest_snapshot_id"))
                    .containsExactlyElementsOf(Oracle.rows(
                            table, MetadataTableType.METADATA_LOG_ENTRIES, "timestamp", "file", "latest_snapshot_id"))
                    .hasSize(10);
            assertThat(ours(
                            table,
                            "snapshots",
                            "committed_at",
                            "snapshot_id",
                            "parent_id",
                            "operation",
                            "manifest_list"))
                    .containsExactlyElementsOf(Oracle.rows(
                            table,
                            MetadataTableType.SNAPSHOTS,
                            "committed_at",
                            "snapshot_id",
                            "parent_id",
                            "operation",
                            "manifest_list"))
                    .hasSize(4);
        }
    }

    /** Iceberg has no tables of these; what was done to the table is the oracle. */
    @Test
    void layoutsAndStatisticsAreShownWithTheirPast() {
        Table table = table(2);
        assertThat(ours(table, "partition_fields", "spec_id", "field_name", "transform", "column_path", "is_current"))
                .containsExactly(
                        List.of(0, "id_bucket", "bucket[16]", "id", false),
                        List.of(0, "at_day", "day", "at", false),
                        List.of(1, "at_day", "day", "at", true),
                        List.of(1, "name", "identity", "name", true));
        assertThat(ours(table, "sort_fields", "order_id", "column_path", "direction", "null_order", "is_current"))
                .containsExactly(
                        List.of(1, "name", "asc", "nulls-first", true), List.of(1, "id", "desc", "nulls-last", true));
        assertThat(ours(
                        table,
                        "statistics_files",
                        "statistics_kind",
                        "file_size_bytes",
                        "footer_size_bytes",
                        "blob_types"))
                .containsExactly(List.of("table", 1000L, 100L, List.of("apache-datasketches-theta-v1")));
        assertThat(ours(table, "metadata_log", "is_current"))
                .endsWith(List.of(true))
                .containsOnlyOnce(List.of(true));
    }
}
