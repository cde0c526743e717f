package io.strandline.jdbc.internal.value;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.Meta.Frame;
import org.apache.calcite.avatica.util.ArrayImpl;
import org.apache.calcite.avatica.util.Cursor;
import org.jspecify.annotations.Nullable;

/** Walks over frames, asking for the next one when the last row of this one is passed. Not thread-safe. */
public final class FrameCursor implements Cursor {
    private final Frames frames;
    private final ZoneId zone;
    private final long limit;
    private Frame frame;
    private FrameRows rows;
    private long offset;
    private int next;
    private int row;
    private boolean onRow;
    private boolean wasNull;

    /** Where frames after the first come from. */
    public interface Frames {
        /**
         * The frame that begins at row {@code offset}, counted from 0.
         *
         * @throws SQLException if it cannot be had; the cursor does not ask for it again
         */
        Frame at(long offset) throws SQLException;
    }

    /** A cursor before the first row of {@code first}, over at most {@code limit} rows; 0 for all. */
    public FrameCursor(Frame first, Frames frames, ZoneId zone, long limit) {
        this.limit = limit;
        this.frame = first;
        this.rows = FrameRows.of(first);
        this.frames = frames;
        this.zone = zone;
    }

    /** Whether the gateway may still hold rows of this result. */
    public boolean isOpenAtGateway() {
        return !frame.done;
    }

    @Override
    public List<Accessor> createAccessors(
            List<ColumnMetaData> types, Calendar localCalendar, ArrayImpl.Factory factory) {
        List<Accessor> accessors = new ArrayList<>(types.size());
        for (int i = 0; i < types.size(); i++) {
            accessors.add(new ColumnAccessor(this, i, types.get(i), localCalendar, zone, factory));
        }
        return accessors;
    }

    @Override
    public boolean next() throws SQLException {
        if (limit > 0 && offset >= limit) {
            leave();
            return false;
        }
        while (next >= rows.count()) {
            if (frame.done) {
                leave();
                return false;
            }
            leave();
            frame = frames.at(offset);
            rows = FrameRows.of(frame);
            next = 0;
        }
        onRow = true;
        row = next++;
        offset++;
        return true;
    }

    private void leave() {
        onRow = false;
    }

    private void requireRow() throws SQLException {
        if (!onRow) {
            throw SqlErrors.of(SqlState.BAD_CURSOR_STATE, "the result set is not on a row; call next() first");
        }
    }

    /** The value at a place in the current row, as it travelled; null is remembered for {@link #wasNull}. */
    @Nullable
    Object raw(int index) throws SQLException {
        requireRow();
        Object value = rows.get(row, index);
        wasNull = value == null;
        return value;
    }

    /** In which of the forms of {@link FrameRows} that value is; null is remembered. */
    byte form(int index) throws SQLException {
        requireRow();
        byte form = rows.form(row, index);
        wasNull = form == FrameRows.NULL;
        return form;
    }

    /** Whether that value is held as a whole number, without an object; null is remembered. */
    boolean isWhole(int index) throws SQLException {
        byte form = form(index);
        return form == FrameRows.INT || form == FrameRows.LONG;
    }

    /** The bits of that value, if it is no object. */
    long bits(int index) {
        return rows.bits(row, index);
    }

    @Override
    public boolean wasNull() {
        return wasNull;
    }

    @Override
    public void close() {
        leave();
        rows = new FrameRows();
        next = 0;
    }
}
