package io.strandline.sink.iceberg;

import java.util.Arrays;

/** Some rows of a page, by index. Used by one thread. */
final class Rows {
    private int[] indexes = new int[16];
    private int size;

    /** Those without a fault, among the first so many. */
    static Rows without(RowFaults faults, int rows) {
        Rows good = new Rows();
        for (int row = 0; row < rows; row++) {
            if (faults.of(row) == null) {
                good.add(row);
            }
        }
        return good;
    }

    /** Those from one of them to before another, by their order among these. */
    Rows part(int from, int to) {
        Rows part = new Rows();
        part.indexes = Arrays.copyOfRange(indexes, from, to);
        part.size = to - from;
        return part;
    }

    void add(int index) {
        if (size == indexes.length) {
            indexes = Arrays.copyOf(indexes, 2 * size);
        }
        indexes[size++] = index;
    }

    int get(int i) {
        return indexes[i];
    }

    int size() {
        return size;
    }
}
