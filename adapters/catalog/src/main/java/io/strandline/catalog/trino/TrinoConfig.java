package io.strandline.catalog.trino;

import io.strandline.catalog.Secrets;
import io.strandline.catalog.TimeLimits;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/**
 * The checked configuration of a catalog of Trino.
 *
 * @param inTrino the catalog's name in Trino
 * @param driver properties that Trino's driver takes, the login among them
 * @param shown all configured properties, secrets masked
 * @param timeLimit longest wait for one request
 */
record TrinoConfig(
        String name,
        String url,
        String inTrino,
        Map<String, String> driver,
        Map<String, String> shown,
        Duration timeLimit,
        Secrets secrets) {
    private static final String URL = "jdbc:trino://";
    private static final Set<String> OWN = Set.of("type", "uri", "catalog", TimeLimits.TIMEOUT);

    TrinoConfig {
        driver = Map.copyOf(driver);
        shown = Map.copyOf(shown);
    }

    /**
     * Of the configured properties.
     *
     * @throws StrandlineException {@code CONFIGURATION}
     */
    static TrinoConfig of(String name, Map<String, String> properties) {
        String uri = properties.getOrDefault("uri", "");
        if (!uri.startsWith(URL) || uri.length() == URL.length()) {
            throw wrong(name, "type trino needs the property uri, such as " + URL + "trino.example.com:443");
        }
        if (uri.indexOf('?') >= 0 || uri.indexOf('/', URL.length()) >= 0) {
            throw wrong(
                    name,
                    "uri is host and port only; what else the driver takes, such as user, password or SSL, is a property"
                            + " of its own, and the catalog in Trino is the property catalog");
        }
        Map<String, String> driver = new TreeMap<>(properties);
        driver.keySet().removeAll(OWN);
        driver.keySet().stream()
                .filter(key -> key.startsWith("strandline."))
                .findFirst()
                .ifPresent(key -> {
                    throw wrong(name, "no property " + Text.cut(key, 100));
                });
        driver.putIfAbsent("user", "strandline");
        Secrets secrets = Secrets.of(driver);
        return new TrinoConfig(
                name,
                uri,
                properties.getOrDefault("catalog", name),
                driver,
                secrets.shown(properties),
                TimeLimits.of(name, properties),
                secrets);
    }

    Properties driverProperties() {
        Properties properties = new Properties();
        properties.putAll(driver);
        return properties;
    }

    private static StrandlineException wrong(String name, String what) {
        return new StrandlineException(ErrorCode.CONFIGURATION, "catalogs." + Text.cut(name, 100) + ": " + what + ".");
    }

    /** Without the properties: they hold secrets. */
    @Override
    public String toString() {
        return "catalog " + name + " (trino)";
    }
}
