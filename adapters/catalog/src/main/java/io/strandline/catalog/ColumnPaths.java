package io.strandline.catalog;

import io.strandline.common.SqlNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Columns by their paths: dotted SQL text, levels quoted where needed. */
public final class ColumnPaths {
    private ColumnPaths() {}

    /** The fields from the outermost column to the one the path names, through structs only; empty if there is none. */
    public static Optional<List<TableField>> find(List<TableField> columns, String path) {
        List<TableField> way = new ArrayList<>();
        List<TableField> siblings = columns;
        for (String name : SqlNames.split(path)) {
            Optional<TableField> next =
                    siblings.stream().filter(field -> field.name().equals(name)).findFirst();
            if (next.isEmpty()) {
                return Optional.empty();
            }
            TableField field = next.orElseThrow();
            way.add(field);
            siblings = field.type() instanceof FieldType.Struct struct ? struct.fields() : List.of();
        }
        return Optional.of(way);
    }

    /** The path of the field of that id; empty if there is none outside of lists and maps. */
    static Optional<String> of(int id, List<TableField> columns) {
        return path(columns, "", field -> field.id() != null && field.id() == id);
    }

    private static Optional<String> path(List<TableField> siblings, String prefix, Predicate<TableField> is) {
        for (TableField field : siblings) {
            String path = prefix + SqlNames.quoteIfNeeded(field.name());
            if (is.test(field)) {
                return Optional.of(path);
            }
            Optional<String> below = field.type() instanceof FieldType.Struct struct
                    ? path(struct.fields(), path + ".", is)
                    : Optional.empty();
            if (below.isPresent()) {
                return below;
            }
        }
        return Optional.empty();
    }
}
