package io.strandline.sink.iceberg;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;

/** That a vector's buffers hold what it says: whoever sent it may have filled them with anything. */
final class ArrowLayout {
    private ArrowLayout() {}

    /**
     * Looks at the vector's own buffers, and not below it.
     *
     * @param size positions that will be read
     * @throws StrandlineException {@link ErrorCode#BAD_VALUE} naming the column
     */
    static void require(String path, ValueVector vector, int size) {
        if (vector.getValueCount() < size) {
            throw broken(path, "it has " + vector.getValueCount() + " values where " + size + " belong");
        }
        if (size == 0) {
            return;
        }
        if (vector instanceof BaseFixedWidthVector fixed) {
            long needed = fixed instanceof BitVector ? (size + 7L) / 8 : (long) size * fixed.getTypeWidth();
            requireCapacity(path, fixed.getDataBuffer(), needed);
        } else if (vector instanceof BaseVariableWidthVector bytes) {
            offsets(path, bytes.getOffsetBuffer(), size, bytes.getDataBuffer().capacity());
        } else if (vector instanceof BaseLargeVariableWidthVector bytes) {
            longOffsets(
                    path, bytes.getOffsetBuffer(), size, bytes.getDataBuffer().capacity());
        } else if (vector instanceof ListVector list) {
            offsets(path, list.getOffsetBuffer(), size, list.getDataVector().getValueCount());
        } else if (vector instanceof LargeListVector list) {
            longOffsets(path, list.getOffsetBuffer(), size, list.getDataVector().getValueCount());
        } else if (vector instanceof FixedSizeListVector list
                && (long) size * list.getListSize() > list.getDataVector().getValueCount()) {
            throw broken(path, "its lists have fewer elements than they say");
        }
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

    private static void requireCapacity(String path, ArrowBuf buffer, long needed) {
        if (buffer.capacity() < needed) {
            throw broken(path, "a buffer has " + buffer.capacity() + " bytes where " + needed + " are needed");
        }
    }

    /** The error of a vector that leads out of its buffers. */
    static StrandlineException broken(String path, String how) {
        return new StrandlineException(
                ErrorCode.BAD_VALUE,
                "column " + path + " is no sound Arrow vector: " + how
                        + ". Nothing of the batch was written; correct the program that made it.");
    }
}
