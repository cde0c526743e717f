package io.strandline.catalog.sql;

import io.strandline.catalog.Namespace;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableListing;
import io.strandline.common.CallContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The listing a statement sees: made at its first look and the same at each further one, about 130 bytes an entry. Belongs
 * to one statement. Not by {@link CallContext#once} each, since catalogs use that while they list.
 */
final class Listing {
    private final Map<TableCatalog, List<Namespace>> namespaces = new ConcurrentHashMap<>();
    private final Map<InNamespace, List<TableEntry>> entries = new ConcurrentHashMap<>();

    private record InNamespace(TableCatalog catalog, List<String> levels) {}

    static Listing of(CallContext call) {
        return call.once(Listing.class, Listing::new);
    }

    List<Namespace> namespaces(TableCatalog catalog, CallContext call) {
        List<Namespace> known = namespaces.get(catalog);
        if (known == null) {
            List<Namespace> listed = catalog.namespaces(call);
            known = namespaces.putIfAbsent(catalog, listed);
            return known == null ? listed : known;
        }
        return known;
    }

    List<TableEntry> entries(TableCatalog catalog, List<String> levels, CallContext call) {
        InNamespace key = new InNamespace(catalog, levels);
        List<TableEntry> known = entries.get(key);
        if (known == null) {
            List<TableEntry> listed = list(catalog, levels, call);
            known = entries.putIfAbsent(key, listed);
            return known == null ? listed : known;
        }
        return known;
    }

    private static List<TableEntry> list(TableCatalog catalog, List<String> levels, CallContext call) {
        List<TableEntry> all = new ArrayList<>();
        new TableListing(catalog, levels, call).forEachRemaining(all::add);
        return List.copyOf(all);
    }
}
