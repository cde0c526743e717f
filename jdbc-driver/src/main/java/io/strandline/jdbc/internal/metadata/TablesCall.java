package io.strandline.jdbc.internal.metadata;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** {@link java.sql.DatabaseMetaData#getTables}, from {@code information_schema.tables}. */
final class TablesCall {
    /** Every type of table there is. */
    static final String[] TYPES = {"SYSTEM TABLE", "TABLE", "VIEW"};

    private TablesCall() {}

    static ResultSet answer(
            Connection connection,
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String tablePattern,
            String @Nullable [] types)
            throws SQLException {
        Rows rows = new Rows(Layout.TABLES);
        new SystemQuery("SELECT table_catalog, table_schema, table_name, table_type, remarks"
                        + " FROM information_schema.tables")
                .named("table_catalog", catalog)
                .like("table_schema", schemaPattern)
                .like("table_name", tablePattern)
                .oneOf("table_type", types)
                .forEach(
                        connection,
                        row -> rows.add()
                                .set("TABLE_CAT", row.getString("table_catalog"))
                                .set("TABLE_SCHEM", row.getString("table_schema"))
                                .set("TABLE_NAME", row.getString("table_name"))
                                .set("TABLE_TYPE", row.getString("table_type"))
                                .set("REMARKS", row.getString("remarks")));
        return rows.sortBy("TABLE_TYPE", "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME")
                .toResultSet();
    }

    static ResultSet types() throws SQLException {
        Rows rows = new Rows(Layout.TABLE_TYPES);
        for (String type : TYPES) {
            rows.add().set("TABLE_TYPE", type);
        }
        return rows.toResultSet();
    }
}
