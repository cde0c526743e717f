package io.strandline.sqlkit.calcite;

import io.strandline.sqlkit.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads records as rows in Calcite's representation. Immutable. */
public final class RowReader<R> {
    private final List<ColumnReader<R>> columns;

    private RowReader(List<ColumnReader<R>> columns) {
        this.columns = columns;
    }

    /**
     * Reads those columns.
     *
     * @param owner the table or procedure they belong to, for messages
     */
    public static <R> RowReader<R> of(String owner, List<Column<R>> columns) {
        return new RowReader<>(
                columns.stream().map(column -> ColumnReader.of(owner, column)).toList());
    }

    /** A value for each column. */
    public @Nullable Object[] read(R row) {
        @Nullable Object[] values = new Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = columns.get(i).read(row);
        }
        return values;
    }
}
