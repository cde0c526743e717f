package io.strandline.sink;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;

/** That vectors' buffers hold what they say: whoever sent them may have filled them with anything (Arrow's columnar format). */
final class ArrowLayout {
    /** Bytes of a view, and how many of a value are in it itself. */
    private static final int VIEW_BYTES = 16;

    private static final int INLINE_BYTES = 12;

    private ArrowLayout() {}

    /**
     * Looks at all vectors of a batch, and those below them. What a batch has besides is not looked at: bits that say which
     * values are NULL, and the values, may be any.
     *
     * @throws StrandlineException {@link ErrorCode#BAD_VALUE} naming the column; {@link ErrorCode#NOT_SUPPORTED} for one that is
     *     encoded by a dictionary
     */
    static void require(VectorSchemaRoot batch) {
        for (FieldVector vector : batch.getFieldVectors()) {
            require(vector.getName(), vector, batch.getRowCount());
        }
    }

    /**
     * A vector and all below it.
     *
     * @param size positions that will be read
     */
    private static void require(String path, ValueVector vector, int size) {
        if (vector.getField().getDictionary() != null) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    "column " + path + " is encoded by a dictionary. Send its values themselves.");
        }
        if (vector.getValueCount() < size) {
            throw broken(path, "it has " + vector.getValueCount() + " values where " + size + " belong");
        }
        if (vector instanceof ExtensionTypeVector<?> extension) {
            require(path, extension.getUnderlyingVector(), size);
        } else if (vector instanceof StructVector struct) {
            validity(path, vector, size);
            struct.getChildrenFromFields().forEach(child -> require(path + "." + child.getName(), child, size));
        } else if (size > 0 && !(vector instanceof NullVector)) {
            validity(path, vector, size);
            buffers(path, vector, size);
        }
    }

    private static void validity(String path, ValueVector vector, int size) {
        requireCapacity(path, vector.getValidityBuffer(), (size + 7L) / Byte.SIZE);
    }

    private static void buffers(String path, ValueVector vector, int size) {
        if (vector instanceof BaseFixedWidthVector fixed) {
            long needed = fixed instanceof BitVector ? (size + 7L) / Byte.SIZE : (long) size * fixed.getTypeWidth();
            requireCapacity(path, fixed.getDataBuffer(), needed);
        } else if (vector instanceof BaseVariableWidthVector bytes) {
            offsets(path, bytes.getOffsetBuffer(), size, bytes.getDataBuffer().capacity());
        } else if (vector instanceof BaseLargeVariableWidthVector bytes) {
            longOffsets(
                    path, bytes.getOffsetBuffer(), size, bytes.getDataBuffer().capacity());
        } else if (vector instanceof BaseVariableWidthViewVector views) {
            views(path, views, size);
        } else if (vector instanceof ListVector list) {
            elements(path, list.getDataVector(), value -> offsets(path, list.getOffsetBuffer(), size, value));
        } else if (vector instanceof LargeListVector list) {
            elements(path, list.getDataVector(), value -> longOffsets(path, list.getOffsetBuffer(), size, value));
        } else if (vector instanceof FixedSizeListVector list) {
            elements(path, list.getDataVector(), value -> {
                if ((long) size * list.getListSize() > value) {
                    throw broken(path, "its lists have fewer elements than they say");
                }
            });
        }
    }

    /** What is said of the elements by a list that has so many of them. */
    @FunctionalInterface
    private interface Bounds {
        void require(long elements);
    }

    private static void elements(String path, FieldVector elements, Bounds bounds) {
        bounds.require(elements.getValueCount());
        require(path + ".element", elements, elements.getValueCount());
    }

    private static void offsets(String path, ArrowBuf offsets, int size, long limit) {
        requireCapacity(path, offsets, (size + 1L) * Integer.BYTES);
        long last = 0;
        for (int at = 0; at <= size; at++) {
            last = following(path, at, last, offsets.getInt((long) at * Integer.BYTES), limit);
        }
    }

    private static void longOffsets(String path, ArrowBuf offsets, int size, long limit) {
        requireCapacity(path, offsets, (size + 1L) * Long.BYTES);
        long last = 0;
        for (int at = 0; at <= size; at++) {
            last = following(path, at, last, offsets.getLong((long) at * Long.BYTES), limit);
        }
    }

    private static long following(String path, int at, long last, long next, long limit) {
        if (next < last || next > limit) {
            throw broken(path, "offset " + at + " is " + next + ", which is not between " + last + " and " + limit);
        }
        return next;
    }

    /** A view names a buffer and a place in it, unless its value is short. */
    private static void views(String path, BaseVariableWidthViewVector vector, int size) {
        ArrowBuf views = vector.getDataBuffer();
        requireCapacity(path, views, (long) size * VIEW_BYTES);
        List<ArrowBuf> buffers = vector.getDataBuffers();
        for (int at = 0; at < size; at++) {
            long view = (long) at * VIEW_BYTES;
            int length = views.getInt(view);
            if (vector.isNull(at) || (length >= 0 && length <= INLINE_BYTES)) {
                continue;
            }
            int buffer = views.getInt(view + 2 * Integer.BYTES);
            long begin = views.getInt(view + 3 * Integer.BYTES);
            boolean inside = length >= 0
                    && buffer >= 0
                    && buffer < buffers.size()
                    && begin >= 0
                    && begin + length <= buffers.get(buffer).capacity();
            if (!inside) {
                throw broken(path, "value " + at + " lies outside of its buffers");
            }
        }
    }

    private static void requireCapacity(String path, ArrowBuf buffer, long needed) {
        if (buffer.capacity() < needed) {
            throw broken(path, "a buffer has " + buffer.capacity() + " bytes where " + needed + " are needed");
        }
    }

    private static StrandlineException broken(String path, String how) {
        return new StrandlineException(
                ErrorCode.BAD_VALUE,
                "column " + path + " is no sound Arrow vector: " + how
                        + ". Nothing of the batch was written; correct the program that made it.");
    }
}
