package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.DroppedTable;
import io.strandline.catalog.ExpireOptions;
import io.strandline.catalog.ExpiredSnapshots;
import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.RewrittenManifests;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableFile.Kind;
import io.strandline.catalog.TableMaintenance;
import io.strandline.catalog.TableRefs.Retention;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.TestEffects;
import io.strandline.common.ErrorCode;
import io.strandline.common.LocationRules;
import io.strandline.common.TableRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SupportsPrefixOperations;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What every backend does to the files of tables (CAT-16, CAT-17, CAT-19). */
abstract class MaintenanceContract extends HistoryContract {
    /** Ten days on, so that what a test has made is old. */
    static final Clock LATER = Clock.offset(Clock.systemUTC(), Duration.ofDays(10));

    static final ExpireOptions BY_THE_TABLE = new ExpireOptions(null, null, Set.of(), false, false);

    private TestEffects deletions;

    /** Whether the backend's store can list files. */
    boolean lists() {
        return true;
    }

    /** Whether a drop leaves files alone, so that they can be purged after it. */
    boolean purges() {
        return true;
    }

    final TableMaintenance maintenance(Clock clock) {
        return maintenance(clock, ExternalLocations.none());
    }

    final TableMaintenance maintenance(Clock clock, ExternalLocations external) {
        return maintenance(lake.catalog, clock, external);
    }

    static TableMaintenance maintenance(TableCatalog catalog, Clock clock, ExternalLocations external) {
        Catalogs catalogs = new Catalogs(List.of(catalog));
        StateCache states = new StateCache(1 << 20);
        LocationRules rules = LocationRules.defaults();
        return new TableMaintenance(catalogs, external, states, rules, clock, 4);
    }

    final TestCall deleting() {
        deletions = new TestEffects(
                intent -> maintenance(LATER).resolvers().get(intent.action()).resolve(intent));
        return new TestCall(deletions);
    }

    /** Two data files, both deleted by the third snapshot, and a fourth one with one file. */
    final TableRef tableWithGarbage() {
        // REST's server keeps what other tests left in its warehouse
        TableRef ref = lake.table("sales", "orders_" + directory.getFileName());
        lake.writer.append(ref, List.of(List.of(2L, "second")));
        lake.writer.deleteAll(ref);
        lake.writer.append(ref, List.of(List.of(4L, "fourth")));
        return ref;
    }

