package io.strandline.gateway.config;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.gateway.config.GatewayConfig.ConnectionSection;
import io.strandline.registry.Connection;
import io.strandline.registry.Connections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The configured connections as the registry knows them. */
public final class ConnectionSettings {
    private ConnectionSettings() {}

    /**
     * The connections, each checked against the catalogs there are.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} naming the key
     */
    public static Connections of(GatewayConfig config) {
        Set<String> catalogs = config.catalogs().keySet();
        return new Connections(config.connections().entrySet().stream()
                .map(entry -> connection(entry, catalogs))
                .toList());
    }

    private static Connection connection(Map.Entry<String, ConnectionSection> entry, Set<String> catalogs) {
        String key = "connections." + entry.getKey();
        ConnectionSection section = entry.getValue();
        String catalog = section.catalog();
        if (catalog == null || !catalogs.contains(catalog)) {
            throw wrong(
                    key + ".catalog",
                    catalog == null
                            ? "is missing; name one of the catalogs " + catalogs
                            : "\"" + catalog + "\" is no catalog of this file" + Text.didYouMean(catalog, catalogs));
        }
        Integer limit = section.listingLimit();
        if (limit != null && limit < 1) {
            throw wrong(key + ".listing_limit", "must be at least 1; leave it out for no limit");
        }
        return new Connection(
                entry.getKey(),
                catalog,
                namespace(key, section.namespace()),
                section.readOnly(),
                locations(key, section.externalLocations()),
                section.managedBucket() == null ? null : location(key + ".managed_bucket", section.managedBucket()),
                limit,
                section.description());
    }

    private static @Nullable List<String> namespace(String key, @Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            return SqlNames.split(text);
        } catch (StrandlineException e) {
            throw wrong(key + ".namespace", StrandlineException.describe(e));
        }
    }

    private static List<Location> locations(String key, List<String> texts) {
        return texts.stream()
                .map(text -> location(key + ".external_locations", text))
                .toList();
    }

    private static Location location(String key, String text) {
        try {
            return Location.parse(text);
        } catch (StrandlineException e) {
            throw wrong(key, StrandlineException.describe(e));
        }
    }

    private static StrandlineException wrong(String key, String what) {
        return new StrandlineException(ErrorCode.CONFIGURATION, "key " + key + " " + what);
    }
}
