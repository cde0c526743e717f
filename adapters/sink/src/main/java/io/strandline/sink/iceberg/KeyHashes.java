package io.strandline.sink.iceberg;

import java.util.List;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Hashes of the keys of a page's rows, of 64 bits: equal keys have one, others hardly ever. Used by one thread. */
final class KeyHashes {
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private final List<Types.NestedField> fields;
    private final int[] indexes;

    /**
     * Hashes of these columns.
     *
     * @param indexes of the fields among the columns of a page
     */
    KeyHashes(List<Types.NestedField> fields, int[] indexes) {
        this.fields = List.copyOf(fields);
        this.indexes = indexes.clone();
    }

    long of(ColumnPage page, int row) {
        long hash = 1;
        for (int i = 0; i < indexes.length; i++) {
            hash = mixed(hash * FACTOR
                    + of(fields.get(i).type().asPrimitiveType(), page.columns().get(indexes[i]), row));
        }
        return hash;
    }

    private static long of(Type.PrimitiveType type, Column column, int row) {
        if (column.isNull(row)) {
            return 0;
        }
        return switch (Stored.of(type)) {
            case BOOLEAN -> column.bool(row) ? 1 : 2;
            case INT32 -> column.int32(row);
            case INT64 -> column.int64(row);
            case FLOATING ->
                type.typeId() == Type.TypeID.FLOAT
                        ? Float.floatToIntBits(column.float32(row))
                        : Double.doubleToLongBits(column.float64(row));
            case BYTES -> of(column.binary(row).getBytes());
            case NOTHING -> 0;
        };
    }

    private static long of(byte[] bytes) {
        long hash = bytes.length;
        for (byte b : bytes) {
            hash = (hash + (b & 0xFF)) * FACTOR;
            hash ^= hash >>> 29;
        }
        return hash;
    }

    private static long mixed(long hash) {
        long h = (hash ^ (hash >>> 32)) * FACTOR;
        return h ^ (h >>> 29);
    }
}
