package io.strandline.catalog.iceberg;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SingleValueParser;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** What is structured in a file's entry, as JSON. */
final class FileTexts {
    private static final JsonFactory JSON = new JsonFactory();

    private final TableMetadata metadata;

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
        return object(json -> {
            int place = 0;
            for (Types.NestedField field : spec.partitionType().fields()) {
                json.writeFieldName(field.name());
                write(json, field.type(), partition.get(place++, Object.class));
            }
        });
    }

    private static void write(JsonGenerator json, Type type, @Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else {
            SingleValueParser.toJson(type, value, json);
        }
    }

    /** What is known of the columns, by their paths; of a column that was dropped, by the path it had last. */
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
        Schema schema = schemaOf(id);
        json.writeObjectFieldStart(schema == null ? Integer.toString(id) : schema.findColumnName(id));
        write(json, "column_size", file.columnSizes(), id);
        write(json, "value_count", file.valueCounts(), id);
        write(json, "null_value_count", file.nullValueCounts(), id);
        write(json, "nan_value_count", file.nanValueCounts(), id);
        if (schema != null) {
            write(json, "lower_bound", schema.findType(id), file.lowerBounds(), id);
            write(json, "upper_bound", schema.findType(id), file.upperBounds(), id);
        }
        json.writeEndObject();
    }

    private @Nullable Schema schemaOf(int id) {
        if (metadata.schema().findField(id) != null) {
            return metadata.schema();
        }
        Schema last = null;
        for (Schema schema : metadata.schemas()) {
            last = schema.findField(id) == null ? last : schema;
        }
        return last;
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
