package io.strandline.catalog.sql;

import static io.strandline.catalog.sql.Rows.equal;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.iceberg.ProbeFileIO;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.SqlModule;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one statement read of a metadata file serves the next, and is never older than that. */
class CachedStatesTest {
    @TempDir
    Path directory;

    private DamagedLake lake;
    private SqlModule module;

    @BeforeEach
    void openLake() {
        lake = new DamagedLake(directory, "30s");
        module = new CatalogModule(lake.catalogs, ExternalLocations.none(), new StateCache(1 << 20));
        ProbeFileIO.reset();
    }

    @AfterEach
    void closeLake() {
        ProbeFileIO.reset();
        lake.close();
    }

    private List<Map<String, Object>> columns() {
        return Rows.of(module, "columns", new TestCall());
    }

    @Test
    void aFileIsReadOnceForAllStatements() {
        TableRef first = lake.table("sales", "a");
        lake.table("sales", "b");
        ProbeFileIO.reset();
        List<Map<String, Object>> cold = columns();
        assertThat(ProbeFileIO.openedMetadata()).hasSize(2);
        assertThat(columns()).isEqualTo(cold);
        assertThat(Rows.of(module, "snapshots", new TestCall(), equal("table_name", first.name())))
                .isNotEmpty();
        assertThat(ProbeFileIO.openedMetadata()).hasSize(2);
    }

    @Test
    void aTableThatMovedOnIsReadAgainAndItsNeighbourIsNot() {
        TableRef first = lake.table("sales", "a");
        lake.table("sales", "b");
        columns();
        lake.writer.append(first, List.of(List.of(2L, "second")));
        ProbeFileIO.reset();
        for (String name : List.of("a", "b")) {
            assertThat(Rows.of(module, "snapshots", new TestCall(), equal("table_name", name)))
                    .hasSize(name.equals("a") ? 2 : 1);
        }
        assertThat(ProbeFileIO.openedMetadata()).hasSize(1).first().asString().contains("/a/");
    }

    /** The metadata file stays; the name in the rows is the one that the table has now. */
    @Test
    void aRenamedTableBearsItsNewName() {
        TableRef first = lake.table("sales", "a");
        columns();
        lake.writer.renameTable(first, new TableRef(first.catalog(), first.namespace(), "z"));
        assertThat(columns())
                .isNotEmpty()
                .allSatisfy(
                        row -> assertThat(row).containsEntry("table_name", "z").containsEntry("status", "ok"));
    }

    /** A failure is no state: it is looked for again each time. */
    @Test
    void aTableThatCouldNotBeReadIsReadAgain() throws Exception {
        TableRef first = lake.table("sales", "a");
        lake.loseMetadata(first);
        assertThat(columns()).singleElement().satisfies(row -> assertThat(row).containsEntry("status", "error"));
        ProbeFileIO.reset();
        assertThat(columns()).singleElement().satisfies(row -> assertThat(row).containsEntry("status", "error"));
        assertThat(ProbeFileIO.openedMetadata()).isNotEmpty();
    }

    /** Bounded: where the memory is small, states are read again instead. */
    @Test
    void aSmallCacheKeepsLittle() {
        module = new CatalogModule(lake.catalogs, ExternalLocations.none(), new StateCache(0));
        lake.table("sales", "a");
        columns();
        ProbeFileIO.reset();
        assertThat(columns()).isNotEmpty();
        assertThat(ProbeFileIO.openedMetadata()).hasSize(1);
    }
}