    /** Every file the table names, by Iceberg's own readers. */
    static Set<String> reachable(Table table) {
        Set<String> files = new TreeSet<>();
        TableMetadata metadata = ((HasTableOperations) table).operations().current();
        metadata.previousFiles().forEach(entry -> files.add(entry.file()));
        files.add(metadata.metadataFileLocation());
        metadata.statisticsFiles().forEach(file -> files.add(file.path()));
        metadata.partitionStatisticsFiles().forEach(file -> files.add(file.path()));
        for (Snapshot snapshot : table.snapshots()) {
            files.add(snapshot.manifestListLocation());
            snapshot.allManifests(table.io()).forEach(manifest -> {
                files.add(manifest.path());
                try (ManifestReader<?> live = manifest.content() == ManifestContent.DATA
                        ? ManifestFiles.read(manifest, table.io(), metadata.specsById())
                        : ManifestFiles.readDeleteManifest(manifest, table.io(), metadata.specsById())) {
                    live.forEach(file -> files.add(((ContentFile<?>) file).location()));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        return files;
    }

    static void assertAllThere(Table table) {
        assertThat(reachable(table))
                .allSatisfy(file -> assertThat(isThere(table, file)).as(file).isTrue());
    }

    /** A store in memory knows no file that is not there. */
    static boolean isThere(Table table, String file) {
        try {
            return table.io().newInputFile(file).exists();
        } catch (NotFoundException e) {
            return false;
        }
    }

    /** What lies where the table does, but for a hint of a catalog that is a directory tree and for Hadoop's checksums. */
    static List<String> stored(Table table) {
        List<String> stored = new ArrayList<>();
        for (FileInfo file : ((SupportsPrefixOperations) table.io()).listPrefix(table.location() + "/")) {
            if (!file.location().endsWith("version-hint.text")
                    && !file.location().endsWith(".crc")) {
                stored.add(file.location());
            }
        }
        return stored;
    }

    static String stray(Table table, String name) {
        String place = table.location() + "/" + name;
        try (PositionOutputStream out = table.io().newOutputFile(place).create()) {
            out.write(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return place;
    }

    final AbstractThrowableAssert<?, ?> assertNotDone(String reason, ThrowingCallable attempt) {
        return assertRefused(() -> deletions, reason, attempt);
    }

    /** CAT-17: a dry run counts what the real one deletes, which is all that only expired snapshots reach. */
    @Test
    void expiresWhatOnlyOldSnapshotsReach() {
        TableRef ref = tableWithGarbage();
        TableState before = state(ref);
        ExpiredSnapshots planned = maintenance(LATER).expire(ref, BY_THE_TABLE, true, deleting());
        assertThat(planned.snapshots()).isEqualTo(3);
        assertThat(planned.files().count(Kind.DATA)).isEqualTo(2);
        assertThat(planned.files().count(Kind.MANIFEST_LIST)).isEqualTo(3);
        assertThat(planned.reason()).isEqualTo("dry_run");
        assertThat(state(ref)).isEqualTo(before);
        assertAllThere(iceberg(ref));

        ExpiredSnapshots expired = maintenance(LATER).expire(ref, BY_THE_TABLE, false, deleting());
        assertThat(expired.done()).isTrue();
        assertThat(expired.reason()).isNull();
        assertThat(expired.files()).isEqualTo(planned.files());
        Table after = iceberg(ref);
        assertThat(after.snapshots()).hasSize(1);
        assertThat(state(ref).currentSnapshotId()).isEqualTo(before.currentSnapshotId());
        assertAllThere(after);
        if (lists()) {
            assertThat(stored(after)).hasSameSizeAs(reachable(after));
        }
        assertThat(maintenance(LATER)
                        .expire(ref, BY_THE_TABLE, false, deleting())
                        .reason())
                .isEqualTo("unchanged");
        assertThat(deletions.outcomes()).isEmpty();
    }

    /** CAT-16, case 27: what a tag names stays, and everything it reaches. */
    @Test
    void headsOfRefsSurvive() {
        TableRef ref = tableWithGarbage();
        long first = iceberg(ref).snapshots().iterator().next().snapshotId();
        refs().createTag(ref, "keep", Optional.of(first), new Retention(null, null, null), false, changing());
        ExpireOptions options = new ExpireOptions(null, null, Set.of(first), false, false);
        assertNotDone("head_of_ref", () -> maintenance(LATER).expire(ref, options, false, deleting()))
                .hasMessageContaining("keep");
        ExpiredSnapshots expired = maintenance(LATER).expire(ref, BY_THE_TABLE, false, deleting());
        assertThat(expired.snapshots()).isEqualTo(2);
        assertThat(expired.files().count(Kind.DATA)).isEqualTo(1);
        assertAllThere(iceberg(ref));
        assertThat(refs().setCurrent(ref, Optional.empty(), Optional.of("keep"), false, changing())
                        .after())
                .isEqualTo(first);
    }

    /** CAT-17, case 7: the age floor, gc.enabled, and an option that is wrong. */
    @Test
    void refusesToExpireWhatMayBeNeeded() {
        TableRef ref = tableWithGarbage();
        long second = state(ref).snapshots().get(1).id();
        ExpireOptions young =
                new ExpireOptions(LATER.instant().minus(Duration.ofHours(23)), null, Set.of(), false, false);
        assertNotDone("below_age_floor", () -> maintenance(LATER).expire(ref, young, false, deleting()))
                .hasMessageContaining("allow_below_floor");
        ExpireOptions named = new ExpireOptions(null, null, Set.of(second), false, false);
        assertNotDone("below_age_floor", () -> maintenance(Clock.systemUTC()).expire(ref, named, false, deleting()));
        ExpireOptions unknown = new ExpireOptions(null, null, Set.of(42L), false, false);
        assertNotDone("unknown_snapshot", () -> maintenance(LATER).expire(ref, unknown, false, deleting()));
        iceberg(ref).updateProperties().set("gc.enabled", "false").commit();
        assertNotDone("gc_disabled", () -> maintenance(LATER).expire(ref, BY_THE_TABLE, false, deleting()));
        assertNotDone(
                "gc_disabled",
                () -> maintenance(LATER)
                        .removeOrphans(ref, Optional.empty(), Optional.empty(), false, false, deleting()));
        assertThat(state(ref).snapshots()).hasSize(4);
        assertAllThere(iceberg(ref));
    }

    /** CAT-17: a manifest that is gone stands against all deleting, before anything is changed. */
    @Test
    void refusesWhatCannotBeRead() {
        TableRef ref = tableWithGarbage();
        Table table = iceberg(ref);
        String before = state(ref).metadataLocation();
        String manifest =
                table.currentSnapshot().allManifests(table.io()).get(0).path();
        table.io().deleteFile(manifest);
        assertCode(ErrorCode.METADATA_MISSING, () -> maintenance(LATER).expire(ref, BY_THE_TABLE, false, deleting()));
        assertThat(deletions.outcomes()).isEmpty();
        assertThat(state(ref).metadataLocation()).isEqualTo(before);
        if (lists()) {
            assertCode(
                    ErrorCode.METADATA_MISSING,
                    () -> maintenance(LATER)
                            .removeOrphans(ref, Optional.empty(), Optional.empty(), false, false, deleting()));
        }
    }

    /** Manifests of several appends become one, as they are when it is decided; the files in them are the same. */
    @Test
    void joinsManifests() {
        TableRef ref = lake.table("sales", "orders");
        TestCall statement = deleting();
        TableMaintenance maintenance = maintenance(LATER);
        RewrittenManifests single = maintenance.rewriteManifests(ref, Optional.empty(), true, statement);
        assertThat(single.reason()).isEqualTo("unchanged");
        lake.writer.append(ref, List.of(List.of(2L, "second")));
        lake.writer.append(ref, List.of(List.of(3L, "third")));
        Set<String> before = live(iceberg(ref));
        RewrittenManifests planned = maintenance.rewriteManifests(ref, Optional.empty(), true, statement);
        assertThat(planned).isEqualTo(new RewrittenManifests(ref, 3, null, false, "dry_run"));
        assertThat(maintenance.rewriteManifests(ref, Optional.empty(), false, deleting()))
                .isEqualTo(new RewrittenManifests(ref, 3, 1L, true, null));
        Table after = iceberg(ref);
        assertThat(after.currentSnapshot().allManifests(after.io())).hasSize(1);
        assertThat(live(after)).isEqualTo(before);
        assertThat(state(ref).currentSnapshot().orElseThrow().summary()).containsEntry("total-records", "3");
        for (Optional<Integer> spec : List.of(Optional.<Integer>empty(), Optional.of(7))) {
            RewrittenManifests again = maintenance.rewriteManifests(ref, spec, false, deleting());
            assertThat(again.reason()).as("%s", spec).isEqualTo("unchanged");
        }
    }

    private static Set<String> live(Table table) {
        Set<String> files = new TreeSet<>();
        try (CloseableIterable<org.apache.iceberg.FileScanTask> tasks =
                table.newScan().planFiles()) {
            tasks.forEach(task -> files.add(task.file().location()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    /** A purge deletes every file of the table and none of its neighbour; a table that shares its place is not purged. */
    @Test
    void dropsATableWithItsFiles() {
        TableRef ref = tableWithGarbage();
        TableRef neighbour = lake.table("sales", ref.name() + "_2");
        Table table = iceberg(ref);
        Set<String> files = reachable(table);
        if (!purges()) {
            assertCode(ErrorCode.REFUSED, () -> maintenance(LATER).drop(ref, true, false, deleting()));
            assertCode(ErrorCode.REFUSED, () -> maintenance(LATER).drop(ref, false, false, deleting()));
            assertAllThere(table);
            return;
        }
        DroppedTable planned = maintenance(LATER).drop(ref, true, true, deleting());
        assertThat(planned.reason()).isEqualTo("dry_run");
        assertThat(planned.files().count(Kind.DATA)).isEqualTo(3);
        assertAllThere(table);
        DroppedTable dropped = maintenance(LATER).drop(ref, true, false, deleting());
        assertThat(dropped.done()).isTrue();
        assertThat(dropped.files()).isEqualTo(planned.files());
        assertThat(lake.catalog.exists(ref, call)).isFalse();
        assertThat(files)
                .allSatisfy(file ->
                        assertThat(isThere(iceberg(neighbour), file)).as(file).isFalse());
        assertAllThere(iceberg(neighbour));
    }
}
