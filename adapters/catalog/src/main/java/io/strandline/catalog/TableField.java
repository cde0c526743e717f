package io.strandline.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A column or nested field with all that is below it, wanted or observed.
 *
 * @param id the table's id of it; null for one that has none yet
 * @param nullable whether it may hold NULL; null if whoever wants it does not say
 * @param defaultValue what a writer puts where no value is given, as {@link DefaultValues} writes it; null for none
 * @param comment null for none, or if whoever wants it does not say
 * @param renamedFrom the name it had before, where that is told; null if not
 */
public record TableField(
        @Nullable Integer id,
        String name,
        FieldType type,
        @Nullable Boolean nullable,
        @Nullable String defaultValue,
        @Nullable String comment,
        @Nullable String renamedFrom) {
    /** A field of which only that is wanted. */
    public static TableField of(String name, FieldType type, @Nullable Boolean nullable) {
        return new TableField(null, name, type, nullable, null, null, null);
    }

    /** Whether NULL is not allowed; one that nobody decided on is optional. */
    public boolean required() {
        return nullable != null && !nullable;
    }

    /** The same with another type. */
    TableField withType(FieldType other) {
        return new TableField(id, name, other, nullable, defaultValue, comment, renamedFrom);
    }

    /** The fields directly below it, by which it is a struct, a list or a map; none for a primitive. */
    public List<TableField> children() {
        if (type instanceof FieldType.Struct struct) {
            return struct.fields();
        }
        if (type instanceof FieldType.Listing list) {
            return List.of(list.element());
        }
        return type instanceof FieldType.Mapping map ? List.of(map.key(), map.value()) : List.of();
    }

    /** The observed columns, which come as one flat list, each with what is below it. */
    public static List<TableField> of(List<ColumnState> columns) {
        Map<Integer, List<ColumnState>> below = new HashMap<>();
        List<ColumnState> top = new ArrayList<>();
        for (ColumnState column : columns) {
            (column.parentId() == null ? top : below.computeIfAbsent(column.parentId(), id -> new ArrayList<>()))
                    .add(column);
        }
        List<TableField> fields = new ArrayList<>(top.size());
        for (ColumnState column : top) {
            fields.add(of(column, below));
        }
        return fields;
    }

    private static TableField of(ColumnState column, Map<Integer, List<ColumnState>> below) {
        return new TableField(
                column.fieldId(),
                column.name(),
                typeOf(column, below),
                column.nullable(),
                column.writeDefault(),
                column.comment(),
                null);
    }

    private static FieldType typeOf(ColumnState column, Map<Integer, List<ColumnState>> below) {
        String text = column.formatType();
        List<ColumnState> children = below.getOrDefault(column.fieldId(), List.of());
        if (text.startsWith("struct<")) {
            return new FieldType.Struct(
                    children.stream().map(child -> of(child, below)).toList());
        }
        if (text.startsWith("list<")) {
            return new FieldType.Listing(of(children.get(0), below));
        }
        return text.startsWith("map<")
                ? new FieldType.Mapping(of(children.get(0), below), of(children.get(1), below))
                : TypeText.primitive(text);
    }
}
