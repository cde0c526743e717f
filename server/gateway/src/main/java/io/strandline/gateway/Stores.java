package io.strandline.gateway;

import io.strandline.common.LocationRules;
import io.strandline.common.StoreRoutes;
import io.strandline.gateway.config.GatewayConfig;
import io.strandline.gateway.config.ObjectStoreSettings;
import io.strandline.manifest.ManifestObjects;
import io.strandline.manifest.RoutedObjects;
import io.strandline.manifest.local.LocalObjects;
import io.strandline.manifest.s3.S3Objects;
import io.strandline.registry.BoundedLooks;
import io.strandline.registry.Locator;
import io.strandline.registry.ObjectStores;
import io.strandline.registry.local.LocalFileLocator;
import io.strandline.registry.s3.S3Locator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The places where objects are: this machine's files, and the object stores a configuration names. */
final class Stores {
    private Stores() {}

    /** A locator over all of them. */
    static Locator open(GatewayConfig config, LocationRules rules, Closing closing) {
        return new ObjectStores(routes(config, rules, new LocalFileLocator(), store -> {
            S3Locator locator = closing.add(new S3Locator(store.options()));
            return closing.add(new BoundedLooks(store.name(), locator, store.timeout()));
        }));
    }

    /** The manifests on all of them. */
    static ManifestObjects manifests(GatewayConfig config, LocationRules rules, Closing closing) {
        return new RoutedObjects(routes(
                config,
                rules,
                new LocalObjects(),
                store -> closing.add(new S3Objects(store.options().properties(store.timeout()), store.timeout()))));
    }

    private static <T> StoreRoutes<T> routes(
            GatewayConfig config, LocationRules rules, T local, Function<ObjectStoreSettings.Configured, T> open) {
        List<StoreRoutes.Route<T>> routes = new ArrayList<>();
        for (ObjectStoreSettings.Configured store : ObjectStoreSettings.of(config)) {
            routes.add(new StoreRoutes.Route<>(store.name(), store.type(), store.buckets(), open.apply(store)));
        }
        routes.add(new StoreRoutes.Route<>("local files", "file", Set.of(), local));
        return new StoreRoutes<>(routes, rules);
    }
}
