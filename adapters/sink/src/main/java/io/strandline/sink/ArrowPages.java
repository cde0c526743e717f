package io.strandline.sink;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Arrow's columns as pages of rows, for what looks at rows. */
public final class ArrowPages {
    private ArrowPages() {}

    /**
     * The columns of a stream.
     *
     * @throws io.strandline.common.StrandlineException {@code NOT_SUPPORTED} naming a column whose type has no SQL type
     */
    public static RowSchema schema(Schema schema) {
        return new RowSchema(schema.getFields().stream()
                .map(field -> new RowSchema.Column(field.getName(), ArrowTypes.type(field)))
                .toList());
    }

    /** A batch as pages of so many rows at most, made as they are asked for; the batch is not held on to. */
    public static Stream<Page> pages(VectorSchemaRoot batch, int mostRows) {
        RowSchema schema = schema(batch.getSchema());
        int rows = batch.getRowCount();
        int pages = Math.max(1, (rows + mostRows - 1) / mostRows);
        return IntStream.range(0, pages)
                .mapToObj(page -> page(batch, schema, page * mostRows, Math.min(rows, (page + 1) * mostRows)));
    }

    private static Page page(VectorSchemaRoot batch, RowSchema schema, int from, int to) {
        List<FieldVector> vectors = batch.getFieldVectors();
        List<@Nullable Object[]> rows = new ArrayList<>(to - from);
        for (int row = from; row < to; row++) {
            @Nullable Object[] values = new @Nullable Object[vectors.size()];
            for (int column = 0; column < values.length; column++) {
                values[column] = ArrowTypes.value(vectors.get(column), row);
            }
            rows.add(values);
        }
        return new Page(schema, rows);
    }
}
