package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.text;

import io.strandline.catalog.Secrets;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.VirtualTable;
import java.util.List;
import java.util.Map;

/** The properties of every table and view. */
final class PropertiesTable {
    private PropertiesTable() {}

    static VirtualTable<?> of(TableSource source) {
        return PartRow.table(
                "properties",
                "Properties of every table and view",
                source,
                Columns.<PartRow<Map.Entry<String, String>>>none()
                        .column("property_key", text().orNull(), PartRow.of(Map.Entry::getKey), "Name of the property.")
                        .column(
                                "property_value",
                                text().orNull(),
                                PartRow.of(Map.Entry::getValue),
                                "Its value; *** for a secret."),
                state -> List.copyOf(Secrets.none().shown(state.properties()).entrySet()));
    }
}
