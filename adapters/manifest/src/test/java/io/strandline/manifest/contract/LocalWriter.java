package io.strandline.manifest.contract;

import io.strandline.common.Location;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Writes files as a writer of manifests does. */
public final class LocalWriter {
    private LocalWriter() {}

    public static void write(Location place, byte[] content) {
        try {
            Path file = Path.of(place.path());
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
