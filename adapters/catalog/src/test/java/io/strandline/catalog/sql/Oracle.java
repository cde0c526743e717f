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
import org.apache.iceberg.TableScan;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** What Iceberg's own metadata tables say of a table. */
final class Oracle {
    private Oracle() {}

    /** The rows of Iceberg's own table of that type. */
    static List<List<Object>> rows(Table table, MetadataTableType type, String... columns) {
        return rows(table, type, null, columns);
    }

    /** The same of a snapshot; null for the current one. */
    static List<List<Object>> rows(Table table, MetadataTableType type, @Nullable Long snapshot, String... columns) {
        Table metadata = MetadataTableUtils.createMetadataTableInstance(table, type);
        List<List<Object>> rows = new ArrayList<>();
        TableScan scan = metadata.newScan().select(columns);
        try (CloseableIterable<FileScanTask> tasks =
                (snapshot == null ? scan : scan.useSnapshot(snapshot)).planFiles()) {
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
            values.add(time && value != null ? Instant.ofEpochMilli((Long) value / 1000) : copy(value));
        }
        return values;
    }

    /** Iceberg gives the same struct for each row. */
    private static @Nullable Object copy(@Nullable Object value) {
        if (!(value instanceof StructLike struct)) {
            return value;
        }
        List<@Nullable Object> fields = new ArrayList<>();
        for (int i = 0; i < struct.size(); i++) {
            fields.add(copy(struct.get(i, Object.class)));
        }
        return new Struct(fields);
    }

    private record Struct(List<@Nullable Object> fields) implements StructLike {
        @Override
        public int size() {
            return fields.size();
        }

        @Override
        public <T> T get(int place, Class<T> type) {
            return type.cast(fields.get(place));
        }

        @Override
        public <T> void set(int place, T value) {
            throw new UnsupportedOperationException("read only");
        }
    }
}
