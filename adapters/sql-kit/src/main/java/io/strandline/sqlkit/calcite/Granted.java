package io.strandline.sqlkit.calcite;

import io.strandline.common.Caller;
import io.strandline.common.Grants;
import io.strandline.sqlkit.VirtualTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the rows that a caller may see have in a column (GW-3). Part of each execution, never of a plan.
 *
 * @param column its ordinal
 * @param values one of them; none is in no row
 */
record Granted(int column, List<Object> values) {
    /** What that caller may see of the table; empty if everything. */
    static Optional<Granted> of(VirtualTable<?> table, Caller caller) {
        Grants grants = caller.grants();
        if (grants.all()) {
            return Optional.empty();
        }
        return column(table).map(ordinal -> {
            String name = table.columns().get(ordinal).name();
            return new Granted(ordinal, values(name, caller));
        });
    }

    /** The column that says whose a row is, if the table has one. */
    static Optional<Integer> column(VirtualTable<?> table) {
        if (table.isData()) {
            return Optional.empty();
        }
        return ordinal(table, VirtualTable.CONNECTION)
                .or(() -> ordinal(table, VirtualTable.CATALOG))
                .or(() -> table.owner().flatMap(owner -> ordinal(table, owner)));
    }

    private static Optional<Integer> ordinal(VirtualTable<?> table, String name) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).name().equals(name)) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    private static List<Object> values(String column, Caller caller) {
        Grants grants = caller.grants();
        return switch (column) {
            case VirtualTable.CONNECTION -> List.copyOf(grants.connections());
            case VirtualTable.CATALOG -> {
                List<Object> catalogs = new ArrayList<>(grants.catalogs());
                catalogs.add(Grants.OWN_CATALOG);
                yield catalogs;
            }
            default -> List.of(caller.user());
        };
    }
}
