package io.strandline.sink.contract;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** Arrow's columns for a {@link SinkLab}. */
public final class Batches {
    private Batches() {}

    /** Rows 1, 2 and so on: id, name and amount of each. */
    public static VectorSchemaRoot of(BufferAllocator allocator, int rows) {
        VectorSchemaRoot batch = VectorSchemaRoot.create(
                new Schema(List.of(
                        new Field("id", FieldType.notNullable(new ArrowType.Int(64, true)), null),
                        new Field("name", FieldType.notNullable(ArrowType.Utf8.INSTANCE), null),
                        new Field("amount", FieldType.nullable(new ArrowType.Decimal(10, 2, 128)), null))),
                allocator);
        batch.allocateNew();
        for (int row = 0; row < rows; row++) {
            ((BigIntVector) batch.getVector("id")).setSafe(row, row + 1);
            ((VarCharVector) batch.getVector("name")).setSafe(row, ("n" + (row + 1)).getBytes(StandardCharsets.UTF_8));
            ((DecimalVector) batch.getVector("amount")).setSafe(row, new BigDecimal(row + 1 + ".50"));
        }
        batch.setRowCount(rows);
        return batch;
    }
}
