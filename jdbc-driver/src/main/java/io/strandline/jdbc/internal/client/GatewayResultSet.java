package io.strandline.jdbc.internal.client;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import io.strandline.jdbc.internal.value.FrameCursor;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.AvaticaType;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.util.Cursor;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one result, read forward once. Rows that lie in memory already (of metadata, of an array) have no statement;
 * others ask for further frames through theirs. Not thread-safe.
 */
public final class GatewayResultSet extends LabelledResultSet {
    /** What is in memory is made ready for reading so many rows at a time, not all at once. */
    private static final int ROWS_A_FRAME = 1_000;

    private final @Nullable GatewayStatement owner;
    private final List<?> inMemory;
    private final FrameCursor frames;
    private final @Nullable ReadAhead further;
    private final ZoneId zone;

    private GatewayResultSet(
            @Nullable GatewayStatement owner,
            Meta.Signature signature,
            Meta.Frame firstFrame,
            List<?> inMemory,
            ZoneId zone)
            throws SQLException {
        super(owner, signature, TimeZone.getTimeZone(zone), firstFrame);
        this.owner = owner;
        this.inMemory = inMemory;
        this.zone = zone;
        long limit = owner == null ? 0 : owner.getLargeMaxRows();
        this.further = owner == null ? null : new ReadAhead(new FrameRequests(owner, this::getFetchSize), limit);
        this.frames = new FrameCursor(firstFrame, this::frame, zone, limit);
        execute();
    }

    /** The result of a statement, before its first row. */
    static GatewayResultSet of(GatewayStatement statement, Meta.Signature signature, Meta.@Nullable Frame firstFrame)
            throws SQLException {
        return new GatewayResultSet(
                statement, signature, firstFrame == null ? Meta.Frame.MORE : firstFrame, List.of(), statement.zone());
    }

    /** Rows in memory, each a list of values as they would travel. */
    public static GatewayResultSet of(List<ColumnMetaData> columns, List<? extends List<?>> rows, ZoneId zone)
            throws SQLException {
        Meta.Signature signature = new Meta.Signature(
                columns, "", List.of(), Map.of(), Meta.CursorFactory.LIST, Meta.StatementType.SELECT);
        return new GatewayResultSet(null, signature, frame(rows, 0), rows, zone);
    }

    /** Whether the gateway may still hold rows of this result. */
    boolean isOpenAtGateway() {
        return frames.isOpenAtGateway();
    }

    /**
     * No row after those that are here is given. From any thread.
     *
     * @return whether there may be such rows
     */
    boolean endAfterThis() {
        ReadAhead rows = further;
        if (rows == null || !frames.isOpenAtGateway()) {
            return false;
        }
        rows.cancel();
        return true;
    }

    /** The first row by itself, for a call's OUT parameters; null if there is none in the first frame. */
    @Nullable
    ResultSet firstRow() throws SQLException {
        Iterator<Object> rows = firstFrame.rows.iterator();
        if (!rows.hasNext()) {
            return null;
        }
        Meta.Frame one = new Meta.Frame(0, true, Collections.singletonList(rows.next()));
        GatewayResultSet row = new GatewayResultSet(null, signature, one, List.of(), zone);
        row.next();
        return row;
    }

    private Meta.Frame frame(long offset) throws SQLException {
        return further == null ? frame(inMemory, offset) : further.at(offset);
    }

    private static Meta.Frame frame(List<?> rows, long offset) {
        int end = (int) Math.min(rows.size(), offset + ROWS_A_FRAME);
        return new Meta.Frame(
                offset, end == rows.size(), Collections.unmodifiableList(rows.subList((int) offset, end)));
    }

    @Override
    protected GatewayResultSet execute() {
        execute2(frames, columnMetaDataList);
        return this;
    }

    @Override
    public void close() {
        GatewayStatement statement = owner;
        if (statement != null && further != null && frames.isOpenAtGateway()) {
            statement.leaveCursorOpen();
            further.close();
        }
        super.close();
    }

    @Override
    protected void checkOpen() throws SQLException {
        if (isClosed()) {
            throw SqlErrors.of(SqlState.BAD_CURSOR_STATE, "the result set is closed");
        }
    }

    @Override
    public boolean isClosed() throws SQLException {
        GatewayStatement statement = owner;
        return super.isClosed() || (statement != null && statement.isClosed());
    }

    @Override
    public @Nullable Object getObject(int columnIndex) throws SQLException {
        return accessor(columnIndex).getObject();
    }

    @Override
    public <T> @Nullable T getObject(int columnIndex, Class<T> type) throws SQLException {
        return accessor(columnIndex).getObject(type);
    }

    private Cursor.Accessor accessor(int columnIndex) throws SQLException {
        checkOpen();
        if (columnIndex < 1 || columnIndex > columnMetaDataList.size()) {
            throw SqlErrors.of(
                    SqlState.NO_SUCH_INDEX,
                    "the result has no column " + columnIndex + "; it has " + columnMetaDataList.size());
        }
        return accessorList.get(columnIndex - 1);
    }

    /** The elements of an array, as JDBC shows them: place and value. */
    @Override
    public ResultSet create(AvaticaType elementType, Iterable<Object> elements) throws SQLException {
        AvaticaType index = ColumnMetaData.scalar(Types.INTEGER, "INTEGER", Rep.INTEGER);
        List<ColumnMetaData> columns = List.of(Columns.of(0, "INDEX", index), Columns.of(1, "VALUE", elementType));
        List<List<?>> rows = new ArrayList<>();
        for (Object element : elements) {
            List<@Nullable Object> row = new ArrayList<>();
            row.add(rows.size() + 1);
            row.add(element);
            rows.add(row);
        }
        return of(columns, rows, zone);
    }

    @Override
    public int getType() {
        return TYPE_FORWARD_ONLY;
    }

    @Override
    public int getConcurrency() {
        return CONCUR_READ_ONLY;
    }

    @Override
    public int getHoldability() {
        return HOLD_CURSORS_OVER_COMMIT;
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return Wrappers.unwrap(this, type);
    }
}
