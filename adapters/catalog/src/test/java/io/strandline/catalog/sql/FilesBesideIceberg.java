package io.strandline.catalog.sql;

import static io.strandline.catalog.sql.Rows.equal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.MetadataTableUtils;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.SingleValueParser;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;

/** What we show of a table's files and partitions beside what Iceberg's own metadata tables do, row by row. */
record FilesBesideIceberg(FileLake lake, Table table) {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);

    /** Whether partitions, and each file's partition and statistics by column, are the same. */
    void assertSame(Long snapshot) {
        assertPartitions(snapshot);
        assertFiles(snapshot);
    }

    private static JsonNode json(Object text) {
        try {
            return JSON.readTree(String.valueOf(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** By the names of a struct's fields, whatever of it there is; text as text. */
    private static Map<String, Object> values(StructLike struct, Types.StructType type) {
        Map<String, Object> values = new TreeMap<>();
        for (int i = 0; i < type.fields().size(); i++) {
            Object value = struct.get(i, Object.class);
            if (value != null) {
                values.put(type.fields().get(i).name(), value instanceof CharSequence text ? text.toString() : value);
            }
        }
        return values;
    }

    private static Map<String, Object> values(JsonNode object, Types.StructType type) {
        Map<String, Object> values = new TreeMap<>();
        for (Types.NestedField field : type.fields()) {
            JsonNode value = object.get(field.name());
            if (value != null && !value.isNull()) {
                Object read = SingleValueParser.fromJson(field.type(), value);
                values.put(field.name(), read instanceof CharSequence text ? text.toString() : read);
            }
        }
        return values;
    }

    private Types.StructType column(MetadataTableType type, String name) {
        return MetadataTableUtils.createMetadataTableInstance(table, type)
                .schema()
                .findField(name)
                .type()
                .asStructType();
    }

    /** The partition has the fields of its spec, and no others. */
    private void assertFields(Object specId, Object partition) {
        assertThat(json(partition).fieldNames())
                .toIterable()
                .containsExactlyElementsOf(table.specs().get((Integer) specId).fields().stream()
                        .map(PartitionField::name)
                        .toList());
    }

    private void assertPartitions(Long snapshot) {
        Types.StructType partition = column(MetadataTableType.PARTITIONS, "partition");
        List<List<Object>> oracle = new ArrayList<>();
        Oracle.rows(table, MetadataTableType.PARTITIONS, snapshot, "partition", "spec_id", "record_count", "file_count")
                .forEach(row -> oracle.add(List.of(
                        values((StructLike) row.get(0), partition),
                        row.get(1),
                        ((Number) row.get(2)).longValue(),
                        ((Number) row.get(3)).longValue())));
        List<List<Object>> ours = new ArrayList<>();
        FileLake.of(
                        lake.ours(table, "partitions", equal("snapshot_id", snapshot)),
                        "partition_values",
                        "spec_id",
                        "record_count",
                        "file_count")
                .forEach(row -> {
                    assertFields(row.get(1), row.get(0));
                    ours.add(List.of(values(json(row.get(0)), partition), row.get(1), row.get(2), row.get(3)));
                });
        assertThat(ours)
                .as(table.name())
                .containsExactlyInAnyOrderElementsOf(oracle)
                .isNotEmpty();
    }

    private void assertFiles(Long snapshot) {
        Types.StructType partition = column(MetadataTableType.FILES, "partition");
        Types.StructType metrics = column(MetadataTableType.FILES, "readable_metrics");
        List<Map<String, Object>> rows = lake.ours(table, "files", equal("snapshot_id", snapshot));
        Map<Object, Map<String, Object>> ours = new HashMap<>();
        rows.forEach(row -> ours.put(row.get("file_path"), row));
        List<List<Object>> oracle =
                Oracle.rows(table, MetadataTableType.FILES, snapshot, "file_path", "partition", "readable_metrics");
        assertThat(rows).as(table.name()).hasSameSizeAs(oracle).isNotEmpty();
        for (List<Object> row : oracle) {
            Map<String, Object> own = ours.get(row.get(0).toString());
            assertFields(own.get("spec_id"), own.get("partition_values"));
            assertThat(values(json(own.get("partition_values")), partition))
                    .as(table.name())
                    .isEqualTo(values((StructLike) row.get(1), partition));
            JsonNode statistics = json(own.get("column_statistics"));
            StructLike readable = (StructLike) row.get(2);
            for (int i = 0; i < metrics.fields().size(); i++) {
                Types.NestedField column = metrics.fields().get(i);
                Types.StructType type = column.type().asStructType();
                JsonNode known = statistics.path(column.name());
                assertThat(values(known, type))
                        .as(table.name() + "." + column.name())
                        .isEqualTo(values(readable.get(i, StructLike.class), type));
            }
        }
    }
}
