package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.parser.SqlShow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.sql.SqlDescribeSchema;
import org.apache.calcite.sql.SqlDescribeTable;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** SHOW and DESCRIBE: each becomes the query over {@code information_schema} that answers it. For one session's options. */
final class ShowStatements {
    private static final String CATALOGS = "catalogs";
    private static final String SCHEMAS = "schemas";
    private static final String TABLES = "tables";
    private static final String COLUMNS = "columns";
    private static final String PROCEDURES = "procedures";

    private static final Map<String, Listing> LISTINGS = new TreeMap<>(Map.of(
            CATALOGS, new Listing("catalog_name", "catalogs", List.of(), "catalog_name"),
            SCHEMAS, new Listing("schema_name, remarks", "schemata", List.of("catalog_name"), "schema_name"),
            TABLES,
                    new Listing(
                            "table_name, table_type, remarks",
                            "tables",
                            List.of("table_catalog", "table_schema"),
                            "table_name"),
            COLUMNS,
                    new Listing(
                            "column_name, data_type, is_nullable, remarks",
                            "columns",
                            List.of("table_catalog", "table_schema", "table_name"),
                            "column_name"),
            PROCEDURES,
                    new Listing(
                            "specific_schema AS schema_name, specific_name AS procedure_name, role_required,"
                                    + " is_changing, remarks",
                            "routines",
                            List.of("specific_catalog", "specific_schema"),
                            "specific_name")));

    private final Names names;
    private final SessionOptions options;

    ShowStatements(Names names, SessionOptions options) {
        this.names = names;
        this.options = options;
    }

    /**
     * What there is of a kind.
     *
     * @param levels columns with the levels of the name after FROM
     * @param name column that LIKE is about
     */
    private record Listing(String columns, String table, List<String> levels, String name) {
        String query(List<String> within, @Nullable String pattern, @Nullable String column) {
            // functions are among the routines
            List<String> conditions =
                    new ArrayList<>(List.of(table.equals("routines") ? "routine_type = 'PROCEDURE'" : "TRUE"));
            for (int i = 0; i < within.size(); i++) {
                conditions.add(levels.get(i) + " = " + SqlNames.literal(within.get(i)));
            }
            if (pattern != null) {
                conditions.add(name + " LIKE " + SqlNames.literal(pattern));
            }
            if (column != null) {
                conditions.add(name + " = " + SqlNames.literal(column));
            }
            String order = levels.size() == 3 ? "ordinal_position" : name;
            return "SELECT " + columns + " FROM " + RootSchema.CONTROL_PLANE + ".information_schema." + table
                    + " WHERE " + String.join(" AND ", conditions) + " ORDER BY " + order;
        }
    }

    /** The query that answers, or null if the statement is none that shows. */
    @Nullable
    String query(SqlNode statement) {
        if (statement instanceof SqlShow show) {
            return show(show);
        }
        if (statement instanceof SqlDescribeSchema describe) {
            return listing(TABLES).query(names.schema(describe.getSchema().names), null, null);
        }
        if (statement instanceof SqlDescribeTable describe) {
            SqlIdentifier column = describe.getColumn();
            return listing(COLUMNS)
                    .query(names.table(describe.getTable().names), null, column == null ? null : column.getSimple());
        }
        return null;
    }

    private String show(SqlShow show) {
        String kind = show.kind().getSimple();
        return listing(kind)
                .query(
                        show.within().map(name -> within(kind, name.names)).orElseGet(() -> here(kind)),
                        show.pattern().orElse(null),
                        null);
    }

    private static Listing listing(String kind) {
        Listing listing = LISTINGS.get(kind);
        if (listing == null) {
            throw new StrandlineException(
                    ErrorCode.SYNTAX,
                    "SHOW knows no " + Text.cut(kind, 100) + Text.didYouMean(kind, LISTINGS.keySet()) + " It shows "
                            + String.join(", ", LISTINGS.keySet()) + ", FROM a name, LIKE a pattern.");
        }
        return listing;
    }

    private List<String> within(String kind, List<String> name) {
        return switch (kind) {
            case TABLES, PROCEDURES -> names.schema(name);
            case COLUMNS -> names.table(name);
            case SCHEMAS -> names.catalog(name);
            default ->
                throw new StrandlineException(
                        ErrorCode.SYNTAX, "SHOW CATALOGS takes no FROM: catalogs are in nothing. Leave it out.");
        };
    }

    /** What is shown when nothing is said of where: of the session's catalog and schema; procedures are called from all. */
    private List<String> here(String kind) {
        return switch (kind) {
            case SCHEMAS, PROCEDURES -> List.of(options.catalog());
            case TABLES -> List.of(options.catalog(), options.schema());
            case CATALOGS -> List.of();
            default ->
                throw new StrandlineException(
                        ErrorCode.SYNTAX, "SHOW COLUMNS wants a table. Write SHOW COLUMNS FROM a_schema.a_table.");
        };
    }
}
