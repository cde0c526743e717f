package io.strandline.registry;

import io.strandline.common.CallContext;
import io.strandline.common.Location;
import io.strandline.common.StoreRoutes;

/** All places objects are kept at: each location is looked for where it is kept. Immutable. */
public record ObjectStores(StoreRoutes<Locator> stores) implements Locator {
    @Override
    public boolean exists(Location object, CallContext call) {
        return stores.of(object).exists(object, call);
    }

    @Override
    public Children children(Location directory, int limit, CallContext call) {
        return stores.of(directory).children(directory, limit, call);
    }
}
