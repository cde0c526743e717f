package io.strandline.gateway.arrow;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.ColumnBatches;
import java.io.IOException;
import java.io.InputStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.validate.ValidateVectorVisitor;

/** Batches of an Arrow stream that a client sends, each checked before anybody looks into it. To be closed; used by one thread. */
public final class ArrowBatches implements ColumnBatches, AutoCloseable {
    private final BufferAllocator memory;
    private final ArrowStreamReader reader;
    private final VectorSchemaRoot root;

    private ArrowBatches(BufferAllocator memory, ArrowStreamReader reader, VectorSchemaRoot root) {
        this.memory = memory;
        this.reader = reader;
        this.root = root;
    }

    /**
     * Reads the stream's schema.
     *
     * @param mostBytes memory that one batch may take
     * @throws StrandlineException {@code BAD_MESSAGE} if it is no Arrow stream
     */
    public static ArrowBatches of(InputStream bytes, long mostBytes) {
        BufferAllocator memory = ArrowMemory.allocator().newChildAllocator("ingest", 0, mostBytes);
        ArrowStreamReader reader = new ArrowStreamReader(BoundedMessages.of(bytes, memory), memory);
        try {
            return new ArrowBatches(memory, reader, reader.getVectorSchemaRoot());
        } catch (IOException | RuntimeException e) {
            close(reader, memory);
            throw readable(e);
        }
    }

    @Override
    public VectorSchemaRoot root() {
        return root;
    }

    @Override
    public boolean next() {
        try {
            if (!reader.loadNextBatch()) {
                return false;
            }
            ValidateVectorVisitor visitor = new ValidateVectorVisitor();
            root.getFieldVectors().forEach(vector -> vector.accept(visitor, null));
            return true;
        } catch (IOException | RuntimeException e) {
            throw readable(e);
        }
    }

    private static StrandlineException readable(Exception failure) {
        if (failure instanceof StrandlineException known) {
            return known;
        }
        if (failure instanceof OutOfMemoryException) {
            return new StrandlineException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "a batch takes more memory than the gateway allows one. Send smaller batches, as of 10,000 rows.",
                    failure);
        }
        return new StrandlineException(
                ErrorCode.BAD_MESSAGE,
                "the request's body is not an Arrow IPC stream, or breaks off within one. Send the bytes of"
                        + " ArrowStreamWriter, in whole.",
                failure);
    }

    private static void close(ArrowStreamReader reader, BufferAllocator memory) {
        try {
            reader.close(false);
        } catch (IOException | RuntimeException e) {
            // its memory is freed below
        } finally {
            memory.close();
        }
    }

    @Override
    public void close() {
        close(reader, memory);
    }
}
