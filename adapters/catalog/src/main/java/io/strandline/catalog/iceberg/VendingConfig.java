package io.strandline.catalog.iceberg;

import io.strandline.catalog.BackendCalls;
import io.strandline.catalog.CredentialVending;
import io.strandline.catalog.TimeLimits;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * How credentials for tables are made: by a REST catalog, or by AWS' security token service in the name of a role.
 * Iceberg's protocol has no word for "to read only": what a REST catalog makes may do what the login may that asked. So
 * credentials to read are asked for by a login of their own.
 *
 * @param longestUse of any credentials
 * @param reading properties of the login that asks for credentials to read, over the catalog's own; none if there is no such
 * @param sts makes them in place of the catalog; null if none is configured
 */
record VendingConfig(
        Duration longestUse,
        Map<String, String> reading,
        @Nullable StsConfig sts) {
    /** Longest use of credentials, such as {@code 15m} or {@code 1h}; default an hour. */
    static final String MAX_AGE = "strandline.credentials-max-age";

    /** Before a property of the login that asks for credentials to read. */
    static final String READ = "strandline.read.";

    private static final Duration DEFAULT_LONGEST_USE = Duration.ofHours(1);

    /** One of the catalog's own must not count where the other login has another kind. */
    private static final Set<String> LOGINS = Set.of("credential", "token", "header.Authorization");

    VendingConfig {
        reading = Map.copyOf(reading);
    }

    /** Those of all properties of that catalog. */
    static VendingConfig of(String name, CatalogType type, Map<String, String> all) {
        Map<String, String> reading = new HashMap<>();
        StsConfig sts = StsConfig.of(name, all);
        all.forEach((key, value) -> {
            boolean isForRest = isReading(key) || (key.equals(MAX_AGE) && sts == null);
            if (isForRest && type != CatalogType.REST) {
                throw CatalogFactory.wrong(
                        name,
                        key + " is for catalogs of type rest; one of type " + type.word()
                                + " makes no credentials itself. " + StsConfig.ROLE + " lets AWS make them");
            }
            if (isReading(key)) {
                reading.put(key.substring(READ.length()), value);
            }
        });
        return new VendingConfig(TimeLimits.of(name, MAX_AGE, all, DEFAULT_LONGEST_USE), reading, sts);
    }

    /** Who makes credentials for tables of that catalog; empty if nobody does. */
    Optional<CredentialVending> maker(CatalogConfig config, BackendCalls calls, Callable<Backend> opening) {
        if (sts != null) {
            return Optional.of(new StsCredentials(config, sts, calls, opening));
        }
        return config.type() == CatalogType.REST ? Optional.of(new RestCredentials(config, calls)) : Optional.empty();
    }

    static boolean isReading(String key) {
        return key.startsWith(READ) && key.length() > READ.length();
    }

    /** The catalog's properties with the login that only reads; empty if none is configured. */
    Optional<Map<String, String>> reading(Map<String, String> own) {
        if (reading.isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> properties = new HashMap<>(own);
        if (reading.keySet().stream().anyMatch(LOGINS::contains)) {
            properties.keySet().removeAll(LOGINS);
        }
        properties.putAll(reading);
        return Optional.of(properties);
    }

    /** Without the properties: they hold secrets. */
    @Override
    public String toString() {
        return "credentials for " + longestUse;
    }
}
