package io.strandline.parser.ddl;

import org.jspecify.annotations.Nullable;

/**
 * Where among its siblings a column is put.
 *
 * @param after name of the sibling before it; null to be the first
 */
public record ColumnPlace(@Nullable String after) {}
