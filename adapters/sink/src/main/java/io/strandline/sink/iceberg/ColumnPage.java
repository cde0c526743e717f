package io.strandline.sink.iceberg;

import java.util.List;

/**
 * Rows as columns.
 *
 * @param columns one for each column of the table's schema, in its order
 * @param rows how many positions each column has
 */
record ColumnPage(List<Column> columns, int rows) {
    ColumnPage {
        columns = List.copyOf(columns);
    }

    /** The same page, for another thread to read at the same time. */
    ColumnPage shared() {
        return new ColumnPage(columns.stream().map(Column::shared).toList(), rows);
    }
}
