package io.strandline.catalog.trino;

import io.strandline.catalog.DesiredTable;
import io.strandline.catalog.TableField;
import io.strandline.catalog.TargetTable;
import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The statements that a catalog of Trino is asked with.
 *
 * @param catalog its name in Trino
 */
record TrinoSql(String catalog) {
    /** Property that says what the files of an external table are. */
    static final String FORMAT = "format";

    private static final Set<String> FORMATS = Set.of("csv", "json", "parquet");

    /** A name in double quotes: none is a reserved word then. */
    static String name(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    String probe() {
        return "SELECT 1 FROM " + schemaOf("schemata") + " LIMIT 1";
    }

    String namespaces() {
        return "SELECT schema_name FROM " + schemaOf("schemata") + " WHERE schema_name <> 'information_schema'";
    }

    /** Names and types in order of name. */
    String list(String namespace, Optional<String> after, int limit) {
        return "SELECT table_name, table_type FROM " + schemaOf("tables") + " WHERE table_schema = "
                + SqlNames.literal(namespace)
                + after.map(name -> " AND table_name > " + SqlNames.literal(name))
                        .orElse("")
                + " ORDER BY table_name LIMIT " + limit;
    }

    String count(String namespace) {
        return "SELECT COUNT(*) FROM " + schemaOf("tables") + " WHERE table_schema = " + SqlNames.literal(namespace);
    }

    String typeOf(TableRef table) {
        return "SELECT table_type FROM " + schemaOf("tables") + " WHERE table_schema = "
                + SqlNames.literal(table.namespace().get(0)) + " AND table_name = " + SqlNames.literal(table.name());
    }

    String describe(TableRef table) {
        return "DESCRIBE " + text(table);
    }

    String showCreate(TableRef table) {
        return "SHOW CREATE TABLE " + text(table);
    }

    String drop(TableRef table) {
        return "DROP TABLE " + text(table);
    }

    /**
     * The statement that makes an external table over files that are there.
     *
     * @throws StrandlineException {@code NOT_SUPPORTED} for anything else that a desired table can say
     */
    String create(TableRef table, TargetTable target) {
        Map<String, String> properties = new TreeMap<>(target.setProperties());
        String comment = properties.remove(DesiredTable.COMMENT);
        String format = properties.remove(FORMAT);
        if (target.location() == null || format == null || !FORMATS.contains(format)) {
            throw unsupported(
                    table,
                    "only external tables are created in Trino: give a location, and the property format as csv, json or"
                            + " parquet");
        }
        if (!properties.isEmpty()) {
            throw unsupported(table, "Trino takes no property " + String.join(", ", properties.keySet()));
        }
        if (!empty(target.partitioning()) || !empty(target.sorting()) || !empty(target.identifierFields())) {
            throw unsupported(table, "an external table in Trino has no partition, sort or identifier fields here");
        }
        List<TableField> columns = Objects.requireNonNull(target.columns());
        return "CREATE TABLE " + text(table)
                + columns.stream().map(column -> column(table, column)).collect(Collectors.joining(", ", " (", ")"))
                + (comment == null ? "" : " COMMENT " + SqlNames.literal(comment))
                + " WITH (external_location = " + SqlNames.literal(target.location()) + ", format = "
                + SqlNames.literal(Text.upper(format)) + ")";
    }

    private static String column(TableRef table, TableField column) {
        if (column.required() || column.defaultValue() != null) {
            throw unsupported(
                    table,
                    "column " + SqlNames.quoteIfNeeded(column.name())
                            + " of an external table may be NULL and has no default");
        }
        return name(column.name()) + " " + TrinoTypes.write(column.type())
                + (column.comment() == null ? "" : " COMMENT " + SqlNames.literal(column.comment()));
    }

    private static boolean empty(@Nullable List<?> parts) {
        return parts == null || parts.isEmpty();
    }

    static StrandlineException unsupported(TableRef table, String why) {
        return new StrandlineException(ErrorCode.NOT_SUPPORTED, table + ": " + why + ".");
    }

    private String schemaOf(String view) {
        return name(catalog) + ".information_schema." + view;
    }

    private String text(TableRef table) {
        return name(catalog) + "." + name(table.namespace().get(0)) + "." + name(table.name());
    }
}
