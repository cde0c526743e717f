package io.strandline.gateway;

import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.common.StrandlineException;
import io.strandline.common.SystemCall;
import io.strandline.gateway.config.CatalogSettings;
import io.strandline.gateway.config.ConnectionSettings;
import io.strandline.gateway.config.GatewayConfig;
import io.strandline.gateway.config.LocationSettings;
import io.strandline.gateway.config.ManifestSettings;
import io.strandline.gateway.config.NotifySettings;
import io.strandline.gateway.config.ObjectStoreSettings;
import io.strandline.gateway.config.PolicySettings;
import io.strandline.gateway.config.ScanSettings;
import io.strandline.gateway.config.ServerSettings;
import io.strandline.gateway.config.StoreSettings;
import io.strandline.store.database.StoreDatabase;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * One question to one backend.
 *
 * @param name the key of the configuration it belongs to
 */
public record BackendProbe(String name, Supplier<String> question) {
    /**
     * A probe for each backend the configuration names.
     *
     * @throws StrandlineException {@code CONFIGURATION} if it does not make sense as it stands
     */
    public static List<BackendProbe> all(GatewayConfig config) {
        ServerSettings.http(config.server());
        ServerSettings.users(config);
        ServerSettings.sessions(config.server().limits());
        ServerSettings.jobs(config.server().limits());
        ConnectionSettings.of(config);
        ObjectStoreSettings.of(config);
        LocationSettings.of(config);
        ManifestSettings.locations(config);
        PolicySettings.of(config);
        NotifySettings.endpoints(config);
        NotifySettings.rules(config);
        ScanSettings.of(config);
        StoreSettings.historyKept(config.store());
        List<BackendProbe> probes = new ArrayList<>();
        probes.add(new BackendProbe("store", () -> StoreDatabase.probe(StoreSettings.options(config.store()))));
        CatalogSettings.of(config)
                .forEach((name, properties) ->
                        probes.add(new BackendProbe("catalogs." + name, () -> askCatalog(name, properties))));
        return List.copyOf(probes);
    }

    private static String askCatalog(String name, Map<String, String> properties) {
        try (TableCatalog catalog = CatalogFactory.create(name, properties)) {
            SystemCall call = new SystemCall(Clock.systemUTC().instant());
            catalog.probe(call);
            return catalog.type() + " catalog with " + catalog.namespaces(call).size() + " namespaces";
        }
    }

    /**
     * Asks, and says what answered.
     *
     * @throws StrandlineException if it does not answer
     */
    public String ask() {
        return question.get();
    }
}
