package io.strandline.sink.iceberg;

import java.util.BitSet;
import org.apache.parquet.io.api.Binary;

/** A column of primitive values: whole numbers, floating ones or bytes, as its type is stored. */
final class Scalars extends Column {
    private final BitSet nulls;
    private final long[] longs;
    private final double[] doubles;
    private final Binary[] binaries;

    Scalars(BitSet nulls, long[] longs, double[] doubles, Binary[] binaries) {
        this.nulls = nulls;
        this.longs = longs;
        this.doubles = doubles;
        this.binaries = binaries;
    }

    @Override
    boolean isNull(int at) {
        return nulls.get(at);
    }

    @Override
    boolean bool(int at) {
        return longs[at] != 0;
    }

    @Override
    int int32(int at) {
        return (int) longs[at];
    }

    @Override
    long int64(int at) {
        return longs[at];
    }

    @Override
    float float32(int at) {
        return (float) doubles[at];
    }

    @Override
    double float64(int at) {
        return doubles[at];
    }

    @Override
    Binary binary(int at) {
        return binaries[at];
    }
}
