package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.common.TableRef;
import java.nio.file.Path;
import java.util.Map;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.junit.jupiter.api.Test;

/** The contract on Iceberg's catalog in memory, which stands for every catalog asked through Iceberg's interface. */
class InMemoryCatalogTest extends ChangingContract {
    @Override
    Lake open(Path lakeDirectory) {
        // Iceberg keeps the files of all such catalogs in one place: the directory makes them this test's
        return new Lake("lake", Map.of("type", "in-memory", "warehouse", lakeDirectory.toString()));
    }

    @Override
    boolean lists() {
        return false;
    }

    /** Iceberg's catalog in memory compares namespaces by their dotted text, and fails. */
    @Override
    boolean listsDottedLevelsBesideOthers() {
        return false;
    }

    @Override
    boolean fileExists(String location) {
        try (InMemoryFileIO io = new InMemoryFileIO()) {
            return io.fileExists(location);
        }
    }

    /** CAT-1: Iceberg's client reads an unreadable file again for minutes; the limit ends that. */
    @Test
    void metadataThatIsCutIsAnErrorInTime() {
        Map<String, String> properties = Map.of(
                "type",
                "in-memory",
                "warehouse",
                directory.resolve("impatient").toString(),
                "strandline.timeout",
                "500ms");
        try (Lake impatient = new Lake("impatient", properties);
                InMemoryFileIO io = new InMemoryFileIO()) {
            TableRef ref = impatient.table("sales", "orders");
            String file = impatient.catalog.describe(ref, call).orElseThrow().metadataLocation();
            io.addFile(file, new byte[] {'{'});
            assertCode(ErrorCode.BACKEND, () -> impatient.catalog.describe(ref, call));
            assertThat(impatient.catalog.exists(ref, call)).isTrue();
            io.deleteFile(file);
            assertCode(ErrorCode.METADATA_MISSING, () -> impatient.catalog.describe(ref, call));
        }
    }
}
