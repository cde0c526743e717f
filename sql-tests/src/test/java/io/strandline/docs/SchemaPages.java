package io.strandline.docs;

import static io.strandline.docs.Markdown.code;
import static io.strandline.docs.Markdown.link;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One page for each schema, from what the gateway says of itself: its tables with columns, its procedures. */
final class SchemaPages {
    private static final String SCHEMATA =
            "SELECT schema_name, remarks FROM information_schema.schemata WHERE catalog_name = 'strandline' ORDER BY schema_name";
    private static final String TABLES =
            "SELECT table_name, remarks FROM information_schema.tables" + " WHERE table_schema = ? ORDER BY table_name";
    private static final String COLUMNS = "SELECT column_name, data_type, is_nullable, remarks"
            + " FROM information_schema.columns WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position";
    private static final String KEYS = "SELECT column_name FROM information_schema.key_column_usage"
            + " WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position";
    private static final String PROCEDURES = "SELECT procedure_name, remarks, signature, required_role, is_changing"
            + " FROM runtime.procedures WHERE schema_name = ? ORDER BY procedure_name";
    private static final String PARAMETERS = "SELECT parameter_name, data_type, is_optional, default_value, remarks"
            + " FROM runtime.parameters WHERE schema_name = ? AND procedure_name = ? ORDER BY ordinal";
    private static final String ANSWER = "SELECT parameter_name, data_type, is_nullable, remarks"
            + " FROM information_schema.parameters WHERE specific_schema = ? AND specific_name = ?"
            + " AND routine_type = ? AND parameter_mode = 'RESULT' ORDER BY ordinal_position";
    private static final String FUNCTIONS = "SELECT specific_name, remarks FROM information_schema.routines"
            + " WHERE specific_schema = ? AND routine_type = 'FUNCTION' ORDER BY specific_name";
    private static final String ARGUMENTS = "SELECT parameter_name, data_type, is_optional, parameter_default, remarks"
            + " FROM information_schema.parameters WHERE specific_schema = ? AND specific_name = ?"
            + " AND routine_type = 'FUNCTION' AND parameter_mode = 'IN' ORDER BY ordinal_position";

    private final Connection connection;

    SchemaPages(Connection connection) {
        this.connection = connection;
    }

    /** By path below the reference. */
    void addTo(Map<String, String> pages) throws SQLException {
        List<List<String>> index = new ArrayList<>();
        for (List<String> schema : rows(SCHEMATA)) {
            String name = schema.get(0);
            pages.put(name + ".md", page(name, schema.get(1)));
            index.add(List.of(
                    link(name, name + ".md"),
                    names(rows(TABLES, name)),
                    names(rows(FUNCTIONS, name)),
                    names(rows(PROCEDURES, name)),
                    schema.get(1)));
        }
        pages.put(
                "README.md",
                Markdown.page("Reference")
                        .paragraph("What a gateway serves in its catalog `strandline`, as its `information_schema` and"
                                + " `CALL help()` say it too. " + link("Errors", "errors/README.md")
                                + " have pages of their own.")
                        .table(List.of("schema", "tables", "functions", "procedures", "holds"), index)
                        .toString());
    }

    private static String names(List<List<String>> rows) {
        return String.join(", ", rows.stream().map(row -> code(row.get(0))).toList());
    }

    private String page(String schema, String remarks) throws SQLException {
        Markdown page = Markdown.page("Schema " + schema).paragraph(remarks);
        for (List<String> table : rows(TABLES, schema)) {
            describeTable(page, schema, table);
        }
        for (List<String> function : rows(FUNCTIONS, schema)) {
            describeFunction(page, schema, function);
        }
        for (List<String> procedure : rows(PROCEDURES, schema)) {
            describeProcedure(page, schema, procedure);
        }
        return page.toString();
    }

    private void describeTable(Markdown page, String schema, List<String> table) throws SQLException {
        page.heading(2, "Table " + schema + "." + table.get(0)).paragraph(table.get(1));
        page.table(List.of("column", "type", "NULL", "means"), described(rows(COLUMNS, schema, table.get(0))));
        List<List<String>> key = rows(KEYS, schema, table.get(0));
        if (!key.isEmpty()) {
            page.paragraph("Key: " + names(key) + ".");
        }
    }

    private void describeProcedure(Markdown page, String schema, List<String> procedure) throws SQLException {
        String name = procedure.get(0);
        page.heading(2, "Procedure " + schema + "." + name).paragraph(procedure.get(1));
        page.paragraph(code(procedure.get(2)));
        page.paragraph("Role: " + procedure.get(3) + ". "
                + (procedure.get(4).equals("true") ? "It changes something, at most once." : "It changes nothing."));
        describeParameters(page, rows(PARAMETERS, schema, name), "true");
        page.paragraph("Answer:");
        page.table(List.of("column", "type", "NULL", "means"), described(rows(ANSWER, schema, name, "PROCEDURE")));
    }

    private void describeFunction(Markdown page, String schema, List<String> function) throws SQLException {
        String name = schema + "." + function.get(0);
        page.heading(2, "Function " + name).paragraph(function.get(1));
        page.paragraph(code("SELECT … FROM TABLE(" + name + "(…))") + ". Arguments are literals.");
        describeParameters(page, rows(ARGUMENTS, schema, function.get(0)), "YES");
        page.paragraph("Table:");
        page.table(
                List.of("column", "type", "NULL", "means"),
                described(rows(ANSWER, schema, function.get(0), "FUNCTION")));
    }

    /** Name, type, whether it is optional, default, remarks. */
    private static void describeParameters(Markdown page, List<List<String>> rows, String yes) {
        page.table(
                List.of("parameter", "type", "left out", "means"),
                rows.stream()
                        .map(row -> {
                            String left = row.get(3).isEmpty() ? "optional" : "default " + code(row.get(3));
                            String out = row.get(2).equals(yes) ? left : "must be given";
                            return List.of(code(row.get(0)), row.get(1), out, row.get(4));
                        })
                        .toList());
    }

    /** Name, type, YES or NO, remarks. */
    private static List<List<String>> described(List<List<String>> rows) {
        return rows.stream()
                .map(row -> List.of(code(row.get(0)), row.get(1), row.get(2).equals("YES") ? "yes" : "no", row.get(3)))
                .toList();
    }

    private List<List<String>> rows(String sql, String... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet answer = statement.executeQuery()) {
                List<List<String>> rows = new ArrayList<>();
                int width = answer.getMetaData().getColumnCount();
                while (answer.next()) {
                    List<String> row = new ArrayList<>();
                    for (int i = 1; i <= width; i++) {
                        String value = answer.getString(i);
                        row.add(value == null ? "" : value);
                    }
                    rows.add(row);
                }
                return rows;
            }
        }
    }
}
