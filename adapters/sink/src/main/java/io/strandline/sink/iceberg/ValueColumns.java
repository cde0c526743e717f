package io.strandline.sink.iceberg;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/**
 * Turns values of SQL into columns, each checked against the type of its column: what cannot be stored as it is is a fault of its
 * row, and of no other. Used by one thread.
 */
final class ValueColumns {
    private final RowFaults faults;

    ValueColumns(RowFaults faults) {
        this.faults = faults;
    }

    /**
     * Values of one column or nested field.
     *
     * @param values by position
     * @param rows to which row each position belongs; null if they are the same
     * @param absent positions at which something above is NULL, so that a NULL there is no fault
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and read value by value
    private record Values(@Nullable Object[] values, int @Nullable [] rows, BitSet absent) {
        int row(int at) {
            return rows == null ? at : rows[at];
        }
    }

    /** The column of a field of the table. */
    Column of(Types.NestedField field, @Nullable Object[] values) {
        return column(field, field.name(), new Values(values, null, new BitSet(0)));
    }

    private Column column(Types.NestedField field, String path, Values values) {
        if (field.isRequired()) {
            requireAll(path, values);
        }
        Type type = field.type();
        return switch (type.typeId()) {
            case STRUCT -> struct(type.asStructType(), path, values);
            case LIST -> list(type.asListType(), path, values);
            case MAP -> map(type.asMapType(), path, values);
            default -> primitive(type.asPrimitiveType(), path, values);
        };
    }

    private void requireAll(String path, Values values) {
        @Nullable Object[] all = values.values();
        for (int at = 0; at < all.length; at++) {
            if (all[at] == null && !values.absent().get(at)) {
                faults.add(values.row(at), "column " + path + " is NULL, which it may not be");
            }
        }
    }

    private Column primitive(Type.PrimitiveType type, String path, Values values) {
        @Nullable Object[] all = values.values();
        int size = all.length;
        BitSet nulls = new BitSet(size);
        Stored stored = Stored.of(type);
        long[] longs = stored.isWhole() ? new long[size] : new long[0];
        double[] doubles = stored == Stored.FLOATING ? new double[size] : new double[0];
        Binary[] binaries = stored == Stored.BYTES ? new Binary[size] : new Binary[0];
        StoredValues converter = new StoredValues(type);
        for (int at = 0; at < size; at++) {
            Object value = all[at];
            if (value == null) {
                nulls.set(at);
                continue;
            }
            try {
                switch (stored) {
                    case BOOLEAN, INT32, INT64 -> longs[at] = converter.whole(value);
                    case FLOATING -> doubles[at] = converter.floating(value);
                    case BYTES -> binaries[at] = converter.bytes(value);
                    case NOTHING -> throw new StoredValues.Unfit("a value of type unknown is always NULL");
                }
            } catch (StoredValues.Unfit unfit) {
                nulls.set(at);
                faults.add(values.row(at), "column " + path + ": " + unfit.reason());
            }
        }
        return new Scalars(nulls, longs, doubles, binaries);
    }

    private Column struct(Types.StructType type, String path, Values values) {
        List<Types.NestedField> fields = type.fields();
        @Nullable Object[] all = values.values();
        @Nullable Object[][] children = new Object[fields.size()][all.length];
        BitSet nulls = new BitSet(all.length);
        for (int at = 0; at < all.length; at++) {
            Object value = all[at];
            if (value == null) {
                nulls.set(at);
            } else if (!(value instanceof List<?> list) || list.size() != fields.size()) {
                nulls.set(at);
                faults.add(
                        values.row(at),
                        "column " + path + ": it is no row of " + fields.size() + " fields: " + Shown.of(value));
            } else {
                for (int f = 0; f < fields.size(); f++) {
                    children[f][at] = list.get(f);
                }
            }
        }
        Column[] columns = new Column[fields.size()];
        for (int f = 0; f < columns.length; f++) {
            Types.NestedField field = fields.get(f);
            columns[f] = column(field, path + "." + field.name(), new Values(children[f], values.rows(), nulls));
        }
        return new Nested(nulls, columns, new int[0]);
    }

    private Column list(Types.ListType type, String path, Values values) {
        Repetition repetition = Repetition.of(
                values,
                value -> value instanceof List<?> list ? list.size() : -1,
                (row, value) -> faults.add(row, "column " + path + ": it is no array: " + Shown.of(value)));
        @Nullable Object[] elements = new Object[repetition.size()];
        int next = 0;
        for (Object value : values.values()) {
            if (value instanceof List<?> list) {
                for (Object element : list) {
                    elements[next++] = element;
                }
            }
        }
        Column below =
                column(type.fields().get(0), path + ".element", new Values(elements, repetition.rows(), new BitSet(0)));
        return new Nested(repetition.nulls(), new Column[] {below}, repetition.offsets());
    }

    private Column map(Types.MapType type, String path, Values values) {
        Repetition repetition = Repetition.of(
                values,
                value -> value instanceof Map<?, ?> map ? map.size() : -1,
                (row, value) -> faults.add(row, "column " + path + ": it is no map: " + Shown.of(value)));
        @Nullable Object[] keys = new Object[repetition.size()];
        @Nullable Object[] held = new Object[repetition.size()];
        int next = 0;
        for (Object value : values.values()) {
            if (value instanceof Map<?, ?> map) {
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    keys[next] = entry.getKey();
                    held[next++] = entry.getValue();
                }
            }
        }
        int[] rows = repetition.rows();
        Column key = column(type.fields().get(0), path + ".key", new Values(keys, rows, new BitSet(0)));
        Column value = column(type.fields().get(1), path + ".value", new Values(held, rows, new BitSet(0)));
        return new Nested(repetition.nulls(), new Column[] {key, value}, repetition.offsets());
    }

    @FunctionalInterface
    private interface Length {
        int of(Object value);
    }

    @FunctionalInterface
    private interface Misfit {
        void at(int row, Object value);
    }

    /** Where the elements of each position lie among all of them. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Repetition(BitSet nulls, int[] offsets, int[] rows, int size) {
        static Repetition of(Values values, Length length, Misfit misfit) {
            @Nullable Object[] all = values.values();
            BitSet nulls = new BitSet(all.length);
            int[] offsets = new int[all.length + 1];
            for (int at = 0; at < all.length; at++) {
                Object value = all[at];
                int elements = value == null ? -1 : length.of(value);
                if (elements < 0) {
                    nulls.set(at);
                    if (value != null) {
                        misfit.at(values.row(at), Objects.requireNonNull(value));
                    }
                }
                offsets[at + 1] = offsets[at] + Math.max(0, elements);
            }
            int[] rows = new int[offsets[all.length]];
            for (int at = 0; at < all.length; at++) {
                Arrays.fill(rows, offsets[at], offsets[at + 1], values.row(at));
            }
            return new Repetition(nulls, offsets, rows, offsets[all.length]);
        }
    }

    /** A struct (no offsets), a list or a map. */
    private static final class Nested extends Column {
        private final BitSet nulls;
        private final Column[] children;
        private final int[] offsets;

        Nested(BitSet nulls, Column[] children, int[] offsets) {
            this.nulls = nulls;
            this.children = children;
            this.offsets = offsets;
        }

        @Override
        boolean isNull(int at) {
            return nulls.get(at);
        }

        @Override
        Column child(int index) {
            return children[index];
        }

        @Override
        int begin(int at) {
            return offsets[at];
        }

        @Override
        int end(int at) {
            return offsets[at + 1];
        }
    }
}
