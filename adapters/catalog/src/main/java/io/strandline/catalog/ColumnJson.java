package io.strandline.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import io.strandline.catalog.FieldType.Listing;
import io.strandline.catalog.FieldType.Mapping;
import io.strandline.catalog.FieldType.Struct;
import io.strandline.common.Text;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Columns as {@link DesiredJson} has them. */
final class ColumnJson {
    private static final Set<String> INNER = Set.of("type", "nullable", "field_id");
    private static final Set<String> COLUMN =
            Set.of("name", "renamed_from", "type", "nullable", "comment", "default", "field_id");
    private static final Set<String> COMPLEX = Set.of("struct", "list", "map");
    private static final int MOST_LEVELS = 50;

    private ColumnJson() {}

    /** A column of a list of columns. */
    static TableField column(JsonNode node, String place) {
        return column(JsonReader.element(node, place).only(COLUMN), 0);
    }

    private static TableField column(JsonReader column, int depth) {
        return field(
                column, column.text("name"), column.optionalText("renamed_from").orElse(null), depth);
    }

    /** A column whose name is told elsewhere, by the keys it has beside others. */
    static TableField named(JsonReader column, String name) {
        return field(column, name, null, 0);
    }

    /** The type of a column; null if it is not given. */
    static @Nullable FieldType type(JsonReader column) {
        return column.has("type") ? type(column, 0) : null;
    }

    private static FieldType type(JsonReader field, int depth) {
        return field.isObject("type") ? complex(field.object("type").only(COMPLEX), depth) : simple(field);
    }

    private static TableField inner(JsonReader field, String name, int depth) {
        return field(field.only(INNER), name, null, depth);
    }

    private static TableField field(JsonReader field, String name, @Nullable String renamedFrom, int depth) {
        if (depth > MOST_LEVELS) {
            throw JsonReader.wrong(field.place(), "is nested more than " + MOST_LEVELS + " levels deep");
        }
        FieldType type = type(field, depth);
        String defaultValue = field.optionalScalar("default")
                .map(text -> JsonReader.inPlace(field, "default", () -> DefaultValues.canonical(type, text)))
                .orElse(null);
        return new TableField(
                field.optionalInt("field_id").orElse(null),
                name,
                type,
                field.optionalBool("nullable").orElse(null),
                defaultValue,
                field.optionalText("comment").orElse(null),
                renamedFrom);
    }

    private static FieldType simple(JsonReader field) {
        String text = field.text("type");
        return JsonReader.inPlace(field, "type", () -> TypeText.parse(text));
    }

    private static FieldType complex(JsonReader type, int depth) {
        if (type.has("struct")) {
            List<TableField> fields = type.only(Set.of("struct"))
                    .list(
                            "struct",
                            (node, place) ->
                                    column(JsonReader.element(node, place).only(COLUMN), depth + 1));
            if (fields == null || fields.isEmpty()) {
                throw type.wrongAt("struct", "has no fields");
            }
            requireDifferent(fields, type, "struct");
            return new Struct(fields);
        }
        if (type.has("list")) {
            return new Listing(inner(type.only(Set.of("list")).object("list"), "element", depth + 1));
        }
        JsonReader map = type.only(Set.of("map")).object("map").only(Set.of("key", "value"));
        TableField key = inner(map.object("key"), "key", depth + 1);
        if (Boolean.TRUE.equals(key.nullable())) {
            throw map.wrongAt("key", "may not be NULL; leave nullable out");
        }
        return new Mapping(
                new TableField(key.id(), "key", key.type(), false, null, key.comment(), null),
                inner(map.object("value"), "value", depth + 1));
    }

    /** Refuses fields of one name or one id. */
    static void requireDifferent(List<TableField> fields, JsonReader at, String key) {
        Set<String> names = new HashSet<>();
        Set<Integer> ids = new HashSet<>();
        for (TableField field : fields) {
            if (!names.add(field.name())) {
                throw at.wrongAt(key, "names \"" + Text.cut(field.name(), 100) + "\" twice");
            }
            if (field.id() != null && !ids.add(field.id())) {
                throw at.wrongAt(key, "has field_id " + field.id() + " twice");
            }
        }
    }
}
