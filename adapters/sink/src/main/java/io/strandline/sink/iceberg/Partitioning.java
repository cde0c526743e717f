package io.strandline.sink.iceberg;

import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;

/** In which partition rows lie. Used by one thread. */
final class Partitioning {
    private final PartitionSpec spec;
    private final PartitionKey key;
    private final RowView view;

    /**
     * Partitions of a table.
     *
     * @param schema of the pages
     */
    Partitioning(PartitionSpec spec, Schema schema) {
        this.spec = spec;
        this.key = new PartitionKey(spec, schema);
        this.view = new RowView(schema.asStruct());
    }

    boolean isUnpartitioned() {
        return spec.isUnpartitioned();
    }

    PartitionSpec spec() {
        return spec;
    }

    /** The key of a table without partitions. */
    PartitionKey none() {
        return key;
    }

    /** The partition of a row; changes with the next call. */
    PartitionKey of(ColumnPage page, int row) {
        key.partition(view.to(page.columns()::get, row));
        return key;
    }
}
