package io.strandline.catalog.iceberg;

import io.strandline.catalog.FieldType;
import io.strandline.catalog.FieldType.Listing;
import io.strandline.catalog.FieldType.Mapping;
import io.strandline.catalog.FieldType.Primitive;
import io.strandline.catalog.FieldType.Struct;
import io.strandline.catalog.TableField;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** The schema a plan leaves: fields that are there keep their ids and defaults, new ones get the next ids. Used once. */
final class TargetSchema {
    private final Schema base;
    private int lastId;

    private TargetSchema(Schema base, int lastId) {
        this.base = base;
        this.lastId = lastId;
    }

    /**
     * A schema and the highest id it or an earlier one has used.
     *
     * @param schema the columns, identifier fields not set
     */
    record Made(Schema schema, int lastId) {}

    /**
     * Makes the schema of those columns.
     *
     * @param base the one before; an empty one for a new table
     * @param identifierFields paths of columns; null for those of the one before
     */
    static Made of(List<TableField> columns, @Nullable List<String> identifierFields, Schema base, int lastId) {
        TargetSchema target = new TargetSchema(base, lastId);
        List<Types.NestedField> fields = target.fields(columns);
        Schema schema = new Schema(fields);
        Set<Integer> identifiers = new HashSet<>();
        if (identifierFields == null) {
            identifiers.addAll(base.identifierFieldIds());
        } else {
            identifierFields.forEach(
                    path -> identifiers.add(SchemaPaths.field(schema, path).fieldId()));
        }
        return new Made(new Schema(fields, identifiers), target.lastId);
    }

    private List<Types.NestedField> fields(List<TableField> columns) {
        List<Types.NestedField> fields = new ArrayList<>();
        columns.forEach(column -> fields.add(field(column)));
        return fields;
    }

    private Types.NestedField field(TableField field) {
        Types.NestedField before = field.id() == null ? null : base.findField(field.id());
        int id = field.id() == null ? ++lastId : field.id();
        Type type = type(field.type());
        Types.NestedField.Builder builder =
                before == null ? Types.NestedField.builder().withId(id) : Types.NestedField.from(before);
        builder.withName(field.name())
                .ofType(type)
                .isOptional(!field.required())
                .withDoc(field.comment());
        String text = field.defaultValue();
        if (text != null && (before == null || !text.equals(Defaults.text(before.type(), before.writeDefault())))) {
            builder.withWriteDefault(Defaults.literal(type, text));
            if (before == null) {
                builder.withInitialDefault(Defaults.literal(type, text));
            }
        }
        return builder.build();
    }

    private Type type(FieldType type) {
        if (type instanceof Struct struct) {
            return Types.StructType.of(fields(struct.fields()));
        }
        if (type instanceof Listing list) {
            Types.NestedField element = field(list.element());
            return element.isOptional()
                    ? Types.ListType.ofOptional(element.fieldId(), element.type())
                    : Types.ListType.ofRequired(element.fieldId(), element.type());
        }
        if (type instanceof Mapping map) {
            Types.NestedField key = field(map.key());
            Types.NestedField value = field(map.value());
            return value.isOptional()
                    ? Types.MapType.ofOptional(key.fieldId(), value.fieldId(), key.type(), value.type())
                    : Types.MapType.ofRequired(key.fieldId(), value.fieldId(), key.type(), value.type());
        }
        return Types.fromTypeName(Objects.requireNonNull((Primitive) type).text());
    }
}
