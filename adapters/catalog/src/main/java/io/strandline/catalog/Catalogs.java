package io.strandline.catalog;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The configured catalogs by name. Immutable. */
public final class Catalogs {
    private final Map<String, TableCatalog> byName;

    /** Those catalogs; names are unique. */
    public Catalogs(List<? extends TableCatalog> catalogs) {
        Map<String, TableCatalog> map = new TreeMap<>();
        catalogs.forEach(catalog -> {
            if (map.put(catalog.name(), catalog) != null) {
                throw new IllegalArgumentException("two catalogs are named " + catalog.name());
            }
        });
        this.byName = map;
    }

    /** All, in order of name. */
    public List<TableCatalog> all() {
        return List.copyOf(byName.values());
    }

    /**
     * The catalog of that name.
     *
     * @throws StrandlineException {@link ErrorCode#NO_SUCH_CATALOG}
     */
    public TableCatalog get(String name) {
        TableCatalog catalog = byName.get(name);
        if (catalog == null) {
            throw new StrandlineException(
                    ErrorCode.NO_SUCH_CATALOG,
                    "no catalog \"" + Text.cut(name, 200) + "\" is configured" + Text.didYouMean(name, byName.keySet())
                            + " SELECT catalog_name FROM catalog.catalogs lists them.");
        }
        return catalog;
    }
}
