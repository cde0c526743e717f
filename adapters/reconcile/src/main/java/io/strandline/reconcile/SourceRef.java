package io.strandline.reconcile;

import org.jspecify.annotations.Nullable;

/**
 * The source a table or a registration comes from.
 *
 * @param exists whether it is there now; null if that could not be found out, or nobody can tell
 */
public record SourceRef(String kind, String id, @Nullable Boolean exists) {}
