package io.strandline.sink.iceberg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;

/** The files that a table's rows are in now, looked at one after the other. */
record LiveFiles(Table table) {
    /** Hands over all; what is kept of one is to be copied. */
    void forEach(Consumer<DataFile> data, Consumer<DeleteFile> deletes) {
        Snapshot current = table.currentSnapshot();
        if (current == null) {
            return;
        }
        for (ManifestFile manifest : current.allManifests(table.io())) {
            if (manifest.content() == ManifestContent.DATA) {
                read(ManifestFiles.read(manifest, table.io(), table.specs()), data);
            } else {
                read(ManifestFiles.readDeleteManifest(manifest, table.io(), table.specs()), deletes);
            }
        }
    }

    private static <F extends ContentFile<F>> void read(ManifestReader<F> manifest, Consumer<F> files) {
        try (ManifestReader<F> reader = manifest) {
            reader.forEach(files);
        } catch (IOException e) {
            throw new UncheckedIOException("a manifest cannot be read", e);
        }
    }
}
