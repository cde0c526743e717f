package io.strandline.jdbc.internal.client;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.stream.Collectors;
import org.apache.calcite.avatica.AvaticaResultSet;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.QueryState;
import org.jspecify.annotations.Nullable;

/**
 * Getters by label, each by way of its index: one look-up, and one error that names the columns there are. Exact
 * spelling wins over one that differs in case; of two alike, the first.
 */
abstract class LabelledResultSet extends AvaticaResultSet {
    private @Nullable Map<String, Integer> indexes;

    LabelledResultSet(
            @Nullable AvaticaStatement statement, Meta.Signature signature, TimeZone timeZone, Meta.Frame firstFrame)
            throws SQLException {
        super(
                statement,
                new QueryState(signature.sql),
                signature,
                new GatewayResultSetMetaData(signature.columns),
                timeZone,
                firstFrame);
    }

    @Override
    public int findColumn(String columnLabel) throws SQLException {
        checkOpen();
        Map<String, Integer> known = indexes;
        if (known == null) {
            known = indexes(columnMetaDataList);
            indexes = known;
        }
        Integer index = known.get(columnLabel);
        if (index == null && columnLabel != null) {
            index = known.get(columnLabel.toLowerCase(Locale.ROOT));
        }
        if (index == null) {
            throw SqlErrors.of(
                    SqlState.NO_SUCH_INDEX,
                    "the result has no column \"" + columnLabel + "\"; it has "
                            + columnMetaDataList.stream()
                                    .map(column -> column.label)
                                    .collect(Collectors.joining(", ")));
        }
        return index;
    }

    private static Map<String, Integer> indexes(List<ColumnMetaData> columns) {
        Map<String, Integer> exact = new HashMap<>();
        Map<String, Integer> folded = new HashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            String label = columns.get(i).label == null ? columns.get(i).columnName : columns.get(i).label;
            if (label != null) {
                exact.putIfAbsent(label, i + 1);
                folded.putIfAbsent(label.toLowerCase(Locale.ROOT), i + 1);
            }
        }
        folded.putAll(exact);
        return folded;
    }

    @Override
    public @Nullable String getString(String columnLabel) throws SQLException {
        return getString(findColumn(columnLabel));
    }

    @Override
    public boolean getBoolean(String columnLabel) throws SQLException {
        return getBoolean(findColumn(columnLabel));
    }

    @Override
    public byte getByte(String columnLabel) throws SQLException {
        return getByte(findColumn(columnLabel));
    }

    @Override
    public short getShort(String columnLabel) throws SQLException {
        return getShort(findColumn(columnLabel));
    }

    @Override
    public int getInt(String columnLabel) throws SQLException {
        return getInt(findColumn(columnLabel));
    }

    @Override
    public long getLong(String columnLabel) throws SQLException {
        return getLong(findColumn(columnLabel));
    }

    @Override
    public float getFloat(String columnLabel) throws SQLException {
        return getFloat(findColumn(columnLabel));
    }

    @Override
    public double getDouble(String columnLabel) throws SQLException {
        return getDouble(findColumn(columnLabel));
    }

    @Override
    public byte @Nullable [] getBytes(String columnLabel) throws SQLException {
        return getBytes(findColumn(columnLabel));
    }

    @Override
    public @Nullable Date getDate(String columnLabel) throws SQLException {
        return getDate(findColumn(columnLabel));
    }

    @Override
    public @Nullable Time getTime(String columnLabel) throws SQLException {
        return getTime(findColumn(columnLabel));
    }

    @Override
    public @Nullable Timestamp getTimestamp(String columnLabel) throws SQLException {
        return getTimestamp(findColumn(columnLabel));
    }

    @Override
    public @Nullable InputStream getAsciiStream(String columnLabel) throws SQLException {
        return getAsciiStream(findColumn(columnLabel));
    }

    @Override
    public @Nullable InputStream getBinaryStream(String columnLabel) throws SQLException {
        return getBinaryStream(findColumn(columnLabel));
    }

    @Override
    public @Nullable Object getObject(String columnLabel) throws SQLException {
        return getObject(findColumn(columnLabel));
    }

    @Override
    public @Nullable Reader getCharacterStream(String columnLabel) throws SQLException {
        return getCharacterStream(findColumn(columnLabel));
    }

    @Override
    public @Nullable BigDecimal getBigDecimal(String columnLabel) throws SQLException {
        return getBigDecimal(findColumn(columnLabel));
    }

    @Override
    public @Nullable Ref getRef(String columnLabel) throws SQLException {
        return getRef(findColumn(columnLabel));
    }

    @Override
    public @Nullable Blob getBlob(String columnLabel) throws SQLException {
        return getBlob(findColumn(columnLabel));
    }

    @Override
    public @Nullable Clob getClob(String columnLabel) throws SQLException {
        return getClob(findColumn(columnLabel));
    }

    @Override
    public @Nullable Array getArray(String columnLabel) throws SQLException {
        return getArray(findColumn(columnLabel));
    }

    @Override
    public @Nullable URL getURL(String columnLabel) throws SQLException {
        return getURL(findColumn(columnLabel));
    }

    @Override
    public @Nullable RowId getRowId(String columnLabel) throws SQLException {
        return getRowId(findColumn(columnLabel));
    }

    @Override
    public @Nullable NClob getNClob(String columnLabel) throws SQLException {
        return getNClob(findColumn(columnLabel));
    }

    @Override
    public @Nullable SQLXML getSQLXML(String columnLabel) throws SQLException {
        return getSQLXML(findColumn(columnLabel));
    }

    @Override
    public @Nullable String getNString(String columnLabel) throws SQLException {
        return getNString(findColumn(columnLabel));
    }

    @Override
    public @Nullable Reader getNCharacterStream(String columnLabel) throws SQLException {
        return getNCharacterStream(findColumn(columnLabel));
    }

    @Override
    public @Nullable Date getDate(String columnLabel, @Nullable Calendar calendar) throws SQLException {
        return getDate(findColumn(columnLabel), calendar);
    }

    @Override
    public @Nullable Time getTime(String columnLabel, @Nullable Calendar calendar) throws SQLException {
        return getTime(findColumn(columnLabel), calendar);
    }

    @Override
    public @Nullable Timestamp getTimestamp(String columnLabel, @Nullable Calendar calendar) throws SQLException {
        return getTimestamp(findColumn(columnLabel), calendar);
    }

    @Override
    public @Nullable Object getObject(String columnLabel, @Nullable Map<String, Class<?>> map) throws SQLException {
        return getObject(findColumn(columnLabel));
    }

    @Override
    public <T> @Nullable T getObject(String columnLabel, Class<T> type) throws SQLException {
        return getObject(findColumn(columnLabel), type);
    }

    @Override
    @Deprecated
    public @Nullable BigDecimal getBigDecimal(String columnLabel, int scale) throws SQLException {
        BigDecimal value = getBigDecimal(columnLabel);
        return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
    }
}
