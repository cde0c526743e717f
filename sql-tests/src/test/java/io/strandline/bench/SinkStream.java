package io.strandline.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** The rows of {@link SinkRows} as an Arrow IPC stream, each batch of which is made when it is read. */
final class SinkStream extends InputStream {
    private static final int BATCH = 10_000;
    private static final long MICROS = 1_000_000;

    private final RootAllocator memory = new RootAllocator();
    private final VectorSchemaRoot root = VectorSchemaRoot.create(
            new Schema(List.of(
                    new Field("id", FieldType.notNullable(new ArrowType.Int(64, true)), null),
                    Field.nullable("name", ArrowType.Utf8.INSTANCE),
                    Field.nullable("amount", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
                    Field.nullable("made", new ArrowType.Timestamp(TimeUnit.MICROSECOND, null)),
                    Field.nullable("n", new ArrowType.Int(32, true)))),
            memory);
    private final ByteArrayOutputStream made = new ByteArrayOutputStream();
    private final ArrowStreamWriter writer = new ArrowStreamWriter(root, null, made);
    private final long rows;
    private long next;
    private boolean ended;
    private byte[] ready = new byte[0];
    private int at;

    SinkStream(long rows) {
        this.rows = rows;
    }

    /** All of it. */
    static byte[] bytes(long rows) throws IOException {
        try (SinkStream stream = new SinkStream(rows)) {
            return stream.readAllBytes();
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        while (at == ready.length) {
            if (ended) {
                return -1;
            }
            made.reset();
            make();
            ready = made.toByteArray();
            at = 0;
        }
        int given = Math.min(length, ready.length - at);
        System.arraycopy(ready, at, into, offset, given);
        at += given;
        return given;
    }

    private void make() throws IOException {
        int size = (int) Math.min(BATCH, rows - next);
        if (size == 0) {
            writer.end();
            ended = true;
            return;
        }
        BigIntVector ids = (BigIntVector) root.getVector("id");
        VarCharVector names = (VarCharVector) root.getVector("name");
        Float8Vector amounts = (Float8Vector) root.getVector("amount");
        TimeStampMicroVector times = (TimeStampMicroVector) root.getVector("made");
        IntVector numbers = (IntVector) root.getVector("n");
        for (int row = 0; row < size; row++, next++) {
            ids.setSafe(row, next);
            names.setSafe(row, SinkRows.name(next).getBytes(StandardCharsets.UTF_8));
            amounts.setSafe(row, SinkRows.amount(next));
            times.setSafe(row, SinkRows.made(next).toEpochSecond(ZoneOffset.UTC) * MICROS);
            numbers.setSafe(row, SinkRows.n(next));
        }
        root.setRowCount(size);
        writer.writeBatch();
    }

    @Override
    public void close() {
        writer.close();
        root.close();
        memory.close();
    }
}
