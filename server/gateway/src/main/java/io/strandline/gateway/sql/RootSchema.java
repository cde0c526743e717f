package io.strandline.gateway.sql;

import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.calcite.StrandlineTable;
import java.util.List;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.schema.impl.AbstractSchema;

/** The schemas of all modules under the catalog of the control plane. */
final class RootSchema {
    /** Name of the control plane's catalog. */
    static final String CONTROL_PLANE = "strandline";

    private RootSchema() {}

    /**
     * Builds it; afterwards it is only read.
     *
     * @throws IllegalArgumentException if two modules add a table of one name to one schema
     */
    static CalciteSchema of(List<SqlModule> modules) {
        CalciteSchema root = CalciteSchema.createRootSchema(false, false);
        CalciteSchema catalog = root.add(CONTROL_PLANE, new AbstractSchema());
        for (SqlModule module : modules) {
            CalciteSchema schema = catalog.subSchemas().get(module.schema());
            if (schema == null) {
                schema = catalog.add(module.schema(), new AbstractSchema());
            }
            for (VirtualTable<?> table : module.tables()) {
                if (schema.getTable(table.name(), true) != null) {
                    throw new IllegalArgumentException("schema " + module.schema() + " has two tables " + table.name());
                }
                schema.add(table.name(), new StrandlineTable(table));
            }
        }
        return root;
    }
}
