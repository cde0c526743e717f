package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.calcite.StrandlineTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.jdbc.CalciteSchema;

/** Says of a table's name that is not there what part of it is wrong and what is nearest. */
final class Names {
    private static final String LIST = " SELECT * FROM information_schema.tables lists them.";

    /** Catalog, schema and table. */
    private static final int PARTS = 3;

    private final StatementSchemas schemas;
    private final SessionOptions options;

    Names(StatementSchemas schemas, SessionOptions options) {
        this.schemas = schemas;
        this.options = options;
    }

    /** What is missing. */
    record Missing(ErrorCode code, String message) {}

    Missing missing(List<String> name) {
        String last = name.get(name.size() - 1);
        if (name.size() == 1) {
            return table(name, last, everyTable(last));
        }
        String schema = name.get(name.size() - 2);
        if (name.size() > 2 && !schemas.hasCatalog(name.get(name.size() - 3))) {
            String catalog = name.get(name.size() - 3);
            return new Missing(
                    ErrorCode.NO_SUCH_CATALOG,
                    "no catalog " + SqlNames.quoteIfNeeded(catalog)
                            + Text.didYouMean(catalog, schemas.catalogNames())
                            + " SELECT * FROM information_schema.schemata lists catalogs and schemas." + nested(name));
        }
        String catalog = name.size() > 2 ? name.get(name.size() - 3) : catalogOf(schema);
        if (!schemas.hasSchema(catalog, schema)) {
            return new Missing(
                    ErrorCode.NO_SUCH_TABLE,
                    "no table " + SqlNames.dotted(name) + ": no schema " + SqlNames.quoteIfNeeded(schema)
                            + Text.didYouMean(schema, schemas.schemaNames(catalog))
                            + " SELECT * FROM information_schema.schemata lists them.");
        }
        return table(name, last, schemas.tableNames(catalog, schema, last));
    }

    /** Levels of a namespace are one name in SQL. */
    private String nested(List<String> name) {
        boolean levels = name.size() > 3 && schemas.hasCatalog(name.get(0));
        return levels
                ? " Write the levels of a namespace as one name: "
                        + SqlNames.dotted(List.of(
                                name.get(0),
                                SqlNames.dotted(name.subList(1, name.size() - 1)),
                                name.get(name.size() - 1)))
                        + "."
                : "";
    }

    /** Where a schema is meant to be that is named without its catalog. */
    private String catalogOf(String schema) {
        return schemas.hasSchema(RootSchema.CONTROL_PLANE, schema) ? RootSchema.CONTROL_PLANE : options.catalog();
    }

    private Missing table(List<String> name, String last, Set<String> candidates) {
        return new Missing(
                ErrorCode.NO_SUCH_TABLE, "no table " + SqlNames.dotted(name) + meant(last, candidates) + LIST);
    }

    /** Candidates may be qualified: what counts is their last part. */
    private static String meant(String last, Set<String> candidates) {
        List<String> lastParts = new ArrayList<>();
        candidates.forEach(candidate -> lastParts.add(candidate.substring(candidate.lastIndexOf('.') + 1)));
        return Text.nearest(last, lastParts)
                .map(part -> candidates.stream()
                        .filter(candidate -> candidate
                                .substring(candidate.lastIndexOf('.') + 1)
                                .equals(part))
                        .findFirst()
                        .orElse(part))
                .map(candidate -> "; did you mean \"" + candidate + "\"?")
                .orElse(".");
    }

    /** The columns of the table of that name; none if there is no such table. */
    List<String> columns(List<String> name) {
        List<String> place = find(name);
        return place.isEmpty()
                ? List.of()
                : schemas.table(place)
                        .map(CalciteSchema.TableEntry::getTable)
                        .filter(StrandlineTable.class::isInstance)
                        .map(table -> ((StrandlineTable) table)
                                .descriptor().columns().stream()
                                        .<String>map(Column::name)
                                        .toList())
                        .orElse(List.of());
    }

    /**
     * Catalog, schema and name of a table as a session writes it.
     *
     * @throws StrandlineException naming what is not there
     */
    List<String> table(List<String> name) {
        List<String> place = find(name);
        if (place.isEmpty()) {
            Missing missing = missing(name);
            throw new StrandlineException(missing.code(), missing.message());
        }
        return place;
    }

    /**
     * Catalog and name of a schema as a session writes it.
     *
     * @throws StrandlineException naming what is not there
     */
    List<String> schema(List<String> name) {
        String catalog = name.size() == 1
                ? options.catalog()
                : catalog(name.subList(0, 1)).get(0);
        String schema = name.get(name.size() - 1);
        if (name.size() > 2 || !schemas.hasSchema(catalog, schema)) {
            throw new StrandlineException(
                    ErrorCode.NO_SUCH_SCHEMA,
                    "no schema " + SqlNames.dotted(name)
                            + Text.didYouMean(schema, schemas.schemaNames(catalog))
                            + " SHOW SCHEMAS lists them.");
        }
        return List.of(catalog, schema);
    }

    /**
     * A catalog.
     *
     * @throws StrandlineException {@code NO_SUCH_CATALOG}
     */
    List<String> catalog(List<String> name) {
        if (name.size() > 1 || !schemas.hasCatalog(name.get(0))) {
            throw new StrandlineException(
                    ErrorCode.NO_SUCH_CATALOG,
                    "no catalog " + SqlNames.dotted(name) + Text.didYouMean(name.get(0), schemas.catalogNames())
                            + " SHOW CATALOGS lists them.");
        }
        return name;
    }

    /** Whether a name is that of a catalog and of no schema of the session's. */
    boolean isCatalogOnly(String name) {
        return schemas.hasCatalog(name) && !schemas.hasSchema(options.catalog(), name);
    }

    /** Whether a session means a table of the lake by a name. */
    boolean isOfTheLake(List<String> name) {
        List<String> place = find(name);
        return !place.isEmpty() && !place.get(0).equals(RootSchema.CONTROL_PLANE);
    }

    /** Catalog, schema and name of the table that a session means by a name; empty if there is none. */
    private List<String> find(List<String> name) {
        for (List<String> path : PlanningContext.paths(options)) {
            List<String> place = new ArrayList<>(path);
            place.addAll(name);
            if (place.size() == PARTS && schemas.table(place).isPresent()) {
                return place;
            }
        }
        return List.of();
    }

    /** Those of the control plane, and of the session's schema. */
    private Set<String> everyTable(String like) {
        Set<String> all = new TreeSet<>();
        if (!options.catalog().equals(RootSchema.CONTROL_PLANE)) {
            all.addAll(schemas.tableNames(options.catalog(), options.schema(), like));
        }
        for (String schema : schemas.schemaNames(RootSchema.CONTROL_PLANE)) {
            String prefix = schema.equals(options.schema()) ? "" : schema + ".";
            schemas.tableNames(RootSchema.CONTROL_PLANE, schema, like).forEach(table -> all.add(prefix + table));
        }
        return all;
    }
}
