package io.strandline.catalog;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.catalog.FieldType.Listing;
import io.strandline.catalog.FieldType.Mapping;
import io.strandline.catalog.FieldType.Struct;
import org.jspecify.annotations.Nullable;

/** A desired table as the JSON text that {@link DesiredJson} reads: what is left to the table is left out. */
public final class DesiredText {
    private static final JsonMapper JSON = new JsonMapper();

    private DesiredText() {}

    /** The text. */
    public static String of(DesiredTable table) {
        ObjectNode node = JSON.createObjectNode();
        ArrayNode columns = node.putArray("columns");
        table.columns().forEach(column -> columns.add(column(column)));
        if (table.partitioning() != null) {
            ArrayNode fields = node.putArray("partition_fields");
            for (PartitionBy field : table.partitioning()) {
                ObjectNode one = fields.addObject();
                one.put("column", field.column());
                one.put("transform", field.transform().text());
                putIfThere(one, "name", field.name());
            }
        }
        if (table.sorting() != null) {
            ArrayNode fields = node.putArray("sort_order");
            for (SortBy field : table.sorting()) {
                fields.addObject()
                        .put("column", field.column())
                        .put("transform", field.transform().text())
                        .put("direction", field.direction())
                        .put("null_order", field.nullOrder());
            }
        }
        if (table.identifierFields() != null) {
            table.identifierFields().forEach(node.putArray("identifier_fields")::add);
        }
        if (!table.properties().isEmpty()) {
            ObjectNode properties = node.putObject("properties");
            table.properties().forEach(properties::put);
        }
        if (table.removeProperties() != null) {
            table.removeProperties().stream().sorted().forEach(node.putArray("remove_properties")::add);
        }
        if (table.formatVersion() != null) {
            node.put("format_version", table.formatVersion());
        }
        putIfThere(node, "location", table.location());
        return node.toString();
    }

    private static ObjectNode column(TableField field) {
        ObjectNode node = inner(field);
        node.put("name", field.name());
        putIfThere(node, "comment", field.comment());
        putIfThere(node, "default", field.defaultValue());
        putIfThere(node, "renamed_from", field.renamedFrom());
        return node;
    }

    private static ObjectNode inner(TableField field) {
        ObjectNode node = JSON.createObjectNode();
        if (field.id() != null) {
            node.put("field_id", field.id());
        }
        if (field.nullable() != null) {
            node.put("nullable", field.nullable());
        }
        FieldType type = field.type();
        if (type instanceof Struct struct) {
            ArrayNode fields = node.putObject("type").putArray("struct");
            struct.fields().forEach(child -> fields.add(column(child)));
        } else if (type instanceof Listing list) {
            node.putObject("type").set("list", inner(list.element()));
        } else if (type instanceof Mapping map) {
            ObjectNode sides = node.putObject("type").putObject("map");
            sides.set("key", inner(map.key()));
            sides.set("value", inner(map.value()));
        } else {
            node.put("type", type.text());
        }
        return node;
    }

    private static void putIfThere(ObjectNode node, String key, @Nullable String value) {
        if (value != null) {
            node.put(key, value);
        }
    }
}
