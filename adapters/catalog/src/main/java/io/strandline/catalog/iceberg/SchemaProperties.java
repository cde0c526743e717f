package io.strandline.catalog.iceberg;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.types.Types;

/** Properties that name columns follow them: the name mapping, and what is counted per column. */
final class SchemaProperties {
    private static final String METRICS = TableProperties.METRICS_MODE_COLUMN_CONF_PREFIX;

    private SchemaProperties() {}

    static void follow(TableMetadata base, Schema after, TableMetadata.Builder builder) {
        Map<String, String> set = new HashMap<>();
        Set<String> remove = new HashSet<>();
        for (Map.Entry<String, String> property : base.properties().entrySet()) {
            if (property.getKey().startsWith(METRICS)) {
                followMetrics(property, base.schema(), after, set, remove);
            }
        }
        String mapping = base.properties().get(TableProperties.DEFAULT_NAME_MAPPING);
        if (mapping != null) {
            set.put(TableProperties.DEFAULT_NAME_MAPPING, NameMappings.follow(mapping, base.schema(), after));
        }
        remove.removeAll(set.keySet());
        if (!remove.isEmpty()) {
            builder.removeProperties(remove);
        }
        if (!set.isEmpty()) {
            builder.setProperties(set);
        }
    }

    private static void followMetrics(
            Map.Entry<String, String> property,
            Schema before,
            Schema after,
            Map<String, String> set,
            Set<String> remove) {
        String name = property.getKey().substring(METRICS.length());
        Types.NestedField field = before.findField(name);
        if (field == null) {
            return;
        }
        String now = after.findColumnName(field.fieldId());
        if (!name.equals(now)) {
            remove.add(property.getKey());
            if (now != null) {
                set.put(METRICS + now, property.getValue());
            }
        }
    }
}
