package io.strandline.gateway.session;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.remote.TypedValue;

/** A small {@code information_schema} for {@link FakeEngine}. */
final class FakeSchema {
    private static final List<Object[]> SCHEMATA = List.of(
            row("strandline", "reconcile"), row("strandline", "runtime"), row("prod", "sales"), row("prod", "sa_les"));

    private static final List<Object[]> TABLES = List.of(
            row("strandline", "reconcile", "findings", "SYSTEM TABLE", "What differs."),
            row("strandline", "runtime", "sessions", "SYSTEM TABLE", "Who is connected."),
            row("prod", "sales", "order_items", "BASE TABLE", null),
            row("prod", "sales", "orderxitems", "VIEW", null),
            row("prod", "sales", "表é😀", "BASE TABLE", null));

    private static final List<Object[]> COLUMNS = List.of(
            row(
                    "prod",
                    "sales",
                    "order_items",
                    "total",
                    2,
                    null,
                    "YES",
                    3,
                    "DECIMAL",
                    10,
                    2,
                    10,
                    null,
                    "What it costs."),
            row("prod", "sales", "order_items", "id", 1, "0", "NO", -5, "BIGINT", 19, 0, 10, null, null),
            row("prod", "sales", "表é😀", "at", 1, null, "YES", 12, "VARCHAR", null, null, null, 1L << 40, null));

    private static final Pattern CONDITION = Pattern.compile("(\\w+) (= [?]|IN [(][?, ]+[)])");
    private static final List<String> COLUMN_NAMES = List.of("catalog", "schema", "name");

    private FakeSchema() {}

    /** What those of the gateway's own queries answer. */
    static List<Object[]> rows(String sql, List<TypedValue> parameters) {
        if (sql.contains("information_schema.columns")) {
            return matching(COLUMNS, sql, parameters);
        }
        if (sql.startsWith("SELECT table_name")) {
            return matching(TABLES, sql, parameters).stream()
                    .map(row -> row(row[2]))
                    .toList();
        }
        if (sql.contains("information_schema.tables")) {
            return matching(TABLES, sql, parameters);
        }
        if (sql.contains("information_schema.catalogs")) {
            return matching(List.of(row("strandline"), row("prod")), sql, parameters);
        }
        List<Object[]> found = matching(SCHEMATA, sql, parameters);
        return sql.startsWith("SELECT schema_name, catalog_name")
                ? found.stream().map(row -> row(row[1], row[0])).toList()
                : found;
    }

    /** Rows that have the parameters in the columns they are compared with. */
    private static List<Object[]> matching(List<Object[]> rows, String sql, List<TypedValue> parameters) {
        List<Object[]> found = new ArrayList<>(rows);
        Iterator<TypedValue> values = parameters.iterator();
        Matcher condition = CONDITION.matcher(sql);
        while (condition.find()) {
            int column = COLUMN_NAMES.indexOf(condition.group(1).replaceFirst("^table_|_name$", ""));
            Set<Object> wanted = new HashSet<>();
            condition.group(2).chars().filter(c -> c == '?').forEach(c -> wanted.add(values.next().value));
            found.removeIf(row -> !wanted.contains(row[column]));
        }
        return found;
    }

    private static Object[] row(Object... values) {
        return values;
    }
}
