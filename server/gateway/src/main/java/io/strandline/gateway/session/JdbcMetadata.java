package io.strandline.gateway.session;

import java.sql.DatabaseMetaData;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/**
 * JDBC's metadata for clients that ask by Avatica's own requests, answered from {@code information_schema} as the session's
 * user sees it. Names are matched here, not by SQL: {@code _} and {@code %} with a backslash as escape.
 */
final class JdbcMetadata {
    private static final List<String> TABLE_TYPE_NAMES = List.of("SYSTEM TABLE", "TABLE", "VIEW");
    private static final JdbcTable CATALOGS = JdbcTable.of("TABLE_CAT");
    private static final JdbcTable SCHEMAS = JdbcTable.of("TABLE_SCHEM", "TABLE_CATALOG");
    private static final JdbcTable TABLE_TYPES = JdbcTable.of("TABLE_TYPE");
    private static final JdbcTable TABLES = JdbcTable.of(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "TABLE_TYPE",
            "REMARKS",
            "TYPE_CAT",
            "TYPE_SCHEM",
            "TYPE_NAME",
            "SELF_REFERENCING_COL_NAME",
            "REF_GENERATION");
    private static final JdbcTable COLUMNS = JdbcTable.of(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "COLUMN_NAME",
            "DATA_TYPE:int",
            "TYPE_NAME",
            "COLUMN_SIZE:int",
            "BUFFER_LENGTH:int",
            "DECIMAL_DIGITS:int",
            "NUM_PREC_RADIX:int",
            "NULLABLE:int",
            "REMARKS",
            "COLUMN_DEF",
            "SQL_DATA_TYPE:int",
            "SQL_DATETIME_SUB:int",
            "CHAR_OCTET_LENGTH:int",
            "ORDINAL_POSITION:int",
            "IS_NULLABLE",
            "SCOPE_CATALOG",
            "SCOPE_SCHEMA",
            "SCOPE_TABLE",
            "SOURCE_DATA_TYPE:short",
            "IS_AUTOINCREMENT",
            "IS_GENERATEDCOLUMN");

    private final Query query;

    JdbcMetadata(Query query) {
        this.query = query;
    }

    /** Runs a query of the gateway's own. */
    @FunctionalInterface
    interface Query {
        List<Object[]> rows(String sql, List<@Nullable TypedValue> parameters);
    }

    JdbcTable.Rows catalogs() {
        return CATALOGS.rows(query.rows("SELECT catalog_name FROM information_schema.catalogs", List.of()).stream()
                .sorted(by(0))
                .toList());
    }

    JdbcTable.Rows schemas(@Nullable String catalog, LikePattern schemas) {
        String sql = "SELECT schema_name, catalog_name FROM information_schema.schemata";
        Conditions conditions = new Conditions().equal("catalog_name", catalog).equal("schema_name", schemas);
        List<Object[]> rows = conditions.rows(sql).stream()
                .filter(row -> schemas.matches((String) row[0]))
                .sorted(by(1, 0))
                .toList();
        return SCHEMAS.rows(rows);
    }

    JdbcTable.Rows tables(
            @Nullable String catalog, LikePattern schemas, LikePattern tables, @Nullable List<String> types) {
        String sql =
                "SELECT table_catalog, table_schema, table_name, table_type, remarks FROM information_schema.tables";
        Set<String> wanted = types == null ? Set.of() : new HashSet<>(types);
        List<Object[]> rows = new ArrayList<>();
        for (Object[] found : of(catalog, schemas).equal("table_name", tables).rows(sql)) {
            String type = tableType((String) found[3]);
            if (schemas.matches((String) found[1])
                    && tables.matches((String) found[2])
                    && (types == null || wanted.contains(type))) {
                rows.add(row(found[0], found[1], found[2], type, found[4], null, null, null, null, null));
            }
        }
        rows.sort(by(3, 0, 1, 2));
        return TABLES.rows(rows);
    }

