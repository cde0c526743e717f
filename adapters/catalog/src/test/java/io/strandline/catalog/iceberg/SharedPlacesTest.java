package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.CatalogEntries;
import io.strandline.catalog.Catalogs;
import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TableMaintenance;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.TestEffects;
import io.strandline.common.ErrorCode;
import io.strandline.common.LocationRules;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CAT-17, case 1: files that another table may need are not deleted, whichever catalog has that table. */
class SharedPlacesTest {
    private static final Clock LATER = Clock.offset(Clock.systemUTC(), Duration.ofDays(10));

    @TempDir
    Path directory;

    private Lake lake;
    private Lake other;

    @BeforeEach
    void open() throws Exception {
        lake = new Lake("lake", SqliteCatalogTest.properties(Files.createDirectory(directory.resolve("lake"))));
        other = new Lake("other", SqliteCatalogTest.properties(Files.createDirectory(directory.resolve("other"))));
        lake.writer.createNamespace(List.of("sales"));
        other.writer.createNamespace(List.of("sales"));
    }

    @AfterEach
    void close() {
        other.close();
        lake.close();
    }

    private static TestCall changing() {
        return new TestCall(new TestEffects(intent -> Outcome.unknown("not looked at")));
    }

    private static CatalogEntries entries(Lake... lakes) {
        return new CatalogEntries(catalogs(lakes), new StateCache(1 << 20), LocationRules.defaults(), LATER);
    }

    private static Catalogs catalogs(Lake... lakes) {
        return new Catalogs(List.of(lakes).stream().map(each -> each.catalog).toList());
    }

    private static TableMaintenance maintenance(Lake... lakes) {
        return new TableMaintenance(
                catalogs(lakes), ExternalLocations.none(), new StateCache(1 << 20), LocationRules.defaults(), LATER, 1);
    }

    private static void assertKept(TableMaintenance maintenance, TableRef table, String who) {
        assertThatThrownBy(() ->
                        maintenance.removeOrphans(table, Optional.empty(), Optional.empty(), false, false, changing()))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED))
                .hasMessageContaining(who);
        assertThatThrownBy(() -> maintenance.drop(table, true, false, changing()))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED))
                .hasMessageContaining(who);
    }

    @Test
    void aTableOfAnotherCatalogKeepsItsFiles() {
        TableRef table = lake.table("sales", "orders");
        String file = lake.catalog.describe(table, new TestCall()).orElseThrow().metadataLocation();
        TableRef twin = other.ref("sales", "orders");
        entries(other).register(twin, file, false, changing());
        assertKept(maintenance(lake, other), table, "other.sales.orders");
        assertThat(lake.catalog.exists(table, new TestCall())).isTrue();
        // and it is not registered where both are known
        assertThatThrownBy(() -> entries(lake, other).register(other.ref("sales", "again"), file, false, changing()))
                .hasMessageContaining("lake.sales.orders");
    }

    /** One whose metadata file is too large to be read is whole, and where its rows lie is not known. */
    @Test
    void whatLiesNobodyKnowsWhereKeepsItsFiles() throws Exception {
        TableRef table = lake.table("sales", "orders");
        String place =
                lake.catalog.describe(table, new TestCall()).orElseThrow().location();
        TableRef large = other.ref("sales", "large");
        other.writer.createTable(
                large,
                List.of(LakeColumn.of("id", "long")),
                Optional.empty(),
                Map.of("write.data.path", place + "/data/large"));
        other.writer.append(large, List.of(List.of(1L)));
        Map<String, String> bounded = new HashMap<>(SqliteCatalogTest.properties(directory.resolve("other")));
        bounded.put("strandline.metadata-bytes", "100");
        try (Lake unread = new Lake("other", bounded)) {
            assertThatThrownBy(() -> unread.catalog.describe(large, new TestCall()))
                    .isInstanceOfSatisfying(
                            StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED));
            assertKept(maintenance(lake, unread), table, "where other.sales.large lies is not known");
        }
    }

    /** What the statement saw before is no proof: the places of all tables are as they are when files are deleted. */
    @Test
    void aTableThatComesNearMeanwhileKeepsItsFiles() {
        TableRef table = lake.table("sales", "orders");
        TableRef near = lake.table("sales", "near");
        String place =
                lake.catalog.describe(table, new TestCall()).orElseThrow().location();
        TestCall statement = changing();
        assertThat(maintenance(lake).drop(table, true, true, statement).reason())
                .isEqualTo("dry_run");
        lake.writer.moveTable(near, place + "/in");
        assertThatThrownBy(() -> maintenance(lake).drop(table, true, false, statement))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED))
                .hasMessageContaining("lake.sales.near");
    }

    /** A table that was moved has its old files where another was made since. */
    @Test
    void aTableThatWasMovedKeepsWhatItLeftBehind() {
        TableRef moved = lake.table("sales", "orders");
        TableState before = lake.catalog.describe(moved, new TestCall()).orElseThrow();
        lake.writer.moveTable(moved, "file://" + directory.resolve("elsewhere"));
        TableRef fresh = lake.tableAt("sales", "fresh", before.location());
        assertKept(maintenance(lake), fresh, "lake.sales.orders");
    }
}
