package io.strandline.catalog.iceberg;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A column of a table to create.
 *
 * @param type Iceberg's name of a primitive type: {@code long}, {@code string}, {@code decimal(10,2)}, {@code timestamptz}
 * @param comment null for none
 */
public record LakeColumn(
        String name,
        String type,
        boolean required,
        @Nullable String comment) {
    public LakeColumn {
        requireNonNull(name, "name");
        requireNonNull(type, "type");
    }

    /** A column that may be NULL. */
    public static LakeColumn of(String name, String type) {
        return new LakeColumn(name, type, false, null);
    }

    /** A column that may not be NULL. */
    public static LakeColumn required(String name, String type) {
        return new LakeColumn(name, type, true, null);
    }

    /** The same with a comment. */
    public LakeColumn comment(String text) {
        return new LakeColumn(name, type, required, text);
    }
}
