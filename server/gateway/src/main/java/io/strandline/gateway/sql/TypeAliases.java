package io.strandline.gateway.sql;

import static java.util.Map.entry;

import io.strandline.common.Text;
import java.util.Map;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Names that other dialects, and JDBC, have for types. Stateless. */
final class TypeAliases {
    private static final Map<String, SqlTypeName> NAMES = Map.ofEntries(
            entry("bool", SqlTypeName.BOOLEAN),
            entry("bytea", SqlTypeName.VARBINARY),
            entry("bytes", SqlTypeName.VARBINARY),
            entry("float4", SqlTypeName.REAL),
            entry("float64", SqlTypeName.DOUBLE),
            entry("float8", SqlTypeName.DOUBLE),
            entry("int2", SqlTypeName.SMALLINT),
            entry("int4", SqlTypeName.INTEGER),
            entry("int64", SqlTypeName.BIGINT),
            entry("int8", SqlTypeName.BIGINT),
            entry("json", SqlTypeName.VARCHAR),
            entry("jsonb", SqlTypeName.VARCHAR),
            entry("string", SqlTypeName.VARCHAR),
            entry("text", SqlTypeName.VARCHAR),
            // as metadata names it
            entry("timestamp_with_local_time_zone", SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE),
            entry("timestamptz", SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE));

    /** What JDBC's CONVERT names them, less its prefix. */
    private static final Map<String, SqlTypeName> JDBC_NAMES = Map.ofEntries(
            entry("bigint", SqlTypeName.BIGINT),
            entry("binary", SqlTypeName.VARBINARY),
            entry("bit", SqlTypeName.BOOLEAN),
            entry("boolean", SqlTypeName.BOOLEAN),
            entry("char", SqlTypeName.VARCHAR),
            entry("date", SqlTypeName.DATE),
            entry("decimal", SqlTypeName.DECIMAL),
            entry("double", SqlTypeName.DOUBLE),
            entry("float", SqlTypeName.DOUBLE),
            entry("integer", SqlTypeName.INTEGER),
            entry("longvarbinary", SqlTypeName.VARBINARY),
            entry("longvarchar", SqlTypeName.VARCHAR),
            entry("numeric", SqlTypeName.DECIMAL),
            entry("real", SqlTypeName.REAL),
            entry("smallint", SqlTypeName.SMALLINT),
            entry("time", SqlTypeName.TIME),
            entry("timestamp", SqlTypeName.TIMESTAMP),
            entry("tinyint", SqlTypeName.TINYINT),
            entry("varbinary", SqlTypeName.VARBINARY),
            entry("varchar", SqlTypeName.VARCHAR));

    /** Digits of a decimal that says none: as many before the point as after it. */
    private static final int DECIMAL_DIGITS = 38;

    private static final int DECIMAL_SCALE = 19;

    private TypeAliases() {}

    /** The type that is meant, or the same if it is none of these names. */
    static SqlDataTypeSpec resolve(SqlDataTypeSpec type) {
        if (!(type.getTypeNameSpec() instanceof SqlUserDefinedTypeNameSpec)
                || !type.getTypeName().isSimple()) {
            return type;
        }
        SqlTypeName meant = NAMES.get(Text.lower(type.getTypeName().getSimple()));
        return meant == null ? type : spec(meant, type.getParserPosition());
    }

    /** The type that JDBC's CONVERT means; null if it knows no such type. */
    static @Nullable SqlDataTypeSpec ofJdbc(String name, SqlParserPos at) {
        String lower = Text.lower(name);
        SqlTypeName meant = JDBC_NAMES.get(lower.startsWith("sql_") ? lower.substring("sql_".length()) : lower);
        return meant == null ? null : spec(meant, at);
    }

    private static SqlDataTypeSpec spec(SqlTypeName name, SqlParserPos at) {
        return new SqlDataTypeSpec(
                name == SqlTypeName.DECIMAL
                        ? new SqlBasicTypeNameSpec(name, DECIMAL_DIGITS, DECIMAL_SCALE, at)
                        : new SqlBasicTypeNameSpec(name, at),
                at);
    }
}
