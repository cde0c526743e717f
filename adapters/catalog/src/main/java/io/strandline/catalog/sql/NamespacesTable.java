package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.arrayOf;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.Namespace;
import io.strandline.catalog.Secrets;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableLoads;
import io.strandline.common.CallContext;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.Wanted;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The namespaces of every catalog at every depth. */
final class NamespacesTable {
    private NamespacesTable() {}

    private record Row(
            String catalog,
            @Nullable Namespace namespace,
            @Nullable StrandlineException failure) {
        @Nullable
        String name() {
            return namespace == null ? null : SqlNames.dotted(namespace.levels());
        }

        @Nullable
        List<String> levels() {
            return namespace == null ? null : namespace.levels();
        }

        @Nullable
        Integer depth() {
            return namespace == null ? null : Integer.valueOf(namespace.levels().size());
        }

        @Nullable
        String properties() {
            return namespace == null ? null : JsonText.of(Secrets.none().shown(namespace.properties()));
        }
    }

    static VirtualTable<?> of(Catalogs catalogs) {
        return VirtualTable.<Row>named("namespaces", "Namespaces of every catalog, at every depth.")
                .column(CommonColumns.CATALOG, text(), Row::catalog, "Catalog, by its name in the configuration.")
                .column(
                        CommonColumns.NAMESPACE,
                        text().orNull(),
                        Row::name,
                        "Dotted SQL text, levels quoted where needed; NULL in a row for a catalog that could not be listed.")
                .column(
                        "levels",
                        arrayOf(text()).orNull(),
                        Row::levels,
                        "Its levels from the outermost inwards, unquoted.")
                .column("depth", integer().orNull(), Row::depth, "How many levels it has.")
                .column("properties", text().orNull(), Row::properties, "Its properties as JSON, secrets masked.")
                .columns(CommonColumns.STATUS_AND_ERROR, row -> new CommonColumns.StatusOf(row.failure()))
                .pushes(CommonColumns.CATALOG, CommonColumns.NAMESPACE)
                .rows((wanted, call) -> rows(catalogs, wanted, call));
    }

    private static Stream<Row> rows(Catalogs catalogs, Wanted wanted, CallContext call) {
        Scope scope = Scope.of(catalogs, wanted);
        Iterator<Row> rows = new LazyFlat<>(scope.catalogs(), catalog -> rows(catalog, scope, call));
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(rows, Spliterator.ORDERED | Spliterator.NONNULL), false);
    }

    private static Iterator<Row> rows(TableCatalog catalog, Scope scope, CallContext call) {
        try {
            return Listing.of(call).namespaces(catalog, call).stream()
                    .filter(namespace -> scope.namespaces().isEmpty()
                            || scope.namespaces().orElseThrow().contains(namespace.levels()))
                    .map(namespace -> new Row(catalog.name(), namespace, null))
                    .iterator();
        } catch (StrandlineException e) {
            // a condition on the namespace would hide the row that tells of the failure (CAT-1)
            if (scope.namespaces().isPresent() || !TableLoads.isOfTheObject(e)) {
                throw e;
            }
            call.warn("part of the listing is missing: " + e.getMessage());
            return List.of(new Row(catalog.name(), null, e)).iterator();
        }
    }
}
