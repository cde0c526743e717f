package io.strandline.catalog.iceberg;

import java.nio.file.Path;
import java.util.Map;
import org.apache.iceberg.inmemory.InMemoryFileIO;

/** The contract on Iceberg's catalog in memory, which stands for every catalog asked through Iceberg's interface. */
class InMemoryCatalogTest extends DroppingContract {
    @Override
    Lake open(Path lakeDirectory) {
        // Iceberg keeps the files of all such catalogs in one place: the directory makes them this test's
        return new Lake("lake", Map.of("type", "in-memory", "warehouse", lakeDirectory.toString()));
    }

    @Override
    boolean fileExists(String location) {
        try (InMemoryFileIO io = new InMemoryFileIO()) {
            return io.fileExists(location);
        }
    }
}
