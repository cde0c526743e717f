package io.strandline.catalog;

import java.time.Instant;
import java.util.Map;

/**
 * Credentials for files of one table (CAT-11).
 *
 * @param prefix the place they are for, which lies in the table's own places
 * @param access what was asked for, and what they are good for
 * @param properties as Iceberg's FileIO takes them: {@code s3.access-key-id} and others; they hold secrets
 * @param expiresAt when to stop using them; at the latest when they end
 */
public record VendedCredentials(String prefix, Access access, Map<String, String> properties, Instant expiresAt) {
    public VendedCredentials {
        properties = Map.copyOf(properties);
    }

    /** Without the properties: they hold secrets (CAT-12). */
    @Override
    public String toString() {
        return access + " credentials for " + prefix + " until " + expiresAt;
    }
}
