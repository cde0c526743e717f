package io.strandline.manifest;

import io.strandline.common.Location;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Objects as one call uses them: what may take long asks meanwhile whether the call goes on, and ends with what the
 * checkpoint throws. What is quick is done either way, so that nothing is left that could have been tidied up.
 *
 * @param checkpoint throws if the call is cancelled or out of time
 */
record CallObjects(ManifestObjects objects, Runnable checkpoint) implements ManifestObjects {
    @Override
    public Optional<ObjectStat> stat(Location object) {
        return objects.stat(object);
    }

    @Override
    public Copied copy(Location source, Location target, Runnable also) {
        return objects.copy(source, target, () -> {
            checkpoint.run();
            also.run();
        });
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
        return objects.read(object).map(bytes -> new FilterInputStream(bytes) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                checkpoint.run();
                return super.read(into, offset, length);
            }
        });
    }

    @Override
    public Stream<Listed> list(Location directory, String beginning) {
        return objects.list(directory, beginning).peek(object -> checkpoint.run());
    }
}
