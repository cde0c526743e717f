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
import org.apache.calcite.schema.lookup.LikePattern;
import org.jspecify.annotations.Nullable;

/** Says of a table's name that is not there what part of it is wrong and what is nearest. */
final class Names {
    private static final String LIST = " SELECT * FROM information_schema.tables lists them.";

    private final CalciteSchema root;
    private final SessionOptions options;

    Names(CalciteSchema root, SessionOptions options) {
        this.root = root;
        this.options = options;
    }

    /** What is missing. */
    record Missing(ErrorCode code, String message) {}

    Missing missing(List<String> name) {
        String last = name.get(name.size() - 1);
        if (name.size() == 1) {
            return table(name, last, everyTable());
        }
        String schemaName = name.get(name.size() - 2);
        CalciteSchema catalog =
                root.subSchemas().get(name.size() > 2 ? name.get(name.size() - 3) : RootSchema.CONTROL_PLANE);
        if (catalog == null) {
            String catalogName = name.get(name.size() - 3);
            return new Missing(
                    ErrorCode.NO_SUCH_CATALOG,
                    "no catalog " + SqlNames.quoteIfNeeded(catalogName)
                            + Text.didYouMean(catalogName, names(root))
                            + " SELECT * FROM information_schema.schemata lists catalogs and schemas.");
        }
        CalciteSchema schema = catalog.subSchemas().get(schemaName);
        if (schema == null) {
            return new Missing(
                    ErrorCode.NO_SUCH_TABLE,
                    "no table " + SqlNames.dotted(name) + ": no schema " + SqlNames.quoteIfNeeded(schemaName)
                            + Text.didYouMean(schemaName, names(catalog))
                            + " SELECT * FROM information_schema.schemata lists them.");
        }
        return table(name, last, tables(schema));
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
        CalciteSchema schema = place.isEmpty() ? null : descend(root, place.subList(0, place.size() - 1));
        CalciteSchema.TableEntry entry = schema == null ? null : schema.tables().get(place.get(place.size() - 1));
        return entry != null && entry.getTable() instanceof StrandlineTable table
                ? table.descriptor().columns().stream()
                        .<String>map(Column::name)
                        .toList()
                : List.of();
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
        List<String> place = name.size() == 1 ? List.of(options.catalog(), name.get(0)) : name;
        CalciteSchema catalog =
                root.subSchemas().get(catalog(place.subList(0, 1)).get(0));
        if (place.size() > 2 || descend(root, place) == null) {
            throw new StrandlineException(
                    ErrorCode.NO_SUCH_SCHEMA,
                    "no schema " + SqlNames.dotted(name)
                            + Text.didYouMean(place.get(1), catalog == null ? Set.of() : names(catalog))
                            + " SHOW SCHEMAS lists them.");
        }
        return place;
    }

    /**
     * A catalog.
     *
     * @throws StrandlineException {@code NO_SUCH_CATALOG}
     */
    List<String> catalog(List<String> name) {
        if (name.size() > 1 || root.subSchemas().get(name.get(0)) == null) {
            throw new StrandlineException(
                    ErrorCode.NO_SUCH_CATALOG,
                    "no catalog " + SqlNames.dotted(name) + Text.didYouMean(name.get(0), names(root))
                            + " SHOW CATALOGS lists them.");
        }
        return name;
    }

    /** Whether a name is that of a catalog and of no schema of the session's. */
    boolean isCatalogOnly(String name) {
        return root.subSchemas().get(name) != null && descend(root, List.of(options.catalog(), name)) == null;
    }

    /** Catalog, schema and name of the table that a session means by a name; empty if there is none. */
    private List<String> find(List<String> name) {
        for (List<String> path : PlanningContext.paths(options)) {
            List<String> place = new ArrayList<>(path);
            place.addAll(name);
            CalciteSchema schema = descend(root, place.subList(0, place.size() - 1));
            if (schema != null && schema.tables().get(name.get(name.size() - 1)) != null) {
                return place;
            }
        }
        return List.of();
    }

    private static @Nullable CalciteSchema descend(CalciteSchema from, List<String> steps) {
        CalciteSchema schema = from;
        for (String step : steps) {
            schema = schema == null ? null : schema.subSchemas().get(step);
        }
        return schema;
    }

    private Set<String> everyTable() {
        Set<String> all = new TreeSet<>();
        CalciteSchema catalog = root.subSchemas().get(RootSchema.CONTROL_PLANE);
        if (catalog != null) {
            for (String schema : names(catalog)) {
                CalciteSchema found = catalog.subSchemas().get(schema);
                String prefix = schema.equals(options.schema()) ? "" : schema + ".";
                tables(found).forEach(table -> all.add(prefix + table));
            }
        }
        return all;
    }

    private static Set<String> names(CalciteSchema schema) {
        return new TreeSet<>(schema.subSchemas().getNames(LikePattern.any()));
    }

    private static Set<String> tables(@Nullable CalciteSchema schema) {
        return schema == null ? Set.of() : new TreeSet<>(schema.tables().getNames(LikePattern.any()));
    }
}
