package io.strandline.jdbc.internal.metadata;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * {@link DatabaseMetaData#getProcedures} and {@code getFunctions}, from {@code information_schema.routines}: what is
 * called is a procedure, what stands in an expression or in FROM a function, nothing is both.
 */
final class RoutinesCall {
    private RoutinesCall() {}

    static ResultSet procedures(
            Connection connection, @Nullable String catalog, @Nullable String schema, @Nullable String name)
            throws SQLException {
        Rows rows = new Rows(Layout.PROCEDURES);
        routines("PROCEDURE", catalog, schema, name)
                .forEach(
                        connection,
                        row -> rows.add()
                                .set("PROCEDURE_CAT", row.getString("specific_catalog"))
                                .set("PROCEDURE_SCHEM", row.getString("specific_schema"))
                                .set("PROCEDURE_NAME", row.getString("specific_name"))
                                .set("REMARKS", row.getString("remarks"))
                                .set("PROCEDURE_TYPE", DatabaseMetaData.procedureReturnsResult)
                                .set("SPECIFIC_NAME", row.getString("specific_name")));
        return rows.sortBy("PROCEDURE_CAT", "PROCEDURE_SCHEM", "PROCEDURE_NAME").toResultSet();
    }

    static ResultSet functions(
            Connection connection, @Nullable String catalog, @Nullable String schema, @Nullable String name)
            throws SQLException {
        Rows rows = new Rows(Layout.FUNCTIONS);
        routines("FUNCTION", catalog, schema, name)
                .forEach(
                        connection,
                        row -> rows.add()
                                .set("FUNCTION_CAT", row.getString("specific_catalog"))
                                .set("FUNCTION_SCHEM", row.getString("specific_schema"))
                                .set("FUNCTION_NAME", row.getString("specific_name"))
                                .set("REMARKS", row.getString("remarks"))
                                .set("FUNCTION_TYPE", DatabaseMetaData.functionResultUnknown)
                                .set("SPECIFIC_NAME", row.getString("specific_name")));
        return rows.sortBy("FUNCTION_CAT", "FUNCTION_SCHEM", "FUNCTION_NAME").toResultSet();
    }

    private static SystemQuery routines(
            String type, @Nullable String catalog, @Nullable String schema, @Nullable String name) {
        return new SystemQuery("SELECT specific_catalog, specific_schema, specific_name, remarks"
                        + " FROM information_schema.routines")
                .is("routine_type", type)
                .named("specific_catalog", catalog)
                .like("specific_schema", schema)
                .like("specific_name", name);
    }
}
