package io.strandline.catalog;

import io.strandline.catalog.FieldType.Listing;
import io.strandline.catalog.FieldType.Mapping;
import io.strandline.catalog.FieldType.Primitive;
import io.strandline.catalog.FieldType.Struct;
import io.strandline.catalog.PlanStep.Action;
import io.strandline.common.SqlNames;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What holds for every field that a plan makes, in a new table or an old one. */
record NewFields(PlanSheet sheet, int formatVersion) {
    static final String DEFAULT_NEEDS_3 = "defaults need format version 3";

    /** Refuses what the format version cannot hold and what is the table's to give, at any depth. */
    void check(TableField field, String path) {
        if (field.id() != null) {
            sheet.refuse(
                    Action.ADD_COLUMN,
                    path,
                    null,
                    "field id " + field.id(),
                    "the table has no such field id, and gives new ones itself; leave field_id out");
        }
        if (field.defaultValue() != null && formatVersion < 3) {
            sheet.refuse(Action.SET_DEFAULT, path, null, field.defaultValue(), DEFAULT_NEEDS_3);
        }
        if (field.type() instanceof Primitive primitive) {
            Integer needs = TypeText.leastVersion(primitive);
            if (needs != null && needs > formatVersion) {
                sheet.refuse(Action.ADD_COLUMN, path, null, primitive.text(), "the type needs format version " + needs);
            }
        }
        field.children().forEach(child -> check(child, path + "." + SqlNames.quoteIfNeeded(child.name())));
        if (field.type() instanceof Struct struct) {
            NameCollisions.refuse(struct.fields(), List.of(), path + ".", sheet);
        }
    }

    /** The field as it is to be made: what the table gives it is left open, NULL is allowed where nobody says. */
    static TableField withoutIds(TableField field) {
        boolean nullable = !field.required();
        return new TableField(
                null, field.name(), withoutIds(field.type()), nullable, field.defaultValue(), comment(field), null);
    }

    private static @Nullable String comment(TableField field) {
        String comment = field.comment();
        return comment == null || comment.isEmpty() ? null : comment;
    }

    private static FieldType withoutIds(FieldType type) {
        if (type instanceof Struct struct) {
            return new Struct(
                    struct.fields().stream().map(NewFields::withoutIds).toList());
        }
        if (type instanceof Listing list) {
            return new Listing(withoutIds(list.element()));
        }
        return type instanceof Mapping map ? new Mapping(withoutIds(map.key()), withoutIds(map.value())) : type;
    }

    /** Whether two types are one but for ids, comments and NULLs nobody decided on. */
    static boolean sameShape(FieldType a, FieldType b) {
        List<TableField> left = TableField.of("a", a, null).children();
        List<TableField> right = TableField.of("b", b, null).children();
        return a.text().equals(b.text())
                && left.size() == right.size()
                && IntStream.range(0, left.size()).allMatch(i -> sameShape(left.get(i), right.get(i)));
    }

    private static boolean sameShape(TableField wanted, TableField live) {
        boolean nulls = wanted.nullable() == null || wanted.required() == live.required();
        return nulls && sameShape(wanted.type(), live.type());
    }
}
