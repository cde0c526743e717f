package io.strandline.gateway.sql;

import io.strandline.common.CallContext;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.SqlCatalog;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * What one statement can name while it is planned. A table of the lake is looked up when it is named, once, and remembered, so
 * that the plan can be told from one for a table that has changed since (GW-7). Used by one thread.
 */
final class StatementSchemas {
    private final CalciteSchema root;
    private final Map<String, SqlCatalog> catalogs = new HashMap<>();
    private final CallContext call;
    private final LookedUp lookedUp;

    /**
     * The schemas of the control plane, and what is looked up for that call.
     *
     * @param catalogs those that its caller may look at
     */
    StatementSchemas(Schema controlPlane, List<SqlCatalog> catalogs, CallContext call) {
        this.call = call;
        this.lookedUp = new LookedUp(call);
        this.root = CalciteSchema.createRootSchema(false, false);
        root.add(RootSchema.CONTROL_PLANE, controlPlane);
        for (SqlCatalog catalog : catalogs) {
            this.catalogs.put(catalog.name(), catalog);
            root.add(catalog.name(), new LakeSchemas(catalog, lookedUp));
        }
    }

    /** As Calcite wants it. */
    CalciteSchema root() {
        return root;
    }

    /** The tables that were looked up and found. */
    List<LookedUp.Use> used() {
        return lookedUp.used();
    }

    /** Gives a table as of a version the name by which Calcite asks for it. */
    String nameOf(String table, SqlCatalog.AsOf asOf, String shown) {
        return lookedUp.nameOf(table, asOf, shown);
    }

    /**
     * Lets the lake be asked only for what can be meant by the statement: Calcite tries each part of a name as a table, and a
     * query of the control plane shall not depend on a catalog.
     *
     * @param schema of the session
     */
    void expect(SqlNode statement, String schema) {
        TableNames names = TableNames.of(statement);
        Set<String> qualifiers = new HashSet<>(names.qualifiers());
        qualifiers.add(schema);
        lookedUp.only(names.tables(), qualifiers);
    }

    /** The catalogs, in order. */
    Set<String> catalogNames() {
        return new TreeSet<>(root.subSchemas().getNames(LikePattern.any()));
    }

    /** Whether there is a catalog of that name. */
    boolean hasCatalog(String catalog) {
        return root.subSchemas().get(catalog) != null;
    }

    /** Whether there is such a schema; that of a lake is asked for. */
    boolean hasSchema(String catalog, String schema) {
        SqlCatalog lake = catalogs.get(catalog);
        if (lake != null) {
            return lake.hasSchema(schema, call);
        }
        CalciteSchema found = root.subSchemas().get(catalog);
        return found != null && found.subSchemas().get(schema) != null;
    }

    /** The schemas of a catalog, in order; none if they cannot be told. */
    Set<String> schemaNames(String catalog) {
        SqlCatalog lake = catalogs.get(catalog);
        if (lake != null) {
            return orNone(() -> {
                Set<String> names = new TreeSet<>();
                lake.schemas(call).forEach(names::add);
                return names;
            });
        }
        CalciteSchema found = root.subSchemas().get(catalog);
        return found == null ? Set.of() : new TreeSet<>(found.subSchemas().getNames(LikePattern.any()));
    }

    /** The tables of a schema one of which may be meant by a name, in order; none if they cannot be told. */
    Set<String> tableNames(String catalog, String schema, String like) {
        SqlCatalog lake = catalogs.get(catalog);
        if (lake != null) {
            return orNone(() -> new TreeSet<>(lake.namesLike(schema, like, call)));
        }
        CalciteSchema found = root.subSchemas().get(catalog);
        CalciteSchema tables = found == null ? null : found.subSchemas().get(schema);
        return tables == null ? Set.of() : new TreeSet<>(tables.tables().getNames(LikePattern.any()));
    }

    /** The table at that place, as long as it names a schema and a table. */
    Optional<CalciteSchema.TableEntry> table(List<String> place) {
        @Nullable CalciteSchema schema = root;
        for (String step : place.subList(0, place.size() - 1)) {
            schema = schema == null ? null : schema.subSchemas().get(step);
        }
        return schema == null
                ? Optional.empty()
                : Optional.ofNullable(schema.tables().get(place.get(place.size() - 1)));
    }

    /** A hint is not worth an error of its own. */
    private static Set<String> orNone(Supplier<Set<String>> names) {
        try {
            return names.get();
        } catch (StrandlineException e) {
            return Set.of();
        }
    }
}
