package io.strandline.jdbc.internal.metadata;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** {@link DatabaseMetaData#getTypeInfo}: the SQL types of the gateway, by JDBC number. No request. */
final class TypeInfoCall {
    private static final int MAX_DECIMAL = 38;
    private static final int MAX_LENGTH = Integer.MAX_VALUE;

    private TypeInfoCall() {}

    static ResultSet answer() throws SQLException {
        Rows rows = new Rows(Layout.TYPE_INFO);
        number(rows, "TINYINT", Types.TINYINT, 3, 0, null);
        number(rows, "BIGINT", Types.BIGINT, 19, 0, null);
        quoted(rows, "VARBINARY", Types.VARBINARY, MAX_LENGTH, "X'", "length");
        quoted(rows, "BINARY", Types.BINARY, MAX_LENGTH, "X'", "length");
        quoted(rows, "CHAR", Types.CHAR, MAX_LENGTH, "'", "length");
        number(rows, "DECIMAL", Types.DECIMAL, MAX_DECIMAL, MAX_DECIMAL, "precision,scale");
        number(rows, "INTEGER", Types.INTEGER, 10, 0, null);
        number(rows, "SMALLINT", Types.SMALLINT, 5, 0, null);
        number(rows, "REAL", Types.REAL, 7, 0, null);
        number(rows, "DOUBLE", Types.DOUBLE, 15, 0, null);
        quoted(rows, "VARCHAR", Types.VARCHAR, MAX_LENGTH, "'", "length");
        type(rows, "BOOLEAN", Types.BOOLEAN, 1);
        quoted(rows, "DATE", Types.DATE, 10, "DATE '", null);
        quoted(rows, "TIME", Types.TIME, 12, "TIME '", "precision");
        quoted(rows, "TIMESTAMP", Types.TIMESTAMP, 23, "TIMESTAMP '", "precision");
        quoted(
                rows,
                "TIMESTAMP_WITH_LOCAL_TIME_ZONE",
                Types.TIMESTAMP,
                23,
                "TIMESTAMP WITH LOCAL TIME ZONE '",
                "precision");
        type(rows, "ARRAY", Types.ARRAY, 0);
        return rows.sortBy("DATA_TYPE").toResultSet();
    }

    private static void number(
            Rows rows, String name, int jdbcType, int precision, int maxScale, @Nullable String parameters) {
        type(rows, name, jdbcType, precision)
                .set("CREATE_PARAMS", parameters)
                .set("FIXED_PREC_SCALE", jdbcType == Types.DECIMAL)
                .set("MINIMUM_SCALE", 0)
                .set("MAXIMUM_SCALE", maxScale)
                .set("NUM_PREC_RADIX", 10);
    }

    private static void quoted(
            Rows rows, String name, int jdbcType, int precision, String prefix, @Nullable String parameters) {
        type(rows, name, jdbcType, precision)
                .set("LITERAL_PREFIX", prefix)
                .set("LITERAL_SUFFIX", "'")
                .set("CREATE_PARAMS", parameters);
    }

    private static Rows type(Rows rows, String name, int jdbcType, int precision) {
        return rows.add()
                .set("TYPE_NAME", name)
                .set("LOCAL_TYPE_NAME", name)
                .set("DATA_TYPE", jdbcType)
                .set("PRECISION", precision)
                .set("NULLABLE", DatabaseMetaData.typeNullable)
                .set("CASE_SENSITIVE", jdbcType == Types.VARCHAR || jdbcType == Types.CHAR)
                .set("SEARCHABLE", DatabaseMetaData.typeSearchable)
                .set("UNSIGNED_ATTRIBUTE", false)
                .set("FIXED_PREC_SCALE", false)
                .set("AUTO_INCREMENT", false)
                .set("MINIMUM_SCALE", 0)
                .set("MAXIMUM_SCALE", 0);
    }
}
