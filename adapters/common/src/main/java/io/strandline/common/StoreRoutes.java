package io.strandline.common;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which of several object stores a location is kept at: the one that names its bucket, else the one of its scheme that names
 * none; schemes and buckets are compared as declared (LOC-1, LOC-2). Immutable.
 *
 * @param <T> what is done there
 */
public record StoreRoutes<T>(List<Route<T>> routes, LocationRules rules) {
    public StoreRoutes {
        routes = List.copyOf(routes);
        requireNonNull(rules, "rules");
    }

    /**
     * A place where objects are kept.
     *
     * @param name in the configuration
     * @param scheme of its locations, such as {@code s3}; equal schemes are its too
     * @param buckets the authorities that are kept there; empty for all that no other store names
     */
    public record Route<T>(String name, String scheme, Set<String> buckets, T store) {
        public Route {
            requireNonNull(name, "name");
            requireNonNull(scheme, "scheme");
            buckets = Set.copyOf(buckets);
            requireNonNull(store, "store");
        }
    }

    /**
     * The store of that location.
     *
     * @throws StrandlineException {@link ErrorCode#NOT_SUPPORTED} if none has it
     */
    public T of(Location place) {
        return named(place)
                .or(() -> any(place))
                .map(Route::store)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NOT_SUPPORTED,
                        place + ": no object store is configured for " + place.scheme() + "://" + place.authority()
                                + ", so what is there cannot be looked for. Add it to object_stores in the"
                                + " configuration."));
    }

    private Optional<Route<T>> named(Location place) {
        return routes.stream()
                .filter(route -> route.buckets().stream().anyMatch(bucket -> rules.isIn(route.scheme(), bucket, place)))
                .findFirst();
    }

    private Optional<Route<T>> any(Location place) {
        return routes.stream()
                .filter(route -> route.buckets().isEmpty() && rules.isOfScheme(route.scheme(), place))
                .findFirst();
    }
}
