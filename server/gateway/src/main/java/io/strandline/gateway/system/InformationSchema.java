package io.strandline.gateway.system;

import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.Text;
import io.strandline.gateway.system.Described.CatalogRow;
import io.strandline.gateway.system.Descriptors.ColumnRow;
import io.strandline.gateway.system.Descriptors.KeyRow;
import io.strandline.gateway.system.Descriptors.ParameterRow;
import io.strandline.gateway.system.Descriptors.RoutineRow;
import io.strandline.gateway.system.Descriptors.SchemaRow;
import io.strandline.gateway.system.Descriptors.TableRow;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.SqlType;
import io.strandline.sqlkit.VirtualTable;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The schema {@code information_schema}: the standard's views, as far as there is something to say. */
final class InformationSchema implements SqlModule {
    private static final Columns<TableRow> TABLE = Columns.<TableRow>none()
            .column(Described.TABLE_CATALOG, text(), TableRow::catalog, "Catalog of the table.")
            .column(
                    "table_schema",
                    text(),
                    TableRow::schema,
                    "Schema of the table; of the lake's, its namespace as dotted text.")
            .column("table_name", text(), TableRow::table, "Name of the table.");

    /** What saves looking at the tables of the lake. */
    private static final String[] NAMES = {Described.TABLE_CATALOG, "table_schema", "table_name"};

    private static final Columns<RoutineRow> ROUTINE = Columns.<RoutineRow>none()
            .column("specific_catalog", text(), row -> Descriptors.CATALOG, "Catalog of the procedure.")
            .column("specific_schema", text(), RoutineRow::schema, "Schema of the procedure or function.")
            .column("specific_name", text(), RoutineRow::name, "Name of the procedure or function.");

    private final Supplier<Descriptors> descriptors;

    InformationSchema(Supplier<Descriptors> descriptors) {
        this.descriptors = descriptors;
    }

    @Override
    public String schema() {
        return "information_schema";
    }

    @Override
    public String remarks() {
        return "What there is: schemas, tables, columns, procedures and their parameters.";
    }

    @Override
    public List<VirtualTable<?>> tables() {
        return List.of(
                catalogTable(),
                schemata(),
                tableTable(),
                columnTable(),
                views(),
                constraints(),
                keyColumns(),
                routines(),
                parameters());
    }

    @Override
    public List<Procedure<?>> procedures() {
        return List.of();
    }

    private Described described() {
        return new Described(descriptors.get());
    }

    private VirtualTable<CatalogRow> catalogTable() {
        return VirtualTable.<CatalogRow>named("catalogs", "The catalogs, one row each; none of them is asked.")
                .column(Described.CATALOG_NAME, text(), CatalogRow::catalog, "Name of the catalog.")
                .column("remarks", text(), CatalogRow::remarks, "What the catalog holds.")
                .key(Described.CATALOG_NAME)
                .rows((wanted, call) -> described().catalogs());
    }

    private VirtualTable<SchemaRow> schemata() {
        return VirtualTable.<SchemaRow>named("schemata", "The schemas, one row each.")
                .column(Described.CATALOG_NAME, text(), SchemaRow::catalog, "Catalog of the schema.")
                .column(Described.SCHEMA_NAME, text(), SchemaRow::schema, "Name of the schema.")
                .column("remarks", text(), SchemaRow::remarks, "What the schema holds.")
                .key(Described.CATALOG_NAME, Described.SCHEMA_NAME)
                .pushes(Described.CATALOG_NAME, Described.SCHEMA_NAME)
                .rows((wanted, call) -> described().schemas(wanted, call));
    }

    private VirtualTable<TableRow> tableTable() {
        return VirtualTable.<TableRow>named("tables", "The tables, one row each.")
                .columns(TABLE)
                .column(
                        "table_type",
                        text(),
                        TableRow::type,
                        "TABLE; VIEW for those of the lake; SYSTEM TABLE for those of information_schema, which describe the others.")
                .column(
                        "remarks",
                        text(),
                        TableRow::remarks,
                        "What a row of the table is; empty for the lake's, whose comments catalog.tables has.")
                .key(NAMES)
                .pushes(NAMES)
                .rows((wanted, call) -> described().tables(wanted, call));
    }

