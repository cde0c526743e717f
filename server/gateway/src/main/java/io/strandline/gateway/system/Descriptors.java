package io.strandline.gateway.system;

import io.strandline.common.Role;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.Parameter;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlCatalog;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.SqlType;
import io.strandline.sqlkit.TableFunction;
import io.strandline.sqlkit.VirtualTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tables and procedures of the control plane, as rows: made once from the descriptors, in order of name. */
final class Descriptors {
    /** The catalog of the control plane. */
    static final String CATALOG = "strandline";

    private final List<SchemaRow> schemas = new ArrayList<>();
    private final List<TableRow> tables = new ArrayList<>();
    private final List<ColumnRow> columns = new ArrayList<>();
    private final List<KeyRow> keys = new ArrayList<>();
    private final List<RoutineRow> routines = new ArrayList<>();
    private final List<ParameterRow> parameters = new ArrayList<>();
    private final List<SqlModule> modules;

    /** A schema. */
    record SchemaRow(String catalog, String schema, String remarks) {}

    /**
     * A table.
     *
     * @param type TABLE, VIEW or SYSTEM TABLE
     */
    record TableRow(String catalog, String schema, String table, String type, String remarks) {
        /** A table of the control plane: tools that list tables leave system tables out, and its own are what users come for. */
        static TableRow of(String schema, VirtualTable<?> table) {
            String type = schema.equals("information_schema") ? "SYSTEM TABLE" : "TABLE";
            return new TableRow(CATALOG, schema, table.name(), type, table.remarks());
        }
    }

    /** A column of a table; ordinals begin at 1. */
    record ColumnRow(TableRow table, Column<?> column, int ordinal) {}

    /** A column of a primary key; ordinals begin at 1. */
    record KeyRow(TableRow table, String column, int ordinal) {
        String constraint() {
            return table.table() + "_key";
        }
    }

    /**
     * A procedure, or a function that gives a table.
     *
     * @param type PROCEDURE or FUNCTION
     * @param role that a caller needs
     */
    record RoutineRow(
            String schema,
            String name,
            String type,
            String remarks,
            Role role,
            boolean changes,
            List<Parameter> parameters,
            List<? extends Column<?>> columns) {
        static RoutineRow of(String schema, Procedure<?> procedure) {
            return new RoutineRow(
                    schema,
                    procedure.name(),
                    "PROCEDURE",
                    procedure.remarks(),
                    procedure.role(),
                    procedure.changes(),
                    procedure.parameters(),
                    procedure.columns());
        }

        static RoutineRow of(String schema, TableFunction function) {
            return new RoutineRow(
                    schema,
                    function.name(),
                    "FUNCTION",
                    function.remarks(),
                    Role.READER,
                    false,
                    function.parameters(),
                    function.columns().list());
        }

        boolean isProcedure() {
            return type.equals("PROCEDURE");
        }
    }

    /**
     * A parameter of a procedure, or a column of its answer; ordinals of each begin at 1.
     *
     * @param parameter null for a column of the answer
     */
    record ParameterRow(
            RoutineRow routine,
            String name,
            SqlType type,
            int ordinal,
            @Nullable Parameter parameter,
            String remarks) {
        boolean isParameter() {
            return parameter != null;
        }

        boolean isOptional() {
            return parameter != null && parameter.optional();
        }

        @Nullable
        String defaultText() {
            return parameter == null || parameter.defaultValue() == null
                    ? null
                    : parameter.defaultValue().toString();
        }
    }

    Descriptors(List<SqlModule> modules) {
        this.modules = List.copyOf(modules);
        Map<String, String> remarks = new TreeMap<>();
        Map<TableRow, VirtualTable<?>> described =
                new TreeMap<>(Comparator.comparing(TableRow::schema).thenComparing(TableRow::table));
        for (SqlModule module : modules) {
            remarks.putIfAbsent(module.schema(), module.remarks());
            module.tables().forEach(table -> described.put(TableRow.of(module.schema(), table), table));
            module.procedures().forEach(procedure -> routines.add(RoutineRow.of(module.schema(), procedure)));
            module.functions().forEach(function -> routines.add(RoutineRow.of(module.schema(), function)));
        }
        remarks.forEach((schema, text) -> schemas.add(new SchemaRow(CATALOG, schema, text)));
        routines.sort(Comparator.comparing(RoutineRow::schema).thenComparing(RoutineRow::name));
        tables.addAll(described.keySet());
        described.forEach(this::addColumns);
        routines.forEach(this::addParameters);
    }

    private void addColumns(TableRow row, VirtualTable<?> table) {
        int ordinal = 1;
        for (Column<?> column : table.columns()) {
            columns.add(new ColumnRow(row, column, ordinal++));
        }
        ordinal = 1;
        for (String column : table.key()) {
            keys.add(new KeyRow(row, column, ordinal++));
        }
    }

    private void addParameters(RoutineRow row) {
        int ordinal = 1;
        for (Parameter p : row.parameters()) {
            parameters.add(new ParameterRow(row, p.name(), p.type(), ordinal++, p, p.remarks()));
        }
        ordinal = 1;
        for (Column<?> c : row.columns()) {
            parameters.add(new ParameterRow(row, c.name(), c.type(), ordinal++, null, c.remarks()));
        }
    }

    /** The catalogs beside the control plane's, as there are now. */
    List<SqlCatalog> catalogs() {
        return modules.stream().flatMap(module -> module.catalogs().stream()).toList();
    }

    List<SchemaRow> schemas() {
        return schemas;
    }

    List<TableRow> tables() {
        return tables;
    }

    List<ColumnRow> columns() {
        return columns;
    }

    List<KeyRow> keys() {
        return keys;
    }

    List<RoutineRow> routines() {
        return routines;
    }

    List<ParameterRow> parameters() {
        return parameters;
    }
}
