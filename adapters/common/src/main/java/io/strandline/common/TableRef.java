package io.strandline.common;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A table of a catalog: catalog name, namespace levels, table name. Names are exact; nothing in them is special (CAT-15).
 *
 * @param namespace levels from the outermost inwards, never empty strings
 */
public record TableRef(String catalog, List<String> namespace, String name) {
    public TableRef {
        requireNonNull(catalog, "catalog");
        namespace = List.copyOf(namespace);
        requireNonNull(name, "name");
    }

    /** The namespace as SQL text, levels quoted where needed: {@code sales.eu}, {@code "a.b".c}. */
    public String namespaceText() {
        return SqlNames.dotted(namespace);
    }

    /** The whole name as SQL text: {@code prod.sales."or.ders"}. */
    @Override
    public String toString() {
        return SqlNames.quoteIfNeeded(catalog) + "." + (namespace.isEmpty() ? "" : namespaceText() + ".")
                + SqlNames.quoteIfNeeded(name);
    }
}
