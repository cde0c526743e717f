package io.strandline.gateway;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.trino.TrinoCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Which backend serves a configured catalog. */
final class OpenCatalogs {
    private OpenCatalogs() {}

    /**
     * The catalogs of those properties, by name. Nothing is opened before the first request.
     *
     * @throws io.strandline.common.StrandlineException {@code CONFIGURATION} for the first that is wrong
     */
    static Catalogs of(Map<String, Map<String, String>> properties) {
        List<TableCatalog> catalogs = new ArrayList<>();
        properties.forEach((name, own) -> catalogs.add(
                TrinoCatalog.TYPE.equals(own.get("type"))
                        ? TrinoCatalog.create(name, own)
                        : CatalogFactory.create(name, own)));
        return new Catalogs(catalogs);
    }
}
