package io.strandline.jdbc.internal.client;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import io.strandline.jdbc.internal.value.TypeNames;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData;
import org.jspecify.annotations.Nullable;

/** The columns of a result; names are never null. Immutable. */
public final class GatewayResultSetMetaData implements ResultSetMetaData {
    private final List<ColumnMetaData> columns;

    /** Describes these columns. */
    public GatewayResultSetMetaData(List<ColumnMetaData> columns) {
        this.columns = columns;
    }

    private ColumnMetaData column(int column) throws SQLException {
        if (column < 1 || column > columns.size()) {
            throw SqlErrors.of(
                    SqlState.NO_SUCH_INDEX, "the result has no column " + column + "; it has " + columns.size());
        }
        return columns.get(column - 1);
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    @Override
    public int getColumnCount() {
        return columns.size();
    }

    @Override
    public boolean isAutoIncrement(int column) throws SQLException {
        return column(column).autoIncrement;
    }

    @Override
    public boolean isCaseSensitive(int column) throws SQLException {
        return column(column).caseSensitive;
    }

    @Override
    public boolean isSearchable(int column) throws SQLException {
        return column(column).searchable;
    }

    @Override
    public boolean isCurrency(int column) throws SQLException {
        return column(column).currency;
    }

    @Override
    public int isNullable(int column) throws SQLException {
        return column(column).nullable;
    }

    @Override
    public boolean isSigned(int column) throws SQLException {
        return column(column).signed;
    }

    @Override
    public int getColumnDisplaySize(int column) throws SQLException {
        return Math.max(0, column(column).displaySize);
    }

    @Override
    public String getColumnLabel(int column) throws SQLException {
        ColumnMetaData found = column(column);
        return text(found.label == null ? found.columnName : found.label);
    }

    @Override
    public String getColumnName(int column) throws SQLException {
        ColumnMetaData found = column(column);
        return text(found.columnName == null ? found.label : found.columnName);
    }

    @Override
    public String getSchemaName(int column) throws SQLException {
        return text(column(column).schemaName);
    }

    @Override
    public int getPrecision(int column) throws SQLException {
        return Math.max(0, column(column).precision);
    }

    @Override
    public int getScale(int column) throws SQLException {
        return Math.max(0, column(column).scale);
    }

    @Override
    public String getTableName(int column) throws SQLException {
        return text(column(column).tableName);
    }

    @Override
    public String getCatalogName(int column) throws SQLException {
        return text(column(column).catalogName);
    }

    @Override
    public int getColumnType(int column) throws SQLException {
        return column(column).type.id;
    }

    @Override
    public String getColumnTypeName(int column) throws SQLException {
        return TypeNames.bare(column(column).type.name);
    }

    @Override
    public String getColumnClassName(int column) throws SQLException {
        return TypeNames.javaClass(column(column).type);
    }

    @Override
    public boolean isReadOnly(int column) throws SQLException {
        return column(column).readOnly;
    }

    @Override
    public boolean isWritable(int column) throws SQLException {
        return column(column).writable;
    }

    @Override
    public boolean isDefinitelyWritable(int column) throws SQLException {
        return column(column).definitelyWritable;
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return Wrappers.unwrap(this, type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
