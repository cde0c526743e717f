package io.strandline.catalog.iceberg;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.Schema;
import org.apache.iceberg.mapping.MappedField;
import org.apache.iceberg.mapping.MappedFields;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * The mapping by which files without field ids are read, after a change of the schema: a field is found under its new name
 * and its old ones, a name that another field has now leads to that one.
 */
final class NameMappings {
    private NameMappings() {}

    /** The mapping as JSON text. */
    static String follow(String json, Schema before, Schema after) {
        MappedFields fields = NameMappingParser.fromJson(json).asMappedFields();
        return NameMappingParser.toJson(NameMapping.of(follow(fields, before, after.columns())));
    }

    private static MappedFields follow(@Nullable MappedFields mapped, Schema before, List<Types.NestedField> siblings) {
        List<MappedField> fields = new ArrayList<>();
        Set<String> taken = siblings.stream().map(Types.NestedField::name).collect(Collectors.toSet());
        Set<Integer> there = new LinkedHashSet<>();
        for (Types.NestedField field : siblings) {
            there.add(field.fieldId());
            MappedField was = mapped == null ? null : mapped.field(field.fieldId());
            // one that was left out on purpose stays out
            if (was != null || before.findField(field.fieldId()) == null) {
                Set<String> names = without(was, taken);
                names.add(field.name());
                fields.add(MappedField.of(field.fieldId(), names, nested(was, before, field)));
            }
        }
        if (mapped != null) {
            // a dropped field is still in old files
            for (MappedField was : mapped.fields()) {
                Set<String> names = without(was, taken);
                if (!there.contains(was.id()) && !names.isEmpty()) {
                    fields.add(MappedField.of(was.id(), names, was.nestedMapping()));
                }
            }
        }
        return MappedFields.of(fields);
    }

    private static @Nullable MappedFields nested(@Nullable MappedField was, Schema before, Types.NestedField field) {
        return field.type().isNestedType()
                ? follow(
                        was == null ? null : was.nestedMapping(),
                        before,
                        field.type().asNestedType().fields())
                : null;
    }

    private static Set<String> without(@Nullable MappedField field, Set<String> taken) {
        Set<String> names = new LinkedHashSet<>();
        if (field != null) {
            field.names().stream().filter(name -> !taken.contains(name)).forEach(names::add);
        }
        return names;
    }
}
