package io.strandline.manifest;

import io.strandline.common.Location;
import io.strandline.common.StoreRoutes;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.stream.Stream;

/** The objects of all places: each is asked for where it is kept; a copy stays within one store. Immutable. */
public record RoutedObjects(StoreRoutes<ManifestObjects> stores) implements ManifestObjects {
    @Override
    public Optional<ObjectStat> stat(Location object) {
        return stores.of(object).stat(object);
    }

    @Override
    public Copied copy(Location source, Location target, Runnable checkpoint) {
        return stores.of(target).copy(source, target, checkpoint);
    }

    @Override
    public void persist(Location object) {
        stores.of(object).persist(object);
    }

    @Override
    public void remove(Location object) {
        stores.of(object).remove(object);
    }

    @Override
    public Optional<InputStream> read(Location object) throws IOException {
        return stores.of(object).read(object);
    }

    @Override
    public Stream<Listed> list(Location directory, String beginning) {
        return stores.of(directory).list(directory, beginning);
    }
}
