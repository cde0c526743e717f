package io.strandline.catalog.iceberg;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;

/** A local file to read. */
record LocalInputFile(String location, Path path) implements InputFile {
    @Override
    public long getLength() {
        try {
            return Files.size(path);
        } catch (NoSuchFileException e) {
            throw new NotFoundException(e, "File does not exist: %s", location);
        } catch (IOException e) {
            throw new RuntimeIOException(e, "Cannot read %s", location);
        }
    }

    @Override
    public SeekableInputStream newStream() {
        try {
            return new LocalInputStream(FileChannel.open(path, StandardOpenOption.READ));
        } catch (NoSuchFileException e) {
            throw new NotFoundException(e, "File does not exist: %s", location);
        } catch (IOException e) {
            throw new RuntimeIOException(e, "Cannot open %s", location);
        }
    }

    @Override
    public boolean exists() {
        return Files.exists(path);
    }
}
