package io.strandline.gateway.session;

import java.util.ArrayList;
import java.util.List;
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

    private FakeSchema() {}

    /** What those of the gateway's own queries answer. */
    static List<Object[]> rows(String sql, List<TypedValue> parameters) {
        if (sql.contains("information_schema.columns")) {
            return first(COLUMNS, parameters);
        }
        if (sql.contains("information_schema.tables")) {
            return first(TABLES, parameters);
        }
        if (sql.startsWith("SELECT schema_name, catalog_name")) {
            List<Object[]> turned = new ArrayList<>();
            first(SCHEMATA, parameters).forEach(row -> turned.add(row(row[1], row[0])));
            return turned;
        }
        if (sql.startsWith("SELECT catalog_name")) {
            return SCHEMATA;
        }
        List<Object[]> found = first(SCHEMATA, parameters);
        if (parameters.size() > 1) {
            found.removeIf(row -> !row[1].equals(parameters.get(1).value));
        }
        return found;
    }

    private static List<Object[]> first(List<Object[]> rows, List<TypedValue> parameters) {
        List<Object[]> found = new ArrayList<>(rows);
        if (!parameters.isEmpty()) {
            found.removeIf(row -> !row[0].equals(parameters.get(0).value));
        }
        return found;
    }

    private static Object[] row(Object... values) {
        return values;
    }
}
