package io.strandline.gateway;

import io.strandline.common.LocationRules;
import io.strandline.gateway.config.GatewayConfig;
import io.strandline.gateway.config.ObjectStoreSettings;
import io.strandline.registry.BoundedLooks;
import io.strandline.registry.Locator;
import io.strandline.registry.ObjectStore;
import io.strandline.registry.ObjectStores;
import io.strandline.registry.local.LocalFileLocator;
import io.strandline.registry.s3.S3Locator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The places where objects are looked for: this machine's files, and the object stores a configuration names. */
final class Stores {
    private Stores() {}

    /** A locator over all of them. */
    static Locator open(GatewayConfig config, LocationRules rules, Closing closing) {
        List<ObjectStore> stores = new ArrayList<>();
        for (ObjectStoreSettings.Configured store : ObjectStoreSettings.of(config)) {
            S3Locator locator = closing.add(new S3Locator(store.options()));
            BoundedLooks bounded = closing.add(new BoundedLooks(store.name(), locator, store.timeout()));
            stores.add(new ObjectStore(store.name(), store.type(), store.buckets(), bounded));
        }
        stores.add(new ObjectStore("local files", "file", Set.of(), new LocalFileLocator()));
        return new ObjectStores(stores, rules);
    }
}
