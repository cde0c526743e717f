package io.strandline.catalog;

import org.jspecify.annotations.Nullable;

/**
 * A column or nested field.
 *
 * @param path full path, levels joined by dots and quoted where needed: {@code addr.city}, {@code tags.element}
 * @param parentId field id of the enclosing field; null at the top
 * @param ordinal place among its siblings, from 1
 * @param sqlType the type as SQL names it
 * @param formatType the type as the table format names it
 * @param initialDefault default that old rows read as; null if none
 * @param writeDefault default that new rows get; null if none
 * @param comment null if there is none
 */
public record ColumnState(
        int fieldId,
        @Nullable Integer parentId,
        String path,
        String name,
        int ordinal,
        String sqlType,
        String formatType,
        boolean nullable,
        @Nullable String initialDefault,
        @Nullable String writeDefault,
        @Nullable String comment) {}
