package io.strandline.catalog.iceberg;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;

/** A local file to write: to a name of its own in the same directory first, there under its own name once it is whole. */
record LocalOutputFile(String location, Path path) implements OutputFile {
    @Override
    public PositionOutputStream create() {
        if (Files.exists(path)) {
            throw new AlreadyExistsException("File already exists: %s", location);
        }
        return open(false);
    }

    @Override
    public PositionOutputStream createOrOverwrite() {
        return open(true);
    }

    private PositionOutputStream open(boolean replace) {
        try {
            Path directory = path.toAbsolutePath().getParent();
            if (directory == null) {
                throw new RuntimeIOException("Cannot write %s: it is no file", location);
            }
            Files.createDirectories(directory);
            // hidden from listings that pass over names with a leading dot or underscore; short, whatever the name's
            // length
            Path partial = directory.resolve("." + UUID.randomUUID() + ".partial");
            FileChannel channel = FileChannel.open(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return new LocalOutputStream(location, channel, partial, path, replace);
        } catch (IOException e) {
            throw new RuntimeIOException(e, "Cannot write %s", location);
        }
    }

    @Override
    public InputFile toInputFile() {
        return new LocalInputFile(location, path);
    }
}
