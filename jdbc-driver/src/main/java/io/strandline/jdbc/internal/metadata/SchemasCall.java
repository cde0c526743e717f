package io.strandline.jdbc.internal.metadata;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** {@link java.sql.DatabaseMetaData#getSchemas} and {@code getCatalogs}, from {@code information_schema}. */
final class SchemasCall {
    private SchemasCall() {}

    static ResultSet answer(Connection connection, @Nullable String catalog, @Nullable String schemaPattern)
            throws SQLException {
        Rows rows = new Rows(Layout.SCHEMAS);
        new SystemQuery("SELECT catalog_name, schema_name FROM information_schema.schemata")
                .named("catalog_name", catalog)
                .like("schema_name", schemaPattern)
                .forEach(
                        connection,
                        row -> rows.add()
                                .set("TABLE_CATALOG", row.getString("catalog_name"))
                                .set("TABLE_SCHEM", row.getString("schema_name")));
        return rows.sortBy("TABLE_CATALOG", "TABLE_SCHEM").toResultSet();
    }

    static ResultSet catalogs(Connection connection) throws SQLException {
        Set<String> names = new TreeSet<>();
        new SystemQuery("SELECT catalog_name FROM information_schema.catalogs")
                .forEach(connection, row -> names.add(String.valueOf(row.getString("catalog_name"))));
        Rows rows = new Rows(Layout.CATALOGS);
        names.forEach(name -> rows.add().set("TABLE_CAT", name));
        return rows.toResultSet();
    }
}
