package io.strandline.jdbc.internal.value;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.Meta.Frame;
import org.apache.calcite.avatica.Meta.Style;
import org.apache.calcite.avatica.util.ArrayImpl;
import org.apache.calcite.avatica.util.Cursor;
import org.jspecify.annotations.Nullable;

/** Walks over frames, asking for the next one when the last row of this one is passed. Not thread-safe. */
public final class FrameCursor implements Cursor {
    private final Frames frames;
    private final Style style;
    private final ZoneId zone;
    private final long limit;
    private Frame frame;
    private Iterator<?> rows;
    private long offset;
    private @Nullable List<?> row;
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
    public FrameCursor(Frame first, Frames frames, Style style, ZoneId zone, long limit) {
        this.limit = limit;
        this.frame = first;
        this.rows = first.rows.iterator();
        this.frames = frames;
        this.style = style;
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
        row = null;
        if (limit > 0 && offset >= limit) {
            return false;
        }
        while (!rows.hasNext()) {
            if (frame.done) {
                return false;
            }
            frame = frames.at(offset);
            rows = frame.rows.iterator();
        }
        row = toList(rows.next());
        offset++;
        return true;
    }

    /** The value at a place in the current row, as it travelled; null is remembered for {@link #wasNull}. */
    @Nullable
    Object raw(int index) throws SQLException {
        List<?> current = row;
        if (current == null) {
            throw SqlErrors.of(SqlState.BAD_CURSOR_STATE, "the result set is not on a row; call next() first");
        }
        Object value = current.get(index);
        wasNull = value == null;
        return value;
    }

    @Override
    public boolean wasNull() {
        return wasNull;
    }

    @Override
    public void close() {
        row = null;
        rows = Collections.emptyIterator();
    }

    private List<?> toList(@Nullable Object travelled) {
        if (style == Style.OBJECT) {
            return Collections.singletonList(travelled);
        }
        if (travelled instanceof Object[]) {
            return Arrays.asList((Object[]) travelled);
        }
        return travelled instanceof List ? (List<?>) travelled : Collections.singletonList(travelled);
    }
}
