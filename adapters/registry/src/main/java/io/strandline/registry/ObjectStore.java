package io.strandline.registry;

import static java.util.Objects.requireNonNull;

import java.util.Set;

/**
 * A place where objects are kept, and who looks there.
 *
 * @param name in the configuration
 * @param scheme of its locations, such as {@code s3}; equal schemes are its too
 * @param buckets the authorities that are kept there; empty for all that no other store names
 */
public record ObjectStore(String name, String scheme, Set<String> buckets, Locator locator) {
    public ObjectStore {
        requireNonNull(name, "name");
        requireNonNull(scheme, "scheme");
        buckets = Set.copyOf(buckets);
        requireNonNull(locator, "locator");
    }
}
