package io.strandline.jdbc.internal.metadata;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Keys, as {@link DatabaseMetaData} shows them in three ways: primary keys, the unique index each of them is, and the
 * best identifier of a row. From {@code information_schema.key_column_usage}.
 */
final class KeysCall {
    private KeysCall() {}

    static ResultSet primaryKeys(
            Connection connection, @Nullable String catalog, @Nullable String schema, @Nullable String table)
            throws SQLException {
        Rows rows = new Rows(Layout.PRIMARY_KEYS);
        keys(catalog, schema, table)
                .forEach(
                        connection,
                        row -> rows.add()
                                .set("TABLE_CAT", row.getString("table_catalog"))
                                .set("TABLE_SCHEM", row.getString("table_schema"))
                                .set("TABLE_NAME", row.getString("table_name"))
                                .set("COLUMN_NAME", row.getString("column_name"))
                                .set("KEY_SEQ", row.getInt("ordinal_position"))
                                .set("PK_NAME", row.getString("constraint_name")));
        return rows.sortBy("COLUMN_NAME").toResultSet();
    }

    static ResultSet indexes(
            Connection connection, @Nullable String catalog, @Nullable String schema, @Nullable String table)
            throws SQLException {
        Rows rows = new Rows(Layout.INDEX_INFO);
        keys(catalog, schema, table)
                .forEach(
                        connection,
                        row -> rows.add()
                                .set("TABLE_CAT", row.getString("table_catalog"))
                                .set("TABLE_SCHEM", row.getString("table_schema"))
                                .set("TABLE_NAME", row.getString("table_name"))
                                .set("NON_UNIQUE", false)
                                .set("INDEX_NAME", row.getString("constraint_name"))
                                .set("TYPE", DatabaseMetaData.tableIndexOther)
                                .set("ORDINAL_POSITION", row.getInt("ordinal_position"))
                                .set("COLUMN_NAME", row.getString("column_name"))
                                .set("CARDINALITY", 0L)
                                .set("PAGES", 0L));
        return rows.sortBy("INDEX_NAME", "ORDINAL_POSITION").toResultSet();
    }

    static ResultSet bestRowIdentifier(
            Connection connection, @Nullable String catalog, @Nullable String schema, @Nullable String table)
            throws SQLException {
        Rows rows = new Rows(Layout.BEST_ROW_IDENTIFIER);
        new SystemQuery("SELECT k.column_name, c.jdbc_type, c.type_name, c.column_size, c.decimal_digits"
                        + " FROM information_schema.key_column_usage AS k JOIN information_schema.columns AS c"
                        + " ON k.table_catalog = c.table_catalog AND k.table_schema = c.table_schema"
                        + " AND k.table_name = c.table_name AND k.column_name = c.column_name")
                .named("c.table_catalog", catalog == null ? ColumnsCall.DEFAULT_CATALOG : catalog)
                .named("c.table_schema", schema)
                .named("c.table_name", table)
                .forEach(
                        connection,
                        row -> rows.add()
                                .set("SCOPE", DatabaseMetaData.bestRowSession)
                                .set("COLUMN_NAME", row.getString("column_name"))
                                .set("DATA_TYPE", row.getInt("jdbc_type"))
                                .set("TYPE_NAME", row.getString("type_name"))
                                .set("COLUMN_SIZE", row.getObject("column_size", Integer.class))
                                .set("DECIMAL_DIGITS", row.getObject("decimal_digits", Integer.class))
                                .set("PSEUDO_COLUMN", DatabaseMetaData.bestRowNotPseudo));
        return rows.sortBy("COLUMN_NAME").toResultSet();
    }

    private static SystemQuery keys(@Nullable String catalog, @Nullable String schema, @Nullable String table) {
        return new SystemQuery("SELECT table_catalog, table_schema, table_name, column_name, constraint_name,"
                        + " ordinal_position FROM information_schema.key_column_usage")
                .named("table_catalog", catalog)
                .named("table_schema", schema)
                .named("table_name", table);
    }
}
