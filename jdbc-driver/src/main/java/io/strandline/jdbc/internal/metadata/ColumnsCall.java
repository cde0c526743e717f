package io.strandline.jdbc.internal.metadata;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * {@link DatabaseMetaData#getColumns}, from {@code information_schema.columns}. Without a catalog the control plane's
 * alone is read: the columns of a whole lake are a request to each of its tables, and only for who names it.
 */
final class ColumnsCall {
    /** The catalog of the control plane, where every session begins. */
    static final String DEFAULT_CATALOG = "strandline";

    /** More tables than this are not worth naming one by one. */
    private static final int MOST_TABLES = 100;

    private ColumnsCall() {}

    static ResultSet answer(
            Connection connection,
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String tablePattern,
            @Nullable String columnPattern)
            throws SQLException {
        Rows rows = new Rows(Layout.COLUMNS);
        String in = catalog == null ? DEFAULT_CATALOG : catalog;
        SystemQuery query = new SystemQuery(
                        "SELECT table_catalog, table_schema, table_name, column_name, ordinal_position,"
                                + " column_default, is_nullable, jdbc_type, type_name, column_size, decimal_digits,"
                                + " num_prec_radix, char_octet_length, remarks FROM information_schema.columns")
                .named("table_catalog", in)
                .like("table_schema", schemaPattern)
                .like("table_name", tablePattern)
                .like("column_name", columnPattern);
        if (!in.equals(DEFAULT_CATALOG) && isPattern(tablePattern)) {
            Set<String> tables = tables(connection, in, schemaPattern, tablePattern);
            if (tables.size() <= MOST_TABLES) {
                query.oneOf("table_name", tables.toArray(new String[0]));
            }
        }
        query.forEach(connection, row -> add(rows, row));
        return rows.sortBy("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "ORDINAL_POSITION")
                .toResultSet();
    }

    private static boolean isPattern(@Nullable String tablePattern) {
        return tablePattern != null
                && !tablePattern.equals("%")
                && NamePattern.of(tablePattern).only().isEmpty();
    }

    /** Tools leave {@code _} unescaped: a listing of names is cheap beside a look at each table that may be meant. */
    private static Set<String> tables(
            Connection connection, String catalog, @Nullable String schemaPattern, @Nullable String tablePattern)
            throws SQLException {
        Set<String> tables = new TreeSet<>();
        new SystemQuery("SELECT table_schema, table_name FROM information_schema.tables")
                .named("table_catalog", catalog)
                .like("table_schema", schemaPattern)
                .like("table_name", tablePattern)
                .forEach(connection, row -> tables.add(String.valueOf(row.getString("table_name"))));
        return tables;
    }

    private static void add(Rows rows, ResultSet row) throws SQLException {
        String nullable = Nullability.yesOrNo(row.getString("is_nullable"));
        rows.add()
                .set("TABLE_CAT", row.getString("table_catalog"))
                .set("TABLE_SCHEM", row.getString("table_schema"))
                .set("TABLE_NAME", row.getString("table_name"))
                .set("COLUMN_NAME", row.getString("column_name"))
                .set("DATA_TYPE", row.getInt("jdbc_type"))
                .set("TYPE_NAME", row.getString("type_name"))
                .set("COLUMN_SIZE", row.getObject("column_size", Integer.class))
                .set("DECIMAL_DIGITS", row.getObject("decimal_digits", Integer.class))
                .set("NUM_PREC_RADIX", row.getObject("num_prec_radix", Integer.class))
                .set("NULLABLE", Nullability.number(nullable))
                .set("REMARKS", row.getString("remarks"))
                .set("COLUMN_DEF", row.getString("column_default"))
                .set("CHAR_OCTET_LENGTH", row.getObject("char_octet_length", Integer.class))
                .set("ORDINAL_POSITION", row.getInt("ordinal_position"))
                .set("IS_NULLABLE", nullable)
                .set("IS_AUTOINCREMENT", "NO")
                .set("IS_GENERATEDCOLUMN", "NO");
    }
}
