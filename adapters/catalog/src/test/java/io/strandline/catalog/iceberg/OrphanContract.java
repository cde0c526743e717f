package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.ExpiredSnapshots;
import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.FileInventory;
import io.strandline.catalog.OrphanFile;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TableFile.Kind;
import io.strandline.catalog.TableMaintenance;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.TableRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.GenericStatisticsFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.Test;

/** What every backend does with files that nothing needs, and what stands against deleting any (CAT-17, CAT-19). */
abstract class OrphanContract extends MaintenanceContract {
    /** CAT-17, case 7: only what is old enough and reached by nothing is an orphan; a dry run shows it. */
    @Test
    void removesOrphanFiles() {
        TableRef ref = tableWithGarbage();
        Table table = iceberg(ref);
        String stray = stray(table, "data/stray.parquet");
        stray(table, "data/_temporary/under_way.parquet");
        if (!lists()) {
            assertThatThrownBy(() -> maintenance(LATER)
                            .removeOrphans(ref, Optional.empty(), Optional.empty(), false, true, deleting()))
                    .hasMessageContaining("cannot be listed");
            return;
        }
        assertThat(maintenance(Clock.systemUTC())
                        .removeOrphans(ref, Optional.empty(), Optional.empty(), false, true, deleting()))
                .as("younger than three days")
                .isEmpty();
        Optional<java.time.Instant> now =
                Optional.of(Clock.systemUTC().instant().plusSeconds(60));
        assertNotDone(
                "below_age_floor",
                () -> maintenance(Clock.systemUTC())
                        .removeOrphans(ref, now, Optional.empty(), false, false, deleting()));

        List<OrphanFile> shown =
                maintenance(LATER).removeOrphans(ref, Optional.empty(), Optional.empty(), false, true, deleting());
        assertThat(shown).singleElement().satisfies(orphan -> {
            assertThat(orphan.file().location()).endsWith("data/stray.parquet");
            assertThat(orphan.done()).isFalse();
            assertThat(orphan.reason()).isEqualTo("dry_run");
        });
        assertThat(isThere(table, stray)).isTrue();
        assertThat(maintenance(LATER)
                        .removeOrphans(
                                ref,
                                Optional.empty(),
                                Optional.of(table.location() + "/metadata"),
                                false,
                                false,
                                deleting()))
                .isEmpty();
        assertNotDone(
                "outside_table",
                () -> maintenance(LATER)
                        .removeOrphans(
                                ref, Optional.empty(), Optional.of(table.location() + "_2"), false, false, deleting()));

        assertThat(maintenance(LATER).removeOrphans(ref, Optional.empty(), Optional.empty(), false, false, deleting()))
                .singleElement()
                .satisfies(orphan -> assertThat(orphan.done()).isTrue());
        assertThat(isThere(table, stray)).isFalse();
        assertAllThere(iceberg(ref));
    }

    /** Cases 4 and 6: statistics are reached; a file whose prefix alone tells it from one that is needed is shown and kept. */
    @Test
    void keepsStatisticsAndWhatADoubtfulPrefixNames() {
        TableRef ref = tableWithGarbage();
        Table table = iceberg(ref);
        long first = table.snapshots().iterator().next().snapshotId();
        for (long snapshot : List.of(first, table.currentSnapshot().snapshotId())) {
            String place = stray(table, "metadata/" + snapshot + ".stats");
            table.updateStatistics()
                    .setStatistics(new GenericStatisticsFile(snapshot, place, 1, 1, List.of()))
                    .commit();
        }
        String odd = stray(table, "data/odd.parquet");
        table.newAppend()
                .appendFile(DataFiles.builder(table.spec())
                        .withPath("gs://elsewhere" + Location.parse(odd).path())
                        .withFileSizeInBytes(1)
                        .withRecordCount(1)
                        .build())
                .commit();
        if (lists()) {
            assertThat(maintenance(LATER)
                            .removeOrphans(ref, Optional.empty(), Optional.empty(), false, false, deleting()))
                    .singleElement()
                    .satisfies(orphan -> {
                        assertThat(orphan.done()).isFalse();
                        assertThat(orphan.reason()).isEqualTo("prefix_mismatch");
                    });
            assertThat(isThere(table, odd)).isTrue();
        }
        ExpiredSnapshots expired = maintenance(LATER).expire(ref, BY_THE_TABLE, false, deleting());
        assertThat(expired.files().count(Kind.STATISTICS)).isEqualTo(2);
        assertThat(isThere(table, odd)).isTrue();
        assertThat(state(ref).history().statisticsFiles()).isEmpty();
    }

