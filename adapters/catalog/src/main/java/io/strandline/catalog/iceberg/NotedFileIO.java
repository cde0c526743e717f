package io.strandline.catalog.iceberg;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestListFile;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;

/**
 * Files of a table while a commit is made ready: notes what is written, so that it can be taken back, and lets the work stop
 * between two files. Closing it leaves the table's own open. Thread-safe.
 */
final class NotedFileIO implements FileIO {
    private static final long serialVersionUID = 1L;

    private final FileIO inner;
    private final transient Runnable checkpoint;
    private final transient List<String> written = new CopyOnWriteArrayList<>();

    NotedFileIO(FileIO inner, Runnable checkpoint) {
        this.inner = inner;
        this.checkpoint = checkpoint;
    }

    /** Locations of the files that were begun. */
    List<String> written() {
        return List.copyOf(written);
    }

    @Override
    public InputFile newInputFile(String location) {
        checkpoint.run();
        return inner.newInputFile(location);
    }

    @Override
    public InputFile newInputFile(String location, long length) {
        checkpoint.run();
        return inner.newInputFile(location, length);
    }

    @Override
    public InputFile newInputFile(DataFile file) {
        checkpoint.run();
        return inner.newInputFile(file);
    }

    @Override
    public InputFile newInputFile(DeleteFile file) {
        checkpoint.run();
        return inner.newInputFile(file);
    }

    @Override
    public InputFile newInputFile(ManifestFile manifest) {
        checkpoint.run();
        return inner.newInputFile(manifest);
    }

    @Override
    public InputFile newInputFile(ManifestListFile manifests) {
        checkpoint.run();
        return inner.newInputFile(manifests);
    }

    @Override
    public OutputFile newOutputFile(String location) {
        checkpoint.run();
        written.add(location);
        return inner.newOutputFile(location);
    }

    @Override
    public void deleteFile(String location) {
        inner.deleteFile(location);
    }

    @Override
    public void deleteFile(InputFile file) {
        inner.deleteFile(file);
    }

    @Override
    public void deleteFile(OutputFile file) {
        inner.deleteFile(file);
    }

    @Override
    public Map<String, String> properties() {
        return inner.properties();
    }

    @Override
    public void initialize(Map<String, String> properties) {
        // the table's own is ready
    }

    @Override
    public void close() {
        // the table's own goes on
    }
}
