package io.strandline.catalog;

import io.strandline.common.SqlNames;
import java.util.List;
import java.util.stream.Collectors;

/** The type of a column or nested field, as table formats know types. Immutable; equal types are equal records. */
public sealed interface FieldType {
    /**
     * A type without fields.
     *
     * @param name Iceberg's word: {@code long}, {@code decimal}, {@code timestamptz}
     * @param parameters precision and scale of a decimal, length of a fixed; empty for others
     */
    record Primitive(String name, List<Integer> parameters) implements FieldType {
        public Primitive {
            parameters = List.copyOf(parameters);
        }

        /** A type without parameters. */
        public static Primitive of(String name) {
            return new Primitive(name, List.of());
        }

        @Override
        public String text() {
            if (parameters.isEmpty()) {
                return name;
            }
            String inside = parameters.stream().map(String::valueOf).collect(Collectors.joining(", "));
            return name.equals("fixed") ? name + "[" + inside + "]" : name + "(" + inside + ")";
        }
    }

    /** Named fields, at least one. */
    record Struct(List<TableField> fields) implements FieldType {
        public Struct {
            fields = List.copyOf(fields);
        }

        @Override
        public String text() {
            return fields.stream()
                    .map(field -> SqlNames.quoteIfNeeded(field.name()) + ": "
                            + field.type().text())
                    .collect(Collectors.joining(", ", "struct<", ">"));
        }
    }

    /** Any number of elements; the element's field is named {@code element}. */
    record Listing(TableField element) implements FieldType {
        @Override
        public String text() {
            return "list<" + element.type().text() + ">";
        }
    }

    /** Values by key; their fields are named {@code key} and {@code value}. */
    record Mapping(TableField key, TableField value) implements FieldType {
        @Override
        public String text() {
            return "map<" + key.type().text() + ", " + value.type().text() + ">";
        }
    }

    /** The type as one line of text, normalised: spelled alike it is alike (CAT-8). */
    String text();
}
