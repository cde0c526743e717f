package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.EntryChanges;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The contract on a directory tree as a catalog. */
class HadoopCatalogTest extends OrphanContract {
    @Override
    Lake open(Path lakeDirectory) throws IOException {
        Path warehouse = Files.createDirectories(lakeDirectory.resolve("warehouse"));
        return new Lake("lake", Map.of("type", "hadoop", "warehouse", warehouse.toString()));
    }

    @Override
    boolean purges() {
        return false;
    }

    @Override
    boolean storesSlashes() {
        return false;
    }

    /** Names are file names: a JVM in a POSIX locale has none beyond ASCII. */
    @Override
    boolean stores(String name) {
        return Charset.forName(System.getProperty("sun.jnu.encoding"))
                .newEncoder()
                .canEncode(name);
    }

    /** REC-10: its drop would delete the directory, so none is made. */
    @Test
    void refusesToDrop() {
        TableRef ref = lake.table("sales", "orders");
        assertThat(lake.catalog.dropKeepsFiles()).isFalse();
        assertCode(ErrorCode.NOT_SUPPORTED, () -> lake.catalog.drop(ref, call));
        assertThat(lake.catalog.describe(ref, call)).isPresent();
    }

    /** CAT-15: a name that is a path is no name: it finds no other table. */
    @Test
    void findsNothingByAPath() {
        lake.table(List.of("x", "a"), "b");
        assertThat(lake.catalog.describe(lake.ref("x", "a/b"), call)).isEmpty();
        assertThat(lake.catalog.describe(new TableRef("lake", List.of("x", "a"), "../a/b"), call))
                .isEmpty();
        assertThat(lake.catalog
                        .list(List.of("x", "."), java.util.Optional.empty(), 10, call)
                        .entries())
                .isEmpty();
        assertThat(lake.catalog.exists(lake.ref("x/a", "b"), call)).isFalse();
    }

    /** CAT-1: a cut metadata file is unreadable, one that is gone is missing. */
    @Test
    void reportsDamagedMetadata() throws IOException {
        TableRef ref = lake.table("sales", "orders");
        Path file = LocalPaths.of(
                String.valueOf(lake.catalog.describe(ref, call).orElseThrow().metadataLocation()));
        Files.writeString(file, "{ \"format-version\": ");
        assertThatThrownBy(() -> lake.catalog.describe(ref, call))
                .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.METADATA_UNREADABLE));
        Files.delete(file);
        assertThatThrownBy(() -> lake.catalog.describe(ref, call))
                .satisfies(e -> assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.METADATA_MISSING));
        assertThat(lake.catalog.exists(ref, call)).isTrue();
    }

    /** CAT-19: there are no entries beside the directories, and that is said. */
    @Test
    void refusesToRegisterAndToRename() {
        TableRef ref = lake.table("sales", "orders");
        String file = String.valueOf(state(ref).metadataLocation());
        EntryChanges entries = lake.catalog.entries().orElseThrow();
        assertCode(ErrorCode.NOT_SUPPORTED, () -> entries.register(lake.ref("sales", "twin"), file, call));
        assertCode(ErrorCode.NOT_SUPPORTED, () -> entries.rename(ref, lake.ref("sales", "renamed"), call));
        assertThat(names(all("sales", 10))).containsExactly("orders");
    }
}
