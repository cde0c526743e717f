package io.strandline.catalog.iceberg;

import io.strandline.catalog.Secrets;
import java.time.Duration;
import java.util.Map;

/**
 * The checked configuration of one catalog.
 *
 * @param nameInBackend the name under which a database keeps this catalog's rows
 * @param properties Iceberg's own, as they are handed to it
 * @param shown all configured properties, secrets masked
 * @param timeLimit longest wait for one request
 * @param metadataBytes largest metadata file that is read, before compression; see {@link MetadataSize}
 * @param vending how it is asked for credentials
 */
record CatalogConfig(
        String name,
        String nameInBackend,
        CatalogType type,
        Map<String, String> properties,
        Map<String, String> shown,
        Duration timeLimit,
        long metadataBytes,
        VendingConfig vending,
        Secrets secrets) {
    CatalogConfig {
        properties = Map.copyOf(properties);
        shown = Map.copyOf(shown);
    }

    /** Without the properties: they hold secrets. */
    @Override
    public String toString() {
        return "catalog " + name + " (" + type.word() + ")";
    }
}
