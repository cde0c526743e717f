package io.strandline.sink;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.time.DateTimeException;
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

    /**
     * A batch as pages of so many rows at most, made as they are asked for; the batch is not held on to.
     *
     * @throws StrandlineException {@link ErrorCode#BAD_VALUE} naming the column whose vector leads out of its buffers, or whose
     *     bytes are no value of its type
     */
    public static Stream<Page> pages(VectorSchemaRoot batch, int mostRows) {
        ArrowLayout.require(batch);
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
                values[column] = value(vectors.get(column), row);
            }
            rows.add(values);
        }
        return new Page(schema, rows);
    }

    private static @Nullable Object value(FieldVector vector, int row) {
        try {
            return ArrowTypes.value(vector, row);
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
            throw new StrandlineException(
                    ErrorCode.BAD_VALUE,
                    "row " + (row + 1) + " of a batch: column " + vector.getName() + ": " + e.getMessage()
                            + ". Nothing of the batch was written; correct the value.",
                    e);
        }
    }
}
