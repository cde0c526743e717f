package io.strandline.gateway.sql;

import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.Multimap;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.SqlCatalog;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.calcite.StrandlineTable;
import io.strandline.sqlkit.calcite.StrandlineTableFunction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.schema.Function;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;

/** All that modules add: the schemas of the control plane's catalog, and the catalogs beside it. Immutable. */
final class RootSchema {
    /** Name of the control plane's catalog. */
    static final String CONTROL_PLANE = "strandline";

    private final Schema controlPlane;
    private final List<SqlModule> modules;

    private RootSchema(Schema controlPlane, List<SqlModule> modules) {
        this.controlPlane = controlPlane;
        this.modules = modules;
    }

    /**
     * Collects it.
     *
     * @throws IllegalArgumentException if two modules add a table of one name to one schema
     * @throws StrandlineException {@code CONFIGURATION} if a catalog has the control plane's name
     */
    static RootSchema of(List<SqlModule> modules) {
        Map<String, Map<String, Table>> schemas = new LinkedHashMap<>();
        Map<String, Map<String, Function>> functions = new LinkedHashMap<>();
        for (SqlModule module : modules) {
            Map<String, Table> tables = schemas.computeIfAbsent(module.schema(), name -> new LinkedHashMap<>());
            for (VirtualTable<?> table : module.tables()) {
                if (tables.put(table.name(), new StrandlineTable(table)) != null) {
                    throw new IllegalArgumentException("schema " + module.schema() + " has two tables " + table.name());
                }
            }
            Map<String, Function> ofSchema = functions.computeIfAbsent(module.schema(), name -> new LinkedHashMap<>());
            module.functions()
                    .forEach(function -> ofSchema.put(function.name(), new StrandlineTableFunction(function)));
            module.catalogs().forEach(RootSchema::requireOther);
        }
        Map<String, Schema> filled = new LinkedHashMap<>();
        schemas.forEach((name, tables) ->
                filled.put(name, new Fixed(Map.of(), tables, functions.getOrDefault(name, Map.of()))));
        return new RootSchema(new Fixed(filled, Map.of(), Map.of()), List.copyOf(modules));
    }

    private static void requireOther(SqlCatalog catalog) {
        if (catalog.name().equals(CONTROL_PLANE)) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION,
                    "catalogs." + CONTROL_PLANE + ": this is the name of the gateway's own catalog. Choose another.");
        }
    }

    /** What a statement can name, for its caller. */
    StatementSchemas of(CallContext call) {
        return new StatementSchemas(
                controlPlane,
                modules.stream()
                        .flatMap(module -> module.catalogs().stream())
                        .filter(catalog -> call.caller().grants().catalog(catalog.name()))
                        .toList(),
                call);
    }

    /** A schema whose content is known. */
    private static final class Fixed extends AbstractSchema {
        private final Map<String, Schema> schemas;
        private final Map<String, Table> tables;
        private final Multimap<String, Function> functions;

        Fixed(Map<String, Schema> schemas, Map<String, Table> tables, Map<String, Function> functions) {
            this.schemas = schemas;
            this.tables = tables;
            this.functions = ImmutableListMultimap.copyOf(functions.entrySet());
        }

        @Override
        protected Multimap<String, Function> getFunctionMultimap() {
            return functions;
        }

        @Override
        protected Map<String, Schema> getSubSchemaMap() {
            return schemas;
        }

        @Override
        protected Map<String, Table> getTableMap() {
            return tables;
        }
    }
}
