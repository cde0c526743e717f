package io.strandline.gateway.arrow;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.time.ZoneId;
import java.util.List;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/**
 * An answer being written as an Arrow IPC stream (schema, record batches, end of stream). A stream that {@link #end} did not
 * end has no end marker, so that a reader notices. Used by one thread.
 */
public final class ArrowStream implements AutoCloseable {
    /** Content type of the format (IANA). */
    public static final String CONTENT_TYPE = "application/vnd.apache.arrow.stream";

    private final List<ArrowColumn> columns;
    private final VectorSchemaRoot root;
    private final ArrowStreamWriter writer;

    private ArrowStream(List<ArrowColumn> columns, VectorSchemaRoot root, OutputStream out) {
        this.columns = columns;
        this.root = root;
        this.writer = new ArrowStreamWriter(root, null, Channels.newChannel(out));
    }

    /**
     * Begins a stream with its schema.
     *
     * @param zone in which instants are to be shown
     * @throws StrandlineException {@code NOT_SUPPORTED} if this JVM was not started for Arrow
     */
    public static ArrowStream begin(RelDataType row, ZoneId zone, OutputStream out) throws IOException {
        String shown = zone.getId().equals("Z") ? "UTC" : zone.getId();
        List<ArrowColumn> columns = row.getFieldList().stream()
                .map(field -> ArrowColumn.of(field.getName(), field.getType(), shown))
                .toList();
        Schema schema = new Schema(columns.stream().map(ArrowColumn::field).toList());
        ArrowStream stream = new ArrowStream(columns, VectorSchemaRoot.create(schema, ArrowMemory.allocator()), out);
        try {
            stream.writer.start();
            return stream;
        } catch (IOException | RuntimeException e) {
            stream.close();
            throw e;
        }
    }

    /** Writes rows, in Calcite's representation, as one record batch; none writes none. */
    public void write(List<@Nullable Object[]> rows) throws IOException {
        if (rows.isEmpty()) {
            return;
        }
        try {
            root.allocateNew();
            for (int column = 0; column < columns.size(); column++) {
                ValueWriter values = columns.get(column).writer();
                FieldVector vector = root.getVector(column);
                for (int row = 0; row < rows.size(); row++) {
                    values.putOrNull(vector, row, rows.get(row)[column]);
                }
            }
            root.setRowCount(rows.size());
            writer.writeBatch();
        } catch (OutOfMemoryException e) {
            throw new StrandlineException(
                    ErrorCode.TOO_MANY,
                    "the gateway has no memory left for this batch of the answer. Ask for smaller values, try again"
                            + " when less is running, or give the gateway more memory.",
                    e);
        } finally {
            root.clear();
        }
    }

    /** Ends the stream: it is whole. */
    public void end() throws IOException {
        writer.end();
    }

    /** Frees its memory; the output stays open. */
    @Override
    public void close() {
        root.close();
    }
}
