package io.strandline.catalog.iceberg;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SupportsPrefixOperations;

/**
 * Files of the local file system through NIO alone. A file becomes visible whole when its stream is closed, and
 * {@link OutputFile#create} never replaces one. Locations come back as they went in, since Iceberg compares them as text.
 * Thread-safe, without state.
 */
public final class LocalFileIO implements SupportsPrefixOperations {
    private static final long serialVersionUID = 1L;

    /** For Iceberg, which makes it by name. */
    public LocalFileIO() {}

    @Override
    public InputFile newInputFile(String location) {
        return new LocalInputFile(location, LocalPaths.of(location));
    }

    @Override
    public OutputFile newOutputFile(String location) {
        return new LocalOutputFile(location, LocalPaths.of(location));
    }

    @Override
    public void deleteFile(String location) {
        try {
            Files.delete(LocalPaths.of(location));
        } catch (NoSuchFileException e) {
            throw new NotFoundException(e, "File does not exist: %s", location);
        } catch (IOException e) {
            throw new RuntimeIOException(e, "Cannot delete %s", location);
        }
    }

    @Override
    public Iterable<FileInfo> listPrefix(String prefix) {
        return () -> new LocalListing(prefix);
    }

    /** Nobody here deletes what was not looked at. */
    @Override
    public void deletePrefix(String prefix) {
        throw new UnsupportedOperationException("files are deleted by name: " + prefix);
    }

    @Override
    public void initialize(Map<String, String> properties) {}

    @Override
    public Map<String, String> properties() {
        return Map.of();
    }

    @Override
    public void close() {}
}
