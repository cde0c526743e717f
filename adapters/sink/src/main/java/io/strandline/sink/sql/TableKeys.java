package io.strandline.sink.sql;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.ColumnState;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableState;
import io.strandline.common.CallContext;
import io.strandline.common.TableRef;
import java.util.List;
import java.util.Optional;

/** What tables themselves say of their keys: the identifier fields of those of a catalog. */
@FunctionalInterface
public interface TableKeys {
    /** The columns of the table's key, in order; none if it has none, is not there, or is no table of a catalog. */
    List<String> of(TableRef table, CallContext call);

    /** Those of the tables of catalogs. */
    static TableKeys of(Catalogs catalogs) {
        return (table, call) -> {
            Optional<TableCatalog> catalog = catalogs.all().stream()
                    .filter(each -> each.name().equals(table.catalog()))
                    .findFirst();
            return catalog.flatMap(known -> known.describe(table, call))
                    .map(TableKeys::identifier)
                    .orElse(List.of());
        };
    }

    private static List<String> identifier(TableState state) {
        return state.columns().stream()
                .filter(column ->
                        column.parentId() == null && state.identifierFieldIds().contains(column.fieldId()))
                .<String>map(ColumnState::name)
                .toList();
    }
}
