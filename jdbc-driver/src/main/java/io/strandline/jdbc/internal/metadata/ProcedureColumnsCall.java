package io.strandline.jdbc.internal.metadata;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * {@link DatabaseMetaData#getProcedureColumns}, from {@code information_schema.parameters}: parameters in their order,
 * then the columns of the rows a procedure returns.
 */
final class ProcedureColumnsCall {
    private ProcedureColumnsCall() {}

    static ResultSet answer(
            Connection connection,
            @Nullable String catalog,
            @Nullable String schema,
            @Nullable String procedure,
            @Nullable String column)
            throws SQLException {
        Rows rows = new Rows(Layout.PROCEDURE_COLUMNS);
        new SystemQuery("SELECT specific_catalog, specific_schema, specific_name, ordinal_position, parameter_mode,"
                        + " parameter_name, jdbc_type, type_name, column_size, decimal_digits, is_nullable,"
                        + " parameter_default, remarks FROM information_schema.parameters")
                .is("routine_type", "PROCEDURE")
                .named("specific_catalog", catalog)
                .like("specific_schema", schema)
                .like("specific_name", procedure)
                .like("parameter_name", column)
                .forEach(connection, row -> add(rows, row));
        return rows.sortBy("PROCEDURE_CAT", "PROCEDURE_SCHEM", "PROCEDURE_NAME", "COLUMN_TYPE", "ORDINAL_POSITION")
                .toResultSet();
    }

    private static void add(Rows rows, ResultSet row) throws SQLException {
        String nullable = Nullability.yesOrNo(row.getString("is_nullable"));
        Integer size = row.getObject("column_size", Integer.class);
        rows.add()
                .set("PROCEDURE_CAT", row.getString("specific_catalog"))
                .set("PROCEDURE_SCHEM", row.getString("specific_schema"))
                .set("PROCEDURE_NAME", row.getString("specific_name"))
                .set("COLUMN_NAME", row.getString("parameter_name"))
                .set("COLUMN_TYPE", type(row.getString("parameter_mode")))
                .set("DATA_TYPE", row.getInt("jdbc_type"))
                .set("TYPE_NAME", row.getString("type_name"))
                .set("PRECISION", size)
                .set("LENGTH", size)
                .set("SCALE", row.getObject("decimal_digits", Integer.class))
                .set("RADIX", 10)
                .set("NULLABLE", Nullability.number(nullable))
                .set("REMARKS", row.getString("remarks"))
                .set("COLUMN_DEF", row.getString("parameter_default"))
                .set("ORDINAL_POSITION", row.getInt("ordinal_position"))
                .set("IS_NULLABLE", nullable)
                .set("SPECIFIC_NAME", row.getString("specific_name"));
    }

    private static int type(@Nullable String mode) {
        return "RESULT".equals(mode) ? DatabaseMetaData.procedureColumnResult : DatabaseMetaData.procedureColumnIn;
    }
}
