package io.strandline.sink.iceberg;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.ByteBuffers;
import org.jspecify.annotations.Nullable;

/** Reads the keys that files hold, whatever else is in them. */
record KeyFiles(Table table, List<Types.NestedField> key) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    KeyFiles {
        key = List.copyOf(key);
    }

    /** Whether the keys in it can be read: others than this product's own may have written another format. */
    static boolean isReadable(ContentFile<?> file) {
        return file.format() == FileFormat.PARQUET;
    }

    /** Hands over each key of a file, its values as SQL has them. */
    void read(ContentFile<?> file, Consumer<@Nullable Object[]> keys) {
        read(file, null, keys);
    }

    /** The same for some rows of it. */
    void read(ContentFile<?> file, @Nullable PositionDeleteIndex rows, Consumer<@Nullable Object[]> keys) {
        List<Types.NestedField> fields = new ArrayList<>(key);
        fields.add(MetadataColumns.ROW_POSITION);
        Schema schema = new Schema(fields);
        try (CloseableIterable<Record> records = Parquet.read(table.io().newInputFile(file.location()))
                .project(schema)
                .createReaderFunc(message -> GenericParquetReaders.buildReader(schema, message))
                .build()) {
            for (Record record : records) {
                if (rows != null && !rows.isDeleted(((Number) record.get(key.size())).longValue())) {
                    continue;
                }
                @Nullable Object[] values = new Object[key.size()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = sql(record.get(i));
                }
                keys.accept(values);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file.location(), e);
        }
    }

    private static @Nullable Object sql(@Nullable Object value) {
        if (value instanceof OffsetDateTime time) {
            return time.toInstant();
        }
        return value instanceof ByteBuffer bytes ? ByteBuffers.toByteArray(bytes) : value;
    }

    /** The key as JSON. */
    String text(@Nullable Object[] values) {
        ObjectNode node = JSON.createObjectNode();
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            String name = key.get(i).name();
            if (value instanceof Long number) {
                node.put(name, number);
            } else if (value instanceof Integer number) {
                node.put(name, number);
            } else if (value instanceof Boolean flag) {
                node.put(name, flag);
            } else if (value instanceof byte[] bytes) {
                node.put(name, bytes);
            } else {
                node.put(name, value == null ? null : value.toString());
            }
        }
        return node.toString();
    }

    /** A number for a key: equal keys have one, others hardly ever. */
    long hash(@Nullable Object[] values) {
        String text = text(values);
        long hash = 1;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash + text.charAt(i)) * FACTOR;
            hash ^= hash >>> 29;
        }
        return hash;
    }
}
