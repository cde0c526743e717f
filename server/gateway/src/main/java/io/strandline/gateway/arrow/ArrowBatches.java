package io.strandline.gateway.arrow;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.ColumnBatches;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * Batches of an Arrow stream that a client sends. What is a stream and what is none is decided here; what the vectors of a batch
 * hold is for who reads them to check. To be closed; used by one thread.
 */
public final class ArrowBatches implements ColumnBatches, AutoCloseable {
    private final BufferAllocator memory;
    private final InputStream bytes;
    private final @Nullable MessageDigest digest;
    private final BoundedMessages messages;
    private final Reader reader;
    private @Nullable VectorSchemaRoot root;
    private boolean read;

    private ArrowBatches(InputStream bytes, @Nullable MessageDigest digest, long mostBytes) {
        this.memory = ArrowMemory.allocator().newChildAllocator("ingest", 0, mostBytes);
        this.digest = digest;
        this.bytes = digest == null ? bytes : new DigestInputStream(bytes, digest);
        this.messages = BoundedMessages.of(this.bytes, memory);
        this.reader = new Reader(messages, memory);
    }

    /**
     * Reads the stream's schema.
     *
     * @param mostBytes memory that one batch may take
     * @param isRepeatable whether the same stream may come again under its key, so that it is to be known again
     * @throws StrandlineException {@code BAD_MESSAGE} if it is no Arrow stream
     */
    public static ArrowBatches of(InputStream bytes, long mostBytes, boolean isRepeatable) {
        ArrowBatches batches = new ArrowBatches(bytes, isRepeatable ? sha256() : null, mostBytes);
        try {
            batches.root = batches.reader.getVectorSchemaRoot();
            return batches;
        } catch (IOException | RuntimeException e) {
            batches.close();
            throw readable(e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has it", e);
        }
    }

    /** Arrow's reader takes a batch's word for how many rows it has, whatever its columns say. */
    private static final class Reader extends ArrowStreamReader {
        Reader(BoundedMessages messages, BufferAllocator memory) {
            super(messages, memory);
        }

        @Override
        protected void loadRecordBatch(ArrowRecordBatch batch) {
            try {
                Iterator<ArrowFieldNode> nodes = batch.getNodes().iterator();
                for (Field field : getVectorSchemaRoot().getSchema().getFields()) {
                    if (nodes.next().getLength() != batch.getLength()) {
                        throw new IllegalArgumentException(
                                "column " + field.getName() + " has other rows than the batch");
                    }
                    skipChildren(field, nodes);
                }
            } catch (IOException | RuntimeException e) {
                batch.close();
                throw new IllegalArgumentException("the batch's lengths contradict each other", e);
            }
            super.loadRecordBatch(batch);
        }

        private static void skipChildren(Field field, Iterator<ArrowFieldNode> nodes) {
            for (Field child : field.getChildren()) {
                nodes.next();
                skipChildren(child, nodes);
            }
        }
    }

    @Override
    public VectorSchemaRoot root() {
        if (root == null) {
            throw new IllegalStateException("no schema was read");
        }
        return root;
    }

    @Override
    public boolean next() {
        try {
            if (reader.loadNextBatch()) {
                return true;
            }
            if (bytes.read() >= 0) {
                throw new IOException("bytes follow the end of the stream");
            }
            read = true;
            return false;
        } catch (IOException | RuntimeException e) {
            throw readable(e);
        }
    }

    @Override
    public Optional<String> digest() {
        if (digest == null) {
            return Optional.empty();
        }
        try {
            if (!read) {
                bytes.transferTo(OutputStream.nullOutputStream());
                read = true;
            }
            return Optional.of(HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest()));
        } catch (IOException | CloneNotSupportedException e) {
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

    @Override
    public void close() {
        try {
            reader.close(false);
        } catch (IOException | RuntimeException e) {
            // its memory is freed below
        } finally {
            messages.release();
            memory.close();
        }
    }
}
