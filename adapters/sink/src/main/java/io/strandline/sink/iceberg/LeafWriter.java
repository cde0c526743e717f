package io.strandline.sink.iceberg;

import java.util.stream.Stream;
import org.apache.iceberg.FieldMetrics;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/** Writes the values of one column of a Parquet file. */
abstract class LeafWriter extends NodeWriter {
    private final ColumnDescriptor descriptor;
    private final boolean optional;
    /** Definition level of a value. */
    final int level;

    private long nulls;
    private @Nullable ColumnWriter out;

    LeafWriter(ColumnDescriptor descriptor) {
        this.descriptor = descriptor;
        this.level = descriptor.getMaxDefinitionLevel();
        this.optional = !descriptor.getPrimitiveType().isRepetition(Repetition.REQUIRED);
    }

    static LeafWriter of(ColumnDescriptor descriptor) {
        return switch (descriptor.getPrimitiveType().getPrimitiveTypeName()) {
            case BOOLEAN -> new Booleans(descriptor);
            case INT32 -> new Ints(descriptor);
            case INT64 -> new Longs(descriptor);
            case FLOAT -> new Floats(descriptor);
            case DOUBLE -> new Doubles(descriptor);
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> new Binaries(descriptor);
        };
    }

    abstract void put(ColumnWriter writer, int repetition, Column column, int at);

    @Override
    final void write(int repetition, Column column, int at) {
        ColumnWriter writer = writer();
        if (optional && column.isNull(at)) {
            nulls++;
            writer.writeNull(repetition, level - 1);
        } else {
            put(writer, repetition, column, at);
        }
    }

    @Override
    final void writeAbsent(int repetition, int definition) {
        nulls++;
        writer().writeNull(repetition, definition);
    }

    @Override
    final void setStore(ColumnWriteStore store) {
        out = store.getColumnWriter(descriptor);
    }

    private ColumnWriter writer() {
        ColumnWriter writer = out;
        if (writer == null) {
            throw new IllegalStateException("no row group is open");
        }
        return writer;
    }

    @Override
    Stream<FieldMetrics<?>> metrics() {
        return Stream.empty();
    }

    private static final class Booleans extends LeafWriter {
        Booleans(ColumnDescriptor descriptor) {
            super(descriptor);
        }

        @Override
        void put(ColumnWriter writer, int repetition, Column column, int at) {
            writer.write(column.bool(at), repetition, level);
        }
    }

    private static final class Ints extends LeafWriter {
        Ints(ColumnDescriptor descriptor) {
            super(descriptor);
        }

        @Override
        void put(ColumnWriter writer, int repetition, Column column, int at) {
            writer.write(column.int32(at), repetition, level);
        }
    }

    private static final class Longs extends LeafWriter {
        Longs(ColumnDescriptor descriptor) {
            super(descriptor);
        }

        @Override
        void put(ColumnWriter writer, int repetition, Column column, int at) {
            writer.write(column.int64(at), repetition, level);
        }
    }

    private static final class Binaries extends LeafWriter {
        Binaries(ColumnDescriptor descriptor) {
            super(descriptor);
        }

        @Override
        void put(ColumnWriter writer, int repetition, Column column, int at) {
            writer.write(column.binary(at), repetition, level);
        }
    }

    /** Counts NaN, and bounds the others: Parquet's own statistics give neither where there is one (Iceberg spec, metrics). */
    private static final class Floats extends LeafWriter {
        private final int id;
        private long values;
        private long nans;
        private float least = Float.POSITIVE_INFINITY;
        private float most = Float.NEGATIVE_INFINITY;

        Floats(ColumnDescriptor descriptor) {
            super(descriptor);
            this.id = descriptor.getPrimitiveType().getId().intValue();
        }

        @Override
        void put(ColumnWriter writer, int repetition, Column column, int at) {
            float value = column.float32(at);
            writer.write(value, repetition, level);
            values++;
            if (Float.isNaN(value)) {
                nans++;
            } else {
                least = Math.min(least, value);
                most = Math.max(most, value);
            }
        }

        @Override
        Stream<FieldMetrics<?>> metrics() {
            long absent = super.nulls;
            return Stream.of(
                    values == nans
                            ? new FieldMetrics<Float>(id, values + absent, absent, nans)
                            : new FieldMetrics<>(id, values + absent, absent, nans, least, most));
        }
    }

    /** As {@link Floats}. */
    private static final class Doubles extends LeafWriter {
        private final int id;
        private long values;
        private long nans;
        private double least = Double.POSITIVE_INFINITY;
        private double most = Double.NEGATIVE_INFINITY;

        Doubles(ColumnDescriptor descriptor) {
            super(descriptor);
            this.id = descriptor.getPrimitiveType().getId().intValue();
        }

        @Override
        void put(ColumnWriter writer, int repetition, Column column, int at) {
            double value = column.float64(at);
            writer.write(value, repetition, level);
            values++;
            if (Double.isNaN(value)) {
                nans++;
            } else {
                least = Math.min(least, value);
                most = Math.max(most, value);
            }
        }

        @Override
        Stream<FieldMetrics<?>> metrics() {
            long absent = super.nulls;
            return Stream.of(
                    values == nans
                            ? new FieldMetrics<Double>(id, values + absent, absent, nans)
                            : new FieldMetrics<>(id, values + absent, absent, nans, least, most));
        }
    }
}
