package io.strandline.catalog.trino;

import io.strandline.catalog.ColumnState;
import io.strandline.catalog.DesiredTable;
import io.strandline.catalog.TableHistory;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** What Trino tells of a table, as a state. */
final class TrinoTables {
    /** Trino's property of a table whose files are not in its care. */
    private static final String EXTERNAL_LOCATION = "external_location";
    /** The same of a table whose connector does not say whose the files are. */
    private static final String LOCATION = "location";

    private TrinoTables() {}

    static TableState state(TableRef table, CreateTableText.Told told, List<ColumnState> columns) {
        Map<String, String> properties = new TreeMap<>(told.properties());
        String external = properties.remove(EXTERNAL_LOCATION);
        String location = properties.remove(LOCATION);
        // in lower case, as a desired table names it
        properties.computeIfPresent(TrinoSql.FORMAT, (key, value) -> Text.lower(value));
        told.comment().ifPresent(comment -> properties.put(DesiredTable.COMMENT, comment));
        return new TableState(
                table,
                TableType.TABLE,
                properties.getOrDefault(TrinoSql.FORMAT, TrinoCatalog.TYPE),
                1,
                null,
                external != null ? external : Objects.requireNonNullElse(location, ""),
                null,
                location == null ? Optional.of(external != null) : Optional.empty(),
                columns,
                List.of(),
                0,
                0,
                0,
                List.of(),
                List.of(),
                null,
                Instant.EPOCH,
                properties,
                List.of(),
                TableHistory.none(),
                told.comment().orElse(null));
    }
}
