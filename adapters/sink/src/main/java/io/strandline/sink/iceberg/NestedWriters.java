package io.strandline.sink.iceberg;

import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.FieldMetrics;
import org.apache.parquet.column.ColumnWriteStore;

/** Writes structs, lists and maps. */
final class NestedWriters {
    private NestedWriters() {}

    private abstract static class Nested extends NodeWriter {
        final List<NodeWriter> children;

        Nested(List<NodeWriter> children) {
            this.children = List.copyOf(children);
        }

        @Override
        final void writeAbsent(int repetition, int definition) {
            for (NodeWriter child : children) {
                child.writeAbsent(repetition, definition);
            }
        }

        @Override
        final void setStore(ColumnWriteStore store) {
            children.forEach(child -> child.setStore(store));
        }

        @Override
        final Stream<FieldMetrics<?>> metrics() {
            return children.stream().flatMap(NodeWriter::metrics);
        }
    }

    /** Fields of a struct. */
    static final class Struct extends Nested {
        private final int[] indexes;
        private final boolean optional;
        private final int level;

        /**
         * A struct.
         *
         * @param indexes of the children among the struct's fields: a field that Parquet does not store has none
         * @param level definition level of a struct that is there
         */
        Struct(List<NodeWriter> children, int[] indexes, boolean optional, int level) {
            super(children);
            this.indexes = indexes.clone();
            this.optional = optional;
            this.level = level;
        }

        @Override
        void write(int repetition, Column column, int at) {
            if (optional && column.isNull(at)) {
                writeAbsent(repetition, level - 1);
                return;
            }
            for (int i = 0; i < indexes.length; i++) {
                children.get(i).write(repetition, column.child(indexes[i]), at);
            }
        }
    }

    /** Elements of a list (one child), or keys and values of a map (two). */
    static final class Repeated extends Nested {
        private final boolean optional;
        private final int definition;
        private final int repetition;

        /**
         * A list or map.
         *
         * @param definition level of the repeated group
         * @param repetition level of the repeated group
         */
        Repeated(List<NodeWriter> children, boolean optional, int definition, int repetition) {
            super(children);
            this.optional = optional;
            this.definition = definition;
            this.repetition = repetition;
        }

        @Override
        void write(int outer, Column column, int at) {
            if (optional && column.isNull(at)) {
                writeAbsent(outer, definition - 2);
                return;
            }
            int begin = column.begin(at);
            int end = column.end(at);
            if (begin == end) {
                writeAbsent(outer, definition - 1);
                return;
            }
            for (int element = begin; element < end; element++) {
                int level = element == begin ? outer : repetition;
                for (int i = 0; i < children.size(); i++) {
                    children.get(i).write(level, column.child(i), element);
                }
            }
        }
    }
}
