package io.strandline.sink.iceberg;

import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/** A column whose value is the same in each row: what a page does not have, NULL or the table's default. */
final class Constant extends Column {
    /** NULL in each row. */
    static final Constant NULL = new Constant(0, 0, null, true);

    private final long whole;
    private final double floating;
    private final @Nullable Binary bytes;
    private final boolean isNull;

    private Constant(long whole, double floating, @Nullable Binary bytes, boolean isNull) {
        this.whole = whole;
        this.floating = floating;
        this.bytes = bytes;
        this.isNull = isNull;
    }

    static Constant whole(long value) {
        return new Constant(value, value, null, false);
    }

    static Constant floating(double value) {
        return new Constant(0, value, null, false);
    }

    static Constant bytes(Binary value) {
        return new Constant(0, 0, value, false);
    }

    @Override
    boolean isNull(int at) {
        return isNull;
    }

    @Override
    boolean bool(int at) {
        return whole != 0;
    }

    @Override
    int int32(int at) {
        return (int) whole;
    }

    @Override
    long int64(int at) {
        return whole;
    }

    @Override
    float float32(int at) {
        return (float) floating;
    }

    @Override
    double float64(int at) {
        return floating;
    }

    @Override
    Binary binary(int at) {
        return bytes == null ? super.binary(at) : bytes;
    }
}
