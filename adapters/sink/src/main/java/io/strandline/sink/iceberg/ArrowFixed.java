package io.strandline.sink.iceberg;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.ValueVector;
import org.apache.parquet.io.api.Binary;

/** Columns whose values are read from Arrow's own buffers. */
final class ArrowFixed {
    private ArrowFixed() {}

    private abstract static class View extends Column {
        private final ValueVector vector;
        private final boolean mayBeNull;

        View(ValueVector vector) {
            this.vector = vector;
            this.mayBeNull = vector.getNullCount() > 0;
        }

        @Override
        final boolean isNull(int at) {
            return mayBeNull && vector.isNull(at);
        }
    }

    static final class Bits extends View {
        private final BitVector bits;

        Bits(BitVector bits) {
            super(bits);
            this.bits = bits;
        }

        @Override
        boolean bool(int at) {
            return bits.get(at) != 0;
        }
    }

    /** Also for a column of int64. */
    static final class Ints extends View {
        private final ArrowBuf data;

        Ints(BaseFixedWidthVector vector) {
            super(vector);
            this.data = vector.getDataBuffer();
        }

        @Override
        int int32(int at) {
            return data.getInt((long) at * Integer.BYTES);
        }

        @Override
        long int64(int at) {
            return data.getInt((long) at * Integer.BYTES);
        }
    }

    static final class Longs extends View {
        private final ArrowBuf data;

        Longs(BaseFixedWidthVector vector) {
            super(vector);
            this.data = vector.getDataBuffer();
        }

        @Override
        long int64(int at) {
            return data.getLong((long) at * Long.BYTES);
        }
    }

    /** Also for a column of doubles. */
    static final class Floats extends View {
        private final ArrowBuf data;

        Floats(Float4Vector vector) {
            super(vector);
            this.data = vector.getDataBuffer();
        }

        @Override
        float float32(int at) {
            return data.getFloat((long) at * Float.BYTES);
        }

        @Override
        double float64(int at) {
            return data.getFloat((long) at * Float.BYTES);
        }
    }

    static final class Doubles extends View {
        private final ArrowBuf data;

        Doubles(Float8Vector vector) {
            super(vector);
            this.data = vector.getDataBuffer();
        }

        @Override
        double float64(int at) {
            return data.getDouble((long) at * Double.BYTES);
        }
    }

    /** Decimals of at most 18 digits: the low half of Arrow's 16 bytes is the whole number. */
    static final class ShortDecimals extends View {
        private final ArrowBuf data;

        ShortDecimals(DecimalVector vector) {
            super(vector);
            this.data = vector.getDataBuffer();
        }

        @Override
        int int32(int at) {
            return (int) int64(at);
        }

        @Override
        long int64(int at) {
            return data.getLong((long) at * DecimalVector.TYPE_WIDTH);
        }
    }

    /** Text or bytes, copied one at a time into the same array. */
    static final class Bytes extends View {
        private final BaseVariableWidthVector vector;
        private final ArrowBuf data;
        private final ArrowBuf offsets;
        private byte[] scratch = new byte[64];

        Bytes(BaseVariableWidthVector vector) {
            super(vector);
            this.vector = vector;
            this.data = vector.getDataBuffer();
            this.offsets = vector.getOffsetBuffer();
        }

        @Override
        Column shared() {
            return new Bytes(vector);
        }

        @Override
        Binary binary(int at) {
            int begin = offsets.getInt((long) at * Integer.BYTES);
            int length = offsets.getInt((long) (at + 1) * Integer.BYTES) - begin;
            if (length > scratch.length) {
                scratch = new byte[Math.max(length, 2 * scratch.length)];
            }
            data.getBytes(begin, scratch, 0, length);
            return Binary.fromReusedByteArray(scratch, 0, length);
        }
    }

    static final class FixedBytes extends View {
        private final FixedSizeBinaryVector vector;
        private final ArrowBuf data;
        private final byte[] scratch;

        FixedBytes(FixedSizeBinaryVector vector) {
            super(vector);
            this.vector = vector;
            this.data = vector.getDataBuffer();
            this.scratch = new byte[vector.getByteWidth()];
        }

        @Override
        Column shared() {
            return new FixedBytes(vector);
        }

        @Override
        Binary binary(int at) {
            data.getBytes((long) at * scratch.length, scratch, 0, scratch.length);
            return Binary.fromReusedByteArray(scratch);
        }
    }
}
