package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.text;

import io.strandline.catalog.Secrets;
import io.strandline.catalog.TableState;
import io.strandline.sqlkit.VirtualTable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The properties of every table and view. */
final class PropertiesTable {
    private PropertiesTable() {}

    private record Row(
            TableRow table, @Nullable String key, @Nullable String value) {}

    static VirtualTable<?> of(TableSource source) {
        return VirtualTable.<Row>named(
                        "properties",
                        "Properties of every table and view; one row with the error for a table that cannot be read.")
                .columns(CommonColumns.NAMES, Row::table)
                .column("property_key", text().orNull(), Row::key, "Name of the property.")
                .column("property_value", text().orNull(), Row::value, "Its value; *** for a secret.")
                .columns(
                        CommonColumns.STATUS_AND_ERROR,
                        row -> new CommonColumns.StatusOf(row.table().failure()))
                .pushes(CommonColumns.CATALOG, CommonColumns.NAMESPACE, CommonColumns.TABLE)
                .rows((wanted, call) -> source.loaded(wanted, call).flatMap(PropertiesTable::rows));
    }

    private static Stream<Row> rows(TableRow table) {
        TableState state = table.state();
        if (state == null) {
            return Stream.of(new Row(table, null, null));
        }
        return Secrets.none().shown(state.properties()).entrySet().stream()
                .map(property -> new Row(table, property.getKey(), property.getValue()));
    }
}
