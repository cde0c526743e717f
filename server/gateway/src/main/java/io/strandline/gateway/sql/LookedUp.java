package io.strandline.gateway.sql;

import io.strandline.common.CallContext;
import io.strandline.sqlkit.SqlCatalog;
import io.strandline.sqlkit.calcite.StrandlineTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.schema.Table;
import org.jspecify.annotations.Nullable;

/** The tables of the lake that one statement named, each looked up once. Used by one thread. */
final class LookedUp {
    private final CallContext call;
    private final Map<Place, Optional<Table>> tables = new HashMap<>();
    private final Map<String, Versioned> versioned = new HashMap<>();
    private final List<Use> used = new ArrayList<>();
    private @Nullable Set<String> named;
    private @Nullable Set<String> qualifiers;

    LookedUp(CallContext call) {
        this.call = call;
    }

    private record Place(SqlCatalog catalog, String schema, String table) {}

    private record Versioned(String table, SqlCatalog.AsOf asOf) {}

    /**
     * That a plan was made for a table.
     *
     * @param asOf null for as it is now
     * @param version as {@link SqlCatalog.Found} has it
     */
    record Use(SqlCatalog catalog, String schema, String table, SqlCatalog.@Nullable AsOf asOf, Object version) {
        /** Whether a plan for it still is one for the caller that asks now (GW-3, GW-7). */
        boolean holds(CallContext call) {
            return call.caller().grants().catalog(catalog.name())
                    && catalog.find(schema, table, asOf, call)
                            .map(SqlCatalog.Found::version)
                            .filter(version::equals)
                            .isPresent();
        }
    }

    List<Use> used() {
        return List.copyOf(used);
    }

    String nameOf(String table, SqlCatalog.AsOf asOf, String shown) {
        versioned.put(shown, new Versioned(table, asOf));
        return shown;
    }

    /** Only these names are taken for tables, and only those for schemas. */
    void only(Set<String> tableNames, Set<String> schemaNames) {
        named = tableNames;
        qualifiers = schemaNames;
    }

    /** Whether a name can be that of a schema. */
    boolean canBeSchema(String name) {
        return qualifiers == null || qualifiers.contains(name);
    }

    /** The table of that name, or what a name stands for that {@link #nameOf} gave. */
    @Nullable
    Table find(SqlCatalog catalog, String schema, String name) {
        if (named != null && !named.contains(name)) {
            return null;
        }
        return tables.computeIfAbsent(new Place(catalog, schema, name), place -> {
                    Versioned as = versioned.get(name);
                    String table = as == null ? name : as.table();
                    SqlCatalog.AsOf asOf = as == null ? null : as.asOf();
                    return catalog.find(schema, table, asOf, call).map(found -> {
                        used.add(new Use(catalog, schema, table, asOf, found.version()));
                        return new StrandlineTable(found.table());
                    });
                })
                .orElse(null);
    }
}