    private VirtualTable<ColumnRow> columnTable() {
        return VirtualTable.<ColumnRow>named("columns", "The columns of all tables, one row each.")
                .columns(TABLE, ColumnRow::table)
                .column("column_name", text(), row -> row.column().name(), "Name of the column.")
                .column("ordinal_position", integer(), ColumnRow::ordinal, "Place in the table, from 1.")
                .column("column_default", text().orNull(), row -> null, "Nothing here has a default.")
                .column(
                        "is_nullable",
                        text(),
                        row -> JdbcTypes.yesOrNo(row.column().type().nullable()),
                        "YES if the column can be NULL.")
                .columns(JdbcTypes.COLUMNS, row -> row.column().type())
                .column("remarks", text(), row -> row.column().remarks(), "What the column means.")
                .key(Described.TABLE_CATALOG, "table_schema", "table_name", "column_name")
                .pushes(NAMES)
                .rows((wanted, call) -> described().columns(wanted, call));
    }

    private VirtualTable<TableRow> views() {
        return VirtualTable.<TableRow>named("views", "The views; the control plane has none.")
                .columns(TABLE)
                .column("view_definition", text(), row -> "", "Its query.")
                .rows((wanted, call) -> Stream.empty());
    }

    private VirtualTable<KeyRow> constraints() {
        return VirtualTable.<KeyRow>named("table_constraints", "The primary keys, one row each.")
                .columns(TABLE, KeyRow::table)
                .column("constraint_name", text(), KeyRow::constraint, "Name of the key.")
                .column("constraint_type", text(), row -> "PRIMARY KEY", "PRIMARY KEY.")
                .rows((wanted, call) -> descriptors.get().keys().stream().filter(row -> row.ordinal() == 1));
    }

    private VirtualTable<KeyRow> keyColumns() {
        return VirtualTable.<KeyRow>named("key_column_usage", "The columns of primary keys, one row each.")
                .columns(TABLE, KeyRow::table)
                .column("column_name", text(), KeyRow::column, "Column of the key.")
                .column("constraint_name", text(), KeyRow::constraint, "Name of the key.")
                .column("ordinal_position", integer(), KeyRow::ordinal, "Place in the key, from 1.")
                .rows((wanted, call) -> descriptors.get().keys().stream());
    }

    private VirtualTable<RoutineRow> routines() {
        return VirtualTable.<RoutineRow>named(
                        "routines", "The procedures, and the functions that give tables, one row each.")
                .columns(ROUTINE)
                .column(
                        "routine_type",
                        text(),
                        RoutineRow::type,
                        "PROCEDURE, which CALL runs, or FUNCTION, which is selected from.")
                .column("remarks", text(), RoutineRow::remarks, "What it does.")
                .column(
                        "role_required",
                        text(),
                        row -> Text.lower(row.role().name()),
                        "Role a caller needs: reader, operator or admin.")
                .column("is_changing", bool(), RoutineRow::changes, "Whether it changes anything.")
                .key("specific_catalog", "specific_schema", "specific_name")
                .rows((wanted, call) -> descriptors.get().routines().stream());
    }

    private VirtualTable<ParameterRow> parameters() {
        return VirtualTable.<ParameterRow>named(
                        "parameters",
                        "What procedures, and functions that give tables, take and what they answer, one row each.")
                .columns(ROUTINE, ParameterRow::routine)
                .column("routine_type", text(), row -> row.routine().type(), "PROCEDURE or FUNCTION, as in routines.")
                .column("ordinal_position", integer(), ParameterRow::ordinal, "Place among its mode, from 1.")
                .column(
                        "parameter_mode",
                        text(),
                        row -> row.isParameter() ? "IN" : "RESULT",
                        "IN for a parameter, RESULT for a column of the answer.")
                .column("parameter_name", text(), ParameterRow::name, "Name of the parameter or column.")
                .columns(JdbcTypes.COLUMNS, ParameterRow::type)
                .column(
                        "is_nullable",
                        text(),
                        row -> JdbcTypes.yesOrNo(row.type().nullable()),
                        "YES if it can be NULL.")
                .column(
                        "is_optional",
                        text(),
                        row -> JdbcTypes.yesOrNo(row.isOptional()),
                        "YES if a call may leave it out.")
                .column("parameter_default", text().orNull(), ParameterRow::defaultText, "What it is when left out.")
                .column("remarks", text(), ParameterRow::remarks, "What it means.")
                .key("specific_catalog", "specific_schema", "specific_name", "parameter_mode", "ordinal_position")
                .rows((wanted, call) -> descriptors.get().parameters().stream());
    }

    /** The type of a parameter as help prints it, with the values it may have. */
    static String described(SqlType type) {
        return type.choices().isEmpty() ? type.sqlText() : type.sqlText() + ": " + String.join(", ", type.choices());
    }
}
