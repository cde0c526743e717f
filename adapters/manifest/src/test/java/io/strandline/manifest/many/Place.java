package io.strandline.manifest.many;

import io.strandline.common.Location;
import io.strandline.fixtures.S3Server;
import io.strandline.manifest.ManifestObjects;
import io.strandline.manifest.local.LocalObjects;
import io.strandline.manifest.s3.S3Objects;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.aws.s3.S3FileIO;
import org.jspecify.annotations.Nullable;

/** Where a dataset lies: files of this machine, or S3. */
record Place(
        Location base, ManifestObjects objects, @Nullable S3FileIO writer) implements AutoCloseable {
    /** @param endpoint of S3; empty for files */
    static Place of(Location base, String endpoint) {
        if (endpoint.isEmpty()) {
            return new Place(base, new LocalObjects(), null);
        }
        Map<String, String> properties = S3Server.fileIoProperties(endpoint);
        S3FileIO io = new S3FileIO();
        io.initialize(properties);
        return new Place(base, new S3Objects(properties, Duration.ofSeconds(30)), io);
    }

    /** Writes a manifest that says whose commit it is. */
    byte[] write(String path, String commitId) {
        byte[] content = ("manifest of " + commitId).getBytes(StandardCharsets.UTF_8);
        try {
            if (writer == null) {
                Path file = Path.of(base.resolve(path).path());
                Files.createDirectories(Objects.requireNonNull(file.getParent()));
                Files.write(file, content);
            } else {
                try (OutputStream out =
                        writer.newOutputFile(base.resolve(path).text()).createOrOverwrite()) {
                    out.write(content);
                }
            }
            return content;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String read(String path) {
        try (InputStream bytes = objects.read(base.resolve(path)).orElseThrow()) {
            return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (objects instanceof S3Objects s3) {
            s3.close();
        }
        if (writer != null) {
            writer.close();
        }
    }
}
