package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableListing;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.common.Location;
import io.strandline.common.SystemCall;
import io.strandline.common.TableRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Describing what a listing of the same statement named. */
class ListedMetadataTest {
    private static final TableRef TABLE = new TableRef("prod", List.of("ns"), "t");

    @TempDir
    Path directory;

    private final SystemCall call = new SystemCall(Instant.EPOCH);
    private IcebergCatalog catalog;
    private LakeWriter writer;

    @BeforeEach
    void open() {
        catalog = CatalogFactory.create(
                "prod",
                Map.of(
                        "type",
                        "jdbc",
                        "uri",
                        "jdbc:sqlite:" + directory.resolve("catalog.db"),
                        "warehouse",
                        directory.resolve("warehouse").toString()));
        writer = LakeWriter.on(catalog);
        writer.createNamespace(TABLE.namespace());
        writer.createTable(TABLE, LakeColumn.of("id", "long"));
    }

    @AfterEach
    void close() {
        writer.close();
        catalog.close();
    }

    private TableEntry listed() {
        return new TableListing(catalog, TABLE.namespace(), call).next();
    }

    /** REC-8: a page of the listing names the metadata file, so that describing asks the database nothing more. */
    @Test
    void aListedTableIsDescribedFromTheFileTheListingNamed() {
        TableEntry listed = listed();
        TableState state = catalog.describe(TABLE, call).orElseThrow();
        assertThat(listed.metadataLocation()).isEqualTo(state.metadataLocation());
        assertThat(catalog.describe(listed, call)).contains(state);
        catalog.drop(TABLE, call);
        assertThat(catalog.describe(listed, call).map(TableState::uuid)).contains(state.uuid());
    }

    /** A table that moved on and took the listed file away is described as it is now; one that is gone is gone. */
    @Test
    void whereTheListedFileIsGoneTheCatalogIsAskedAgain() throws IOException {
        TableEntry listed = listed();
        writer.append(TABLE, List.of(List.of(1L)));
        Files.delete(Path.of(Location.parse(listed.metadataLocation()).path()));
        assertThat(catalog.describe(listed, call).orElseThrow().currentSnapshotId())
                .isNotNull();
        catalog.drop(TABLE, call);
        assertThat(catalog.describe(listed, call)).isEmpty();
    }

    /** REC-8: what a backend lists whole is sorted once, and pages come from that. */
    @Test
    void aWholeListingIsReadByPages() {
        List<TableEntry> entries = new ArrayList<>();
        List<String> names = List.of("b", "\uD83D\uDE00", "\uFFFD", "a", "B", "aa");
        names.forEach(name -> entries.add(new TableEntry(
                new TableRef("prod", TABLE.namespace(), name), name.equals("a") ? TableType.VIEW : TableType.TABLE)));
        SortedNames sorted = new SortedNames("prod", TABLE.namespace(), entries);
        assertThat(sorted.page(Optional.empty(), 100).entries())
                .extracting(entry -> entry.ref().name())
                .containsExactly("B", "a", "aa", "b", "\uFFFD", "\uD83D\uDE00");
        assertThat(sorted.page(Optional.of("B"), 1).entries()).containsExactly(entries.get(3));
        assertThat(sorted.page(Optional.of("B"), 1).more()).isTrue();
        assertThat(sorted.page(Optional.of("az"), 100).entries())
                .extracting(entry -> entry.ref().name())
                .containsExactly("b", "\uFFFD", "\uD83D\uDE00");
        assertThat(sorted.page(Optional.of("\uD83D\uDE00"), 1).entries()).isEmpty();
    }
}