    JdbcTable.Rows columns(@Nullable String catalog, LikePattern schemas, LikePattern tables, LikePattern columns) {
        String sql = "SELECT table_catalog, table_schema, table_name, column_name, ordinal_position, column_default,"
                + " is_nullable, jdbc_type, type_name, column_size, decimal_digits, num_prec_radix, char_octet_length,"
                + " remarks FROM information_schema.columns";
        List<Object[]> rows = new ArrayList<>();
        for (Object[] found : of(catalog, schemas, tables).rows(sql)) {
            if (schemas.matches((String) found[1])
                    && tables.matches((String) found[2])
                    && columns.matches((String) found[3])) {
                rows.add(column(found));
            }
        }
        rows.sort(by(0, 1, 2).thenComparing(row -> ((Number) row[16]).intValue()));
        return COLUMNS.rows(rows);
    }

    private static Object[] column(Object[] found) {
        boolean nullable = "YES".equals(found[6]);
        return row(
                found[0],
                found[1],
                found[2],
                found[3],
                found[7],
                found[8],
                found[9],
                null,
                found[10],
                found[11],
                nullable ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls,
                found[13],
                found[5],
                null,
                null,
                octets(found[12]),
                found[4],
                nullable ? "YES" : "NO",
                null,
                null,
                null,
                null,
                "NO",
                "NO");
    }

    private static @Nullable Integer octets(@Nullable Object bytes) {
        return bytes == null ? null : (int) Math.min(Integer.MAX_VALUE, ((Number) bytes).longValue());
    }

    JdbcTable.Rows tableTypes() {
        return TABLE_TYPES.rows(TABLE_TYPE_NAMES.stream().map(JdbcMetadata::row).toList());
    }

    JdbcTable.Rows typeInfo() {
        return TypeInfo.rows();
    }

    /** A table's type as JDBC names it. */
    private static String tableType(@Nullable String type) {
        return type == null || type.equals("BASE TABLE") ? "TABLE" : type;
    }

    private Conditions of(@Nullable String catalog, LikePattern schemas) {
        return new Conditions().equal("table_catalog", catalog).equal("table_schema", schemas);
    }

    /**
     * What leaves the fewest tables to be looked at: reading the columns of one costs a look at its metadata, its name only a
     * listing. Tools leave {@code _} unescaped, which then means any character.
     */
    private Conditions of(@Nullable String catalog, LikePattern schemas, LikePattern tables) {
        Conditions conditions = of(catalog, schemas);
        if (tables.literal().isPresent() || !tables.isOfOneLength()) {
            return conditions.equal("table_name", tables);
        }
        Set<String> names = new TreeSet<>();
        conditions.rows("SELECT table_name FROM information_schema.tables").forEach(row -> {
            if (tables.matches((String) row[0])) {
                names.add((String) row[0]);
            }
        });
        return conditions.among("table_name", names);
    }

    /** Conditions of a query, collected. */
    private final class Conditions {
        /** More names than this are not worth a condition. */
        private static final int MOST_NAMES = 50;

        private final List<String> conditions = new ArrayList<>();
        private final List<@Nullable TypedValue> values = new ArrayList<>();

        /** The column has that value; null for any. */
        Conditions equal(String column, @Nullable String value) {
            if (value != null) {
                conditions.add(column + " = ?");
                values.add(OwnQueries.text(value));
            }
            return this;
        }

        /** The column matches, as far as one value can tell. */
        Conditions equal(String column, LikePattern pattern) {
            return equal(column, pattern.literal().orElse(null));
        }

        /** The column has one of those values. */
        Conditions among(String column, Set<String> names) {
            if (names.isEmpty()) {
                conditions.add("FALSE");
            } else if (names.size() <= MOST_NAMES) {
                conditions.add(column + " IN (" + String.join(", ", Collections.nCopies(names.size(), "?")) + ")");
                names.forEach(name -> values.add(OwnQueries.text(name)));
            }
            return this;
        }

        List<Object[]> rows(String sql) {
            return query.rows(conditions.isEmpty() ? sql : sql + " WHERE " + String.join(" AND ", conditions), values);
        }
    }

    private static Object[] row(@Nullable Object... values) {
        return values;
    }

    /** By those columns of text in turn, NULL first. */
    private static Comparator<Object[]> by(int... indexes) {
        return (a, b) -> {
            for (int index : indexes) {
                int order = Comparator.nullsFirst(Comparator.<String>naturalOrder())
                        .compare((String) a[index], (String) b[index]);
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        };
    }
}
