package io.strandline.sink.iceberg;

import java.util.stream.Stream;
import org.apache.iceberg.FieldMetrics;
import org.apache.parquet.column.ColumnWriteStore;

/** Writes a column, or a nested field, of pages to a Parquet file. Levels are those of Dremel, as Parquet counts them. */
abstract class NodeWriter {
    /** Writes what the column has at a position, NULL too. */
    abstract void write(int repetition, Column column, int at);

    /** Writes that something above is NULL or empty, down to every column below. */
    abstract void writeAbsent(int repetition, int definition);

    /** A new row group begins. */
    abstract void setStore(ColumnWriteStore store);

    /** What Parquet's own statistics do not tell. */
    abstract Stream<FieldMetrics<?>> metrics();
}