    /** One that the current snapshot has. */
    private static String dataFile(Table table) {
        try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
            return tasks.iterator().next().file().location();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** REC-17: the comparison shows the orphans that a dry run shows, and what is named and not there. */
    @Test
    void comparesFilesWithWhatIsNamed() {
        TableRef ref = tableWithGarbage();
        FileInventory inventory = new FileInventory(
                new Catalogs(List.of(lake.catalog)),
                ExternalLocations.none(),
                new StateCache(1 << 20),
                LocationRules.defaults(),
                LATER,
                4);
        if (!lists()) {
            assertThatThrownBy(() -> inventory.compare(ref, call)).hasMessageContaining("cannot be listed");
            return;
        }
        assertThat(inventory.compare(ref, call)).hasValueSatisfying(compared -> {
            assertThat(compared.lacksFiles()).isFalse();
            assertThat(compared.strays()).isEmpty();
        });
        Table table = iceberg(ref);
        String stray = stray(table, "data/stray.parquet");
        String lost = dataFile(table);
        table.io().deleteFile(lost);
        assertThat(inventory.compare(ref, call)).hasValueSatisfying(compared -> {
            assertThat(compared.missing().some()).containsExactly(lost);
            assertThat(compared.missingKinds()).isEqualTo(Map.of(Kind.DATA, 1L));
            assertThat(compared.strays())
                    .singleElement()
                    .satisfies(strays -> assertThat(strays.files().some())
                            .containsExactlyElementsOf(maintenance(LATER)
                                    .removeOrphans(ref, Optional.empty(), Optional.empty(), false, true, deleting())
                                    .stream()
                                    .map(orphan -> orphan.file().location())
                                    .toList())
                            .singleElement()
                            .satisfies(file -> assertThat(file)
                                    .endsWith(Location.parse(stray).path())));
        });
        assertThat(inventory.compare(lake.ref("sales", "none"), call)).isEmpty();
        stray(table, "data/again.parquet");
        table.io()
                .deleteFile(
                        table.currentSnapshot().allManifests(table.io()).get(0).path());
        assertThat(inventory.compare(ref, call))
                .hasValueSatisfying(compared -> assertThat(compared.unread()).contains("is not there"));
    }

    /** What was declared external is not the table's alone: a source lies beside it. */
    @Test
    void leavesExternalPlacesAlone() {
        TableRef ref = tableWithGarbage();
        TableMaintenance external = maintenance(LATER, (table, location) -> true);
        assertNotDone(
                "external_location",
                () -> external.removeOrphans(ref, Optional.empty(), Optional.empty(), false, false, deleting()));
        assertNotDone("external_location", () -> external.expire(ref, BY_THE_TABLE, false, deleting()));
        if (purges()) {
            assertNotDone("external_location", () -> external.drop(ref, true, false, deleting()));
        }
        assertAllThere(iceberg(ref));
    }

    /** Cases 1 and 3: where another table lies, at the same place or inside, nothing is deleted. */
    @Test
    void refusesSharedAndNestedPlaces() {
        if (!purges()) {
            return;
        }
        TableRef ref = tableWithGarbage();
        String root = state(ref).location();
        TableRef inner = lake.tableAt("sales", "inner", root + "/t1");
        assertNotDone("nested_location", () -> maintenance(LATER).expire(ref, BY_THE_TABLE, false, deleting()))
                .hasMessageContaining(inner.toString());
        lake.catalog.drop(inner, call);
        TableRef twin = lake.tableAt("sales", "twin", root);
        assertNotDone(
                "shared_location",
                () -> maintenance(LATER)
                        .removeOrphans(ref, Optional.empty(), Optional.empty(), false, false, deleting()));
        assertNotDone("shared_location", () -> maintenance(LATER).drop(ref, true, false, deleting()));
        assertAllThere(iceberg(ref));
        assertAllThere(iceberg(twin));
    }

    /** CAT-17: delete files, deletion vectors and both kinds of statistics are reached as data is. */
    @Test
    void reachesFilesOfEveryKind() {
        for (int formatVersion = 2; formatVersion <= 3; formatVersion++) {
            String name = "kinds_" + formatVersion + "_" + directory.getFileName();
            FilesOfEveryKind made = new FilesOfEveryKind(lake, lake.ref("sales", name), formatVersion);
            if (lists()) {
                made.assertOrphansRemoved(maintenance(LATER));
            }
            made.assertExpired(maintenance(LATER));
            if (purges()) {
                new FilesOfEveryKind(lake, lake.ref("sales", name + "_2"), formatVersion)
                        .assertPurged(maintenance(LATER));
            }
        }
    }
}
