package io.strandline.sink.iceberg;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.FieldMetrics;
import org.apache.iceberg.parquet.ParquetValueWriter;
import org.apache.iceberg.parquet.TripleWriter;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type.Repetition;

/** What Iceberg's Parquet appender writes a page with: values go from its columns to the file's, one row after the other. */
final class PageWriter implements ParquetValueWriter<RowAt> {
    private final NodeWriter[] writers;
    private final int[] columns;

    private PageWriter(List<NodeWriter> writers, int[] columns) {
        this.writers = writers.toArray(NodeWriter[]::new);
        this.columns = columns;
    }

    /**
     * A writer of some columns of pages.
     *
     * @param struct the file's fields
     * @param indexes of those fields among the columns of a page
     */
    static PageWriter of(Types.StructType struct, int[] indexes, MessageType message) {
        List<NodeWriter> writers = new ArrayList<>();
        List<Integer> columns = new ArrayList<>();
        Builder builder = new Builder(message);
        for (int i = 0; i < struct.fields().size(); i++) {
            Types.NestedField field = struct.fields().get(i);
            for (org.apache.parquet.schema.Type stored : message.getFields()) {
                if (stored.getId() != null && stored.getId().intValue() == field.fieldId()) {
                    writers.add(builder.of(field.type(), stored, List.of(stored.getName())));
                    columns.add(indexes[i]);
                }
            }
        }
        return new PageWriter(
                writers, columns.stream().mapToInt(Integer::intValue).toArray());
    }

    @Override
    public void write(int repetition, RowAt row) {
        int at = row.position();
        for (int i = 0; i < columns.length; i++) {
            writers[i].write(repetition, row.column(columns[i]), at);
        }
    }

    @Override
    public List<TripleWriter<?>> columns() {
        // only a writer around this one would ask, and there is none: it is a file's root
        return List.of();
    }

    @Override
    public void setColumnStore(ColumnWriteStore store) {
        for (NodeWriter writer : writers) {
            writer.setStore(store);
        }
    }

    @Override
    public Stream<FieldMetrics<?>> metrics() {
        return Stream.of(writers).flatMap(NodeWriter::metrics);
    }

    /** Walks both types at once. */
    private record Builder(MessageType message) {
        NodeWriter of(Type type, org.apache.parquet.schema.Type stored, List<String> path) {
            boolean optional = stored.isRepetition(Repetition.OPTIONAL);
            String[] steps = path.toArray(String[]::new);
            if (type.isStructType()) {
                return struct(type.asStructType(), stored.asGroupType(), optional, path);
            }
            if (type.isListType() || type.isMapType()) {
                GroupType repeated = stored.asGroupType().getType(0).asGroupType();
                List<String> below = append(path, repeated.getName());
                String[] group = below.toArray(String[]::new);
                List<NodeWriter> children = new ArrayList<>();
                for (int i = 0; i < repeated.getFieldCount(); i++) {
                    children.add(of(
                            type.asNestedType().fields().get(i).type(),
                            repeated.getType(i),
                            append(below, repeated.getType(i).getName())));
                }
                return new NestedWriters.Repeated(
                        children, optional, message.getMaxDefinitionLevel(group), message.getMaxRepetitionLevel(group));
            }
            return LeafWriter.of(message.getColumnDescription(steps));
        }

        private NodeWriter struct(Types.StructType type, GroupType stored, boolean optional, List<String> path) {
            List<NodeWriter> children = new ArrayList<>();
            List<Integer> indexes = new ArrayList<>();
            for (int i = 0; i < type.fields().size(); i++) {
                Types.NestedField field = type.fields().get(i);
                for (org.apache.parquet.schema.Type child : stored.getFields()) {
                    if (child.getId() != null && child.getId().intValue() == field.fieldId()) {
                        children.add(of(field.type(), child, append(path, child.getName())));
                        indexes.add(i);
                    }
                }
            }
            return new NestedWriters.Struct(
                    children,
                    indexes.stream().mapToInt(Integer::intValue).toArray(),
                    optional,
                    message.getMaxDefinitionLevel(path.toArray(String[]::new)));
        }

        private static List<String> append(List<String> path, String name) {
            List<String> longer = new ArrayList<>(path);
            longer.add(name);
            return longer;
        }
    }
}
