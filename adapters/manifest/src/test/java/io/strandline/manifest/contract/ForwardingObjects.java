package io.strandline.manifest.contract;

import io.strandline.common.Location;
import io.strandline.manifest.ManifestObjects;
import io.strandline.manifest.ObjectStat;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.stream.Stream;

/** An object store that hands everything on to another. */
public class ForwardingObjects implements ManifestObjects {
    protected final ManifestObjects objects;

    public ForwardingObjects(ManifestObjects objects) {
        this.objects = objects;
    }

    @Override
    public Optional<ObjectStat> stat(Location object) {
        return objects.stat(object);
    }

    @Override
    public Copied copy(Location source, Location target, Runnable checkpoint) {
        return objects.copy(source, target, checkpoint);
    }

    @Override
    public void persist(Location object) {
        objects.persist(object);
    }

    @Override
    public void remove(Location object) {
        objects.remove(object);
    }

    @Override
    public Optional<InputStream> read(Location object) throws IOException {
        return objects.read(object);
    }

    @Override
    public Stream<Listed> list(Location directory, String beginning) {
        return objects.list(directory, beginning);
    }
}
