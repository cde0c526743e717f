package io.strandline.catalog.iceberg;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SingleValueParser;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** What is structured in a file's entry, as JSON. */
final class FileTexts {
    private static final JsonFactory JSON = new JsonFactory();

    private final TableMetadata metadata;

    /** Columns that the table has no more; null before one is asked for. */
    private volatile @Nullable Map<Integer, Known> dropped;

    FileTexts(TableMetadata metadata) {
        this.metadata = metadata;
    }

    private interface Content {
        void writeTo(JsonGenerator json) throws IOException;
    }

    private static String object(Content content) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            content.writeTo(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** A partition by the names of its spec's fields. */
    String partition(int specId, StructLike partition) {
        PartitionSpec spec = metadata.spec(specId);
        List<Types.NestedField> fields = spec.partitionType().fields();
        return object(json -> {
            for (int place = 0; place < fields.size(); place++) {
                json.writeFieldName(fields.get(place).name());
                write(json, type(spec, fields, place), partition.get(place, Object.class));
            }
        });
    }

    /** Iceberg forgets the type of a field whose column was dropped; earlier schemas have it. */
    private Type type(PartitionSpec spec, List<Types.NestedField> fields, int place) {
        Type type = fields.get(place).type();
        if (type.typeId() != Type.TypeID.UNKNOWN) {
            return type;
        }
        PartitionField field = spec.fields().get(place);
        Type source = known(field.sourceId()).type();
        return source == null ? type : field.transform().getResultType(source);
    }

    private static void write(JsonGenerator json, Type type, @Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (type.typeId().javaClass().isInstance(value)) {
            SingleValueParser.toJson(type, value, json);
        } else {
            json.writeString(value.toString());
        }
    }

    /**
     * What is known of the columns, by their paths; of a column that was dropped, by the path it had last, or by its id if another
     * column has that path.
     */
    @Nullable
    String columnStatistics(ContentFile<?> file) {
        Set<Integer> ids = new TreeSet<>();
        Stream.of(file.columnSizes(), file.valueCounts(), file.lowerBounds(), file.upperBounds())
                .filter(Objects::nonNull)
                .forEach(known -> ids.addAll(known.keySet()));
        return ids.isEmpty()
                ? null
                : object(json -> {
                    for (int id : ids) {
                        write(json, file, id);
                    }
                });
    }

    private void write(JsonGenerator json, ContentFile<?> file, int id) throws IOException {
        Known column = known(id);
        json.writeObjectFieldStart(column.name());
        write(json, "column_size", file.columnSizes(), id);
        write(json, "value_count", file.valueCounts(), id);
        write(json, "null_value_count", file.nullValueCounts(), id);
        write(json, "nan_value_count", file.nanValueCounts(), id);
        if (column.type() != null) {
            write(json, "lower_bound", column.type(), file.lowerBounds(), id);
            write(json, "upper_bound", column.type(), file.upperBounds(), id);
        }
        json.writeEndObject();
    }

    /**
     * A column.
     *
     * @param name its path, or its id
     * @param type null if no schema has it
     */
    private record Known(String name, @Nullable Type type) {}

    private Known known(int id) {
        String path = metadata.schema().findColumnName(id);
        if (path != null) {
            return new Known(path, metadata.schema().findType(id));
        }
        Map<Integer, Known> gone = dropped;
        if (gone == null) {
            gone = dropped();
            dropped = gone;
        }
        return gone.getOrDefault(id, new Known(Integer.toString(id), null));
    }

    private Map<Integer, Known> dropped() {
        Map<Integer, Known> last = new TreeMap<>(Comparator.reverseOrder());
        for (Schema schema : metadata.schemas()) {
            TypeUtil.indexNameById(schema.asStruct())
                    .forEach((id, path) -> last.put(id, new Known(path, schema.findType(id))));
        }
        Set<String> taken = new HashSet<>(
                TypeUtil.indexNameById(metadata.schema().asStruct()).values());
        Map<Integer, Known> gone = new HashMap<>();
        last.forEach((id, column) -> {
            if (metadata.schema().findField(id) == null) {
                boolean own = taken.add(column.name());
                gone.put(id, own ? column : new Known(Integer.toString(id), column.type()));
            }
        });
        return gone;
    }

    private static void write(JsonGenerator json, String name, @Nullable Map<Integer, Long> values, int id)
            throws IOException {
        Long value = values == null ? null : values.get(id);
        if (value != null) {
            json.writeNumberField(name, value);
        }
    }

    private static void write(
            JsonGenerator json, String name, Type type, @Nullable Map<Integer, ByteBuffer> bounds, int id)
            throws IOException {
        ByteBuffer bound = bounds == null ? null : bounds.get(id);
        if (bound != null && type.isPrimitiveType()) {
            json.writeFieldName(name);
            write(json, type, Conversions.fromByteBuffer(type, bound));
        }
    }
}
