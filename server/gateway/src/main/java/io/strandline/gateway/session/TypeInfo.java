package io.strandline.gateway.session;

import java.sql.DatabaseMetaData;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The SQL types as {@link DatabaseMetaData#getTypeInfo()} describes them, ordered by their JDBC type. */
final class TypeInfo {
    private static final JdbcTable TABLE = JdbcTable.of(
            "TYPE_NAME",
            "DATA_TYPE:int",
            "PRECISION:int",
            "LITERAL_PREFIX",
            "LITERAL_SUFFIX",
            "CREATE_PARAMS",
            "NULLABLE:short",
            "CASE_SENSITIVE:bool",
            "SEARCHABLE:short",
            "UNSIGNED_ATTRIBUTE:bool",
            "FIXED_PREC_SCALE:bool",
            "AUTO_INCREMENT:bool",
            "LOCAL_TYPE_NAME",
            "MINIMUM_SCALE:short",
            "MAXIMUM_SCALE:short",
            "SQL_DATA_TYPE:int",
            "SQL_DATETIME_SUB:int",
            "NUM_PREC_RADIX:int");

    private static final List<Object[]> ROWS = new ArrayList<>();

    static {
        number("TINYINT", Types.TINYINT, 3, 0);
        number("BIGINT", Types.BIGINT, 19, 0);
        other("VARBINARY", Types.VARBINARY, Integer.MAX_VALUE, "x'", "length");
        number("DECIMAL", Types.DECIMAL, 38, 38);
        number("INTEGER", Types.INTEGER, 10, 0);
        number("SMALLINT", Types.SMALLINT, 5, 0);
        number("REAL", Types.REAL, 7, null);
        number("DOUBLE", Types.DOUBLE, 15, null);
        other("VARCHAR", Types.VARCHAR, Integer.MAX_VALUE, "'", "length");
        other("BOOLEAN", Types.BOOLEAN, 1, null, null);
        other("DATE", Types.DATE, 10, "DATE '", null);
        time("TIME", Types.TIME, 12, "TIME '");
        time("TIMESTAMP", Types.TIMESTAMP, 23, "TIMESTAMP '");
        time("TIMESTAMP_WITH_LOCAL_TIME_ZONE", Types.TIMESTAMP, 23, "TIMESTAMP WITH LOCAL TIME ZONE '");
        other("ARRAY", Types.ARRAY, 0, null, null);
    }

    private TypeInfo() {}

    /** One row for each type. */
    static JdbcTable.Rows rows() {
        return TABLE.rows(ROWS);
    }

    private static void number(String name, int jdbcType, int digits, @Nullable Integer mostScale) {
        String parameters = jdbcType == Types.DECIMAL ? "precision,scale" : null;
        add(name, jdbcType, digits, null, parameters, mostScale, 10);
    }

    private static void time(String name, int jdbcType, int size, String prefix) {
        add(name, jdbcType, size, prefix, "precision", 3, null);
    }

    private static void other(
            String name, int jdbcType, int size, @Nullable String prefix, @Nullable String parameters) {
        add(name, jdbcType, size, prefix, parameters, null, null);
    }

    private static void add(
            String name,
            int jdbcType,
            int size,
            @Nullable String prefix,
            @Nullable String parameters,
            @Nullable Integer mostScale,
            @Nullable Integer radix) {
        ROWS.add(row(
                name,
                jdbcType,
                size,
                prefix,
                prefix == null ? null : "'",
                parameters,
                (short) DatabaseMetaData.typeNullable,
                jdbcType == Types.VARCHAR,
                (short) DatabaseMetaData.typeSearchable,
                radix == null,
                false,
                false,
                null,
                mostScale == null ? null : Short.valueOf((short) 0),
                mostScale == null ? null : Short.valueOf(mostScale.shortValue()),
                null,
                null,
                radix));
    }

    private static Object[] row(@Nullable Object... values) {
        return values;
    }
}
