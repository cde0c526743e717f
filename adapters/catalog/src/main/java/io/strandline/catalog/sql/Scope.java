package io.strandline.catalog.sql;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.TableCatalog;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.Wanted;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which catalogs, namespaces and tables a statement's conditions leave.
 *
 * @param namespaces empty if the conditions name none
 * @param tables empty if the conditions name none
 */
record Scope(List<TableCatalog> catalogs, Optional<Set<List<String>>> namespaces, Optional<Set<String>> tables) {
    static Scope of(Catalogs catalogs, Wanted wanted) {
        Optional<Set<String>> names = texts(wanted, CommonColumns.CATALOG);
        List<TableCatalog> left = catalogs.all().stream()
                .filter(catalog -> names.isEmpty() || names.orElseThrow().contains(catalog.name()))
                .toList();
        Optional<Set<List<String>>> namespaces = texts(wanted, CommonColumns.NAMESPACE)
                .map(texts -> texts.stream()
                        .map(Scope::levels)
                        .filter(Objects::nonNull)
                        .collect(Collectors.toUnmodifiableSet()));
        return new Scope(left, namespaces, texts(wanted, CommonColumns.TABLE));
    }

    /** Whether the conditions leave one name of one catalog at the most. */
    boolean isOneName() {
        return catalogs.size() <= 1
                && namespaces.map(Set::size).orElse(2) <= 1
                && tables.map(Set::size).orElse(2) <= 1;
    }

    private static Optional<Set<String>> texts(Wanted wanted, String column) {
        return wanted.among(column)
                .map(values -> values.stream().map(String.class::cast).collect(Collectors.toCollection(TreeSet::new)));
    }

    /** The levels of a namespace's text; null if no namespace has that text: malformed, or not quoted as we quote. */
    static @Nullable List<String> levels(String text) {
        if (text.isEmpty()) {
            return List.of();
        }
        try {
            List<String> levels = SqlNames.split(text);
            return SqlNames.dotted(levels).equals(text) ? levels : null;
        } catch (StrandlineException e) {
            return null;
        }
    }
}
