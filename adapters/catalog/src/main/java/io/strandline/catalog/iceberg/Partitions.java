package io.strandline.catalog.iceberg;

import io.strandline.catalog.FilesWanted.Among;
import io.strandline.catalog.PartitionState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.MetadataTableUtils;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** The partitions of a snapshot, summed up by Iceberg itself. */
final class Partitions {
    private static final String PARTITION = "partition";

    private final TableMetadata metadata;
    private final FileTexts texts;
    private final Schema schema;
    private final long snapshotId;

    private Partitions(TableMetadata metadata, Schema schema, long snapshotId) {
        this.metadata = metadata;
        this.texts = new FileTexts(metadata);
        this.schema = schema;
        this.snapshotId = snapshotId;
    }

    static List<PartitionState> of(IcebergFiles.Opened opened, Among wanted) {
        TableMetadata metadata = opened.loaded().metadata();
        long snapshotId = opened.snapshot().snapshotId();
        Table table = new BaseTable(
                new StaticTableOperations(metadata, opened.loaded().io()),
                opened.table().ref().name());
        TableScan scan = MetadataTableUtils.createMetadataTableInstance(table, MetadataTableType.PARTITIONS)
                .newScan()
                .useSnapshot(snapshotId);
        if (wanted.partitions().isPresent()) {
            scan = scan.filter(filter(wanted.partitions().orElseThrow(), metadata, scan.schema()));
        }
        Partitions partitions = new Partitions(metadata, scan.schema(), snapshotId);
        List<PartitionState> found = new ArrayList<>();
        try (CloseableIterable<FileScanTask> tasks = scan.planFiles()) {
            for (FileScanTask task : tasks) {
                try (CloseableIterable<StructLike> rows = task.asDataTask().rows()) {
                    rows.forEach(row -> found.add(partitions.state(row)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    /** That of any spec; Iceberg reads the manifests for which it may hold. */
    private static Expression filter(Set<String> texts, TableMetadata metadata, Schema schema) {
        return metadata.specs().stream()
                .map(spec -> ManifestFilter.anyOf(texts, spec, field -> schema.findColumnName(field.fieldId())))
                .reduce(Expressions.alwaysFalse(), Expressions::or);
    }

    private PartitionState state(StructLike row) {
        Integer specId = (Integer) value(row, "spec_id");
        // a table that never was partitioned has neither of the two columns
        int spec = specId == null ? metadata.defaultSpecId() : specId;
        StructLike partition = (StructLike) value(row, PARTITION);
        Long updated = (Long) value(row, "last_updated_at");
        return new PartitionState(
                snapshotId,
                spec,
                partition == null ? "{}" : texts.partition(spec, new OfSpec(partition, spec)),
                count(row, "record_count"),
                count(row, "file_count"),
                count(row, "total_data_file_size_in_bytes"),
                count(row, "position_delete_record_count"),
                count(row, "position_delete_file_count"),
                count(row, "equality_delete_record_count"),
                count(row, "equality_delete_file_count"),
                updated == null ? null : Instant.ofEpochMilli(Math.floorDiv(updated, 1000L)),
                (Long) value(row, "last_updated_snapshot_id"));
    }

    private long count(StructLike row, String column) {
        return value(row, column) instanceof Number number ? number.longValue() : 0;
    }

    private @Nullable Object value(StructLike row, String column) {
        List<Types.NestedField> columns = schema.columns();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(column)) {
                return row.get(i, Object.class);
            }
        }
        return null;
    }

    /** The fields of one spec out of those of all; those of a column that was dropped are null, as Iceberg sums up over their values. */
    private final class OfSpec implements StructLike {
        private final StructLike all;
        private final PartitionSpec spec;

        OfSpec(StructLike all, int specId) {
            this.all = all;
            this.spec = metadata.spec(specId);
        }

        @Override
        public int size() {
            return spec.fields().size();
        }

        @Override
        public <T> @Nullable T get(int place, Class<T> type) {
            PartitionField field = spec.fields().get(place);
            List<Types.NestedField> fields =
                    schema.findField(PARTITION).type().asStructType().fields();
            for (int i = 0; i < fields.size(); i++) {
                if (fields.get(i).fieldId() == field.fieldId()) {
                    return all.get(i, type);
                }
            }
            return null;
        }

        @Override
        public <T> void set(int place, T value) {
            throw new UnsupportedOperationException("read only");
        }
    }
}
