package io.strandline.jdbc.internal.value;

import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.calcite.avatica.Meta.Frame;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one frame: numbers and booleans bare, everything else as an object, without an object for a row or a number.
 * Not thread-safe while it is filled, immutable afterwards.
 */
public final class FrameRows implements Iterable<Object> {
    static final byte NULL = 0;
    static final byte INT = 1;
    static final byte LONG = 2;
    static final byte FLOAT = 3;
    static final byte DOUBLE = 4;
    static final byte BOOLEAN = 5;
    static final byte OBJECT = 6;

    private static final int FIRST_CAPACITY = 64;

    private byte[] forms = new byte[FIRST_CAPACITY];
    private long[] bits = new long[FIRST_CAPACITY];
    private @Nullable Object[] objects = new Object[FIRST_CAPACITY];
    private int cells;
    private int rows;
    private int width = -1;

    /** The rows of any frame, each a list or an array of values, or one bare value. */
    static FrameRows of(Frame frame) {
        if (frame.rows instanceof FrameRows) {
            return (FrameRows) frame.rows;
        }
        FrameRows rows = new FrameRows();
        for (Object row : frame.rows) {
            List<?> values = row instanceof List
                    ? (List<?>) row
                    : row instanceof Object[] ? Arrays.asList((Object[]) row) : Collections.singletonList(row);
            values.forEach(rows::add);
            rows.endRow();
        }
        return rows;
    }

    // -- filling --------------------------------------------------------------------------------------------------

    private int next(byte form) {
        int cell = cells;
        if (cell == forms.length) {
            int more = Math.multiplyExact(cell, 2);
            forms = Arrays.copyOf(forms, more);
            bits = Arrays.copyOf(bits, more);
            objects = Arrays.copyOf(objects, more);
        }
        forms[cell] = form;
        cells = cell + 1;
        return cell;
    }

    /** Adds an INTEGER, or a smaller whole number, to the row. */
    public void addInt(int value) {
        int cell = next(INT);
        bits[cell] = value;
    }

    /** Adds a BIGINT to the row. */
    public void addLong(long value) {
        int cell = next(LONG);
        bits[cell] = value;
    }

    /** Adds a REAL to the row. */
    public void addFloat(float value) {
        int cell = next(FLOAT);
        bits[cell] = Float.floatToRawIntBits(value);
    }

    /** Adds a DOUBLE to the row. */
    public void addDouble(double value) {
        int cell = next(DOUBLE);
        bits[cell] = Double.doubleToRawLongBits(value);
    }

    /** Adds a BOOLEAN to the row. */
    public void addBoolean(boolean value) {
        int cell = next(BOOLEAN);
        bits[cell] = value ? 1 : 0;
    }

    /** Adds any other value, or NULL, to the row. */
    public void addObject(@Nullable Object value) {
        int cell = next(value == null ? NULL : OBJECT);
        objects[cell] = value;
    }

    private void add(@Nullable Object value) {
        if (value instanceof Integer) {
            addInt((Integer) value);
        } else if (value instanceof Long) {
            addLong((Long) value);
        } else if (value instanceof Float) {
            addFloat((Float) value);
        } else if (value instanceof Double) {
            addDouble((Double) value);
        } else if (value instanceof Boolean) {
            addBoolean((Boolean) value);
        } else {
            addObject(value);
        }
    }

    /**
     * The row is complete.
     *
     * @throws IllegalArgumentException if it has another number of values than those before
     */
    public void endRow() {
        if (width < 0) {
            width = cells;
        }
        rows++;
        if (cells != Math.multiplyExact(rows, width)) {
            throw new IllegalArgumentException("a row of another width than the first, of " + width);
        }
    }

    // -- reading --------------------------------------------------------------------------------------------------

    /** How many. */
    public int count() {
        return rows;
    }

    private int cell(int row, int column) {
        if (column < 0 || column >= width || row < 0 || row >= rows) {
            throw new IndexOutOfBoundsException("row " + row + ", column " + column + " of " + rows + " by " + width);
        }
        return row * width + column;
    }

    /** In which form a value is held. */
    byte form(int row, int column) {
        return forms[cell(row, column)];
    }

    /** The bits of a value that is no object: a whole number, those of a floating one, or 1 for true. */
    long bits(int row, int column) {
        return bits[cell(row, column)];
    }

    /** A value as an object. */
    @Nullable
    Object get(int row, int column) {
        int cell = cell(row, column);
        switch (forms[cell]) {
            case INT:
                return (int) bits[cell];
            case LONG:
                return bits[cell];
            case FLOAT:
                return Float.intBitsToFloat((int) bits[cell]);
            case DOUBLE:
                return Double.longBitsToDouble(bits[cell]);
            case BOOLEAN:
                return bits[cell] != 0;
            default:
                return objects[cell];
        }
    }

    /** The rows one by one, each a list of values. */
    @Override
    public Iterator<Object> iterator() {
        return new Iterator<Object>() {
            private int row;

            @Override
            public boolean hasNext() {
                return row < rows;
            }

            @Override
            public Object next() {
                if (row >= rows) {
                    throw new NoSuchElementException();
                }
                @Nullable Object[] values = new Object[width];
                for (int i = 0; i < width; i++) {
                    values[i] = get(row, i);
                }
                row++;
                return Arrays.asList(values);
            }
        };
    }
}
