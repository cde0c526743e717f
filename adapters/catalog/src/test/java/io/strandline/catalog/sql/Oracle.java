package io.strandline.catalog.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataTableType;
import org.apache.iceberg.MetadataTableUtils;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;

/** What Iceberg's own metadata tables say of a table. */
final class Oracle {
    private Oracle() {}

    /** The rows of Iceberg's own table of that type. */
    static List<List<Object>> rows(Table table, MetadataTableType type, String... columns) {
        Table metadata = MetadataTableUtils.createMetadataTableInstance(table, type);
        List<List<Object>> rows = new ArrayList<>();
        try (CloseableIterable<FileScanTask> tasks =
                metadata.newScan().select(columns).planFiles()) {
            for (FileScanTask task : tasks) {
                try (CloseableIterable<StructLike> found = task.asDataTask().rows()) {
                    found.forEach(row -> rows.add(values(row, metadata.schema().select(columns))));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    private static List<Object> values(StructLike row, Schema schema) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < schema.columns().size(); i++) {
            Object value = row.get(i, Object.class);
            boolean time = schema.columns().get(i).type() instanceof Types.TimestampType;
            values.add(time && value != null ? Instant.ofEpochMilli((Long) value / 1000) : value);
        }
        return values;
    }
}
