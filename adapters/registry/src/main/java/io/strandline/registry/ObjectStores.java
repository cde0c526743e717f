package io.strandline.registry;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import java.util.List;
import java.util.Optional;

/**
 * All places objects are kept at: each location is looked for where its scheme and bucket are, schemes and buckets compared
 * as declared (LOC-1, LOC-2). Immutable.
 */
public record ObjectStores(List<ObjectStore> stores, LocationRules rules) implements Locator {
    public ObjectStores {
        stores = List.copyOf(stores);
    }

    @Override
    public boolean exists(Location object, CallContext call) {
        return of(object).exists(object, call);
    }

    @Override
    public Children children(Location directory, int limit, CallContext call) {
        return of(directory).children(directory, limit, call);
    }

    private Locator of(Location place) {
        return named(place)
                .or(() -> any(place))
                .map(ObjectStore::locator)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NOT_SUPPORTED,
                        place + ": no object store is configured for " + place.scheme() + "://" + place.authority()
                                + ", so what is there cannot be looked for. Add it to object_stores in the"
                                + " configuration."));
    }

    private Optional<ObjectStore> named(Location place) {
        return stores.stream()
                .filter(store -> store.buckets().stream().anyMatch(bucket -> rules.isIn(store.scheme(), bucket, place)))
                .findFirst();
    }

    private Optional<ObjectStore> any(Location place) {
        return stores.stream()
                .filter(store -> store.buckets().isEmpty() && rules.isOfScheme(store.scheme(), place))
                .findFirst();
    }
}
