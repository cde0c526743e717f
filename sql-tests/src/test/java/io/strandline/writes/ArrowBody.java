package io.strandline.writes;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;

/** Columns {@code id} and {@code name} as an Arrow stream. */
public final class ArrowBody {
    private ArrowBody() {}

    /** So many batches of so many rows, whose ids count up from zero. */
    public static byte[] of(int batches, int rows) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (RootAllocator memory = new RootAllocator();
                BigIntVector ids = new BigIntVector("id", memory);
                VarCharVector names = new VarCharVector("name", memory);
                VectorSchemaRoot root = VectorSchemaRoot.of(ids, names);
                ArrowStreamWriter writer = new ArrowStreamWriter(root, null, bytes)) {
            for (int batch = 0; batch < batches; batch++) {
                ids.allocateNew(rows);
                names.allocateNew(rows);
                for (int row = 0; row < rows; row++) {
                    ids.setSafe(row, (long) batch * rows + row);
                    names.setSafe(row, ("n" + row).getBytes(StandardCharsets.UTF_8));
                }
                root.setRowCount(rows);
                writer.writeBatch();
            }
            writer.end();
        }
        return bytes.toByteArray();
    }
}
