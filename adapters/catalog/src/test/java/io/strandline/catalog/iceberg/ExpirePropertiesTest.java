package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.ExpireOptions;
import io.strandline.catalog.ExpiredSnapshots;
import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TableMaintenance;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.TestEffects;
import io.strandline.common.LocationRules;
import io.strandline.common.TableRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.GenericStatisticsFile;
import org.apache.iceberg.ImmutableGenericPartitionStatisticsFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.PositionOutputStream;

/** Snapshots of random histories expire (CAT-16, CAT-17): every file that is reached stays, every other goes. */
class ExpirePropertiesTest {
    private Path directory;
    private Lake lake;
    private int tables;

    @BeforeProperty
    void open() throws IOException {
        directory = Files.createTempDirectory("expire");
        lake = new Lake("lake", SqliteCatalogTest.properties(directory));
    }

    @AfterProperty
    void close() throws IOException {
        lake.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private TableMaintenance maintenance() {
        Catalogs catalogs = new Catalogs(List.of(lake.catalog));
        StateCache states = new StateCache(1 << 20);
        Clock now = Clock.systemUTC();
        LocationRules rules = LocationRules.defaults();
        return new TableMaintenance(catalogs, ExternalLocations.none(), states, rules, now, 4);
    }

    @Property(tries = 8)
    void whatIsReachedStaysAndWhatIsNotGoes(@ForAll long seed) {
        Random random = new Random(seed);
        TableRef ref = lake.ref("sales", "t" + tables++);
        lake.writer.createNamespace(ref.namespace());
        lake.writer.createTable(
                ref,
                List.of(LakeColumn.of("id", "long")),
                Optional.empty(),
                Map.of("format-version", Integer.toString(2 + random.nextInt(2))));
        Table table = lake.writer.client().loadTable(ClientBackend.identifier(ref));
        for (int step = 0; step < 12; step++) {
            change(table, random);
            table.refresh();
        }
        int retained = 1 + random.nextInt(3);
        Instant limit = random.nextInt(4) == 0 ? Instant.EPOCH : Instant.now().plus(Duration.ofMinutes(1));
        Set<Long> byIceberg = ids(table);
        table.expireSnapshots()
                .expireOlderThan(limit.toEpochMilli())
                .retainLast(retained)
                .apply()
                .forEach(snapshot -> byIceberg.remove(snapshot.snapshotId()));

        TestEffects effects = new TestEffects(
                intent -> maintenance().resolvers().get(intent.action()).resolve(intent));
        ExpireOptions options = new ExpireOptions(limit, retained, Set.of(), true, false);
        ExpiredSnapshots planned = maintenance().expire(ref, options, true, new TestCall(effects));
        table.refresh();
        Set<String> garbage = files(table);
        garbage.removeAll(MaintenanceContract.reachable(table));
        assertThat(garbage).as("made by nobody but who replaced statistics").allMatch(file -> file.endsWith(".stats"));
        ExpiredSnapshots expired = maintenance().expire(ref, options, false, new TestCall(effects));

        table.refresh();
        assertThat(ids(table)).as("as Iceberg has it").isEqualTo(byIceberg);
        assertThat(expired.files()).isEqualTo(planned.files());
        MaintenanceContract.assertAllThere(table);
        Set<String> reached = new TreeSet<>(MaintenanceContract.reachable(table));
        Set<String> left = files(table);
        left.removeAll(reached);
        assertThat(left).as("left, and reached by nothing").isEqualTo(garbage);
    }

    private static Set<Long> ids(Table table) {
        Set<Long> ids = new TreeSet<>();
        table.snapshots().forEach(snapshot -> ids.add(snapshot.snapshotId()));
        return ids;
    }

    private Set<String> files(Table table) {
        Set<String> files = new TreeSet<>(MaintenanceContract.stored(table));
        return files;
    }

    private static void change(Table table, Random random) {
        List<Snapshot> snapshots =
                StreamSupport.stream(table.snapshots().spliterator(), false).toList();
        List<String> branches = new ArrayList<>(table.refs().entrySet().stream()
                .filter(entry -> entry.getValue().isBranch())
                .map(Map.Entry::getKey)
                .sorted()
                .toList());
        String branch = branches.isEmpty() ? SnapshotRef.MAIN_BRANCH : branches.get(random.nextInt(branches.size()));
        int what = random.nextInt(13);
        if (snapshots.isEmpty() || what < 4) {
            table.newAppend().appendFile(file(table)).toBranch(branch).commit();
        } else if (what == 4) {
            table.newDelete()
                    .deleteFromRowFilter(Expressions.alwaysTrue())
                    .toBranch(branch)
                    .commit();
        } else if (what == 5) {
            table.rewriteManifests().clusterBy(file -> "all").commit();
        } else if (what == 10) {
            DataFile rows = file(table);
            table.newRowDelta()
                    .addRows(rows)
                    .addDeletes(keys(table))
                    .addDeletes(positions(table, rows))
                    .toBranch(branch)
                    .commit();
        } else if (what > 10) {
            statistics(
                    table, what, snapshots.get(random.nextInt(snapshots.size())).snapshotId());
        } else {
            long at = snapshots.get(random.nextInt(snapshots.size())).snapshotId();
            String name = "r" + random.nextInt(3);
            refChange(table, what, name, at);
        }
    }

    private static void refChange(Table table, int what, String name, long at) {
        if (table.refs().containsKey(name)) {
            if (table.refs().get(name).isBranch()) {
                table.manageSnapshots().removeBranch(name).commit();
            } else {
                table.manageSnapshots().removeTag(name).commit();
            }
        } else if (what == 6) {
            table.manageSnapshots().createTag(name, at).commit();
        } else if (what == 7) {
            table.manageSnapshots()
                    .createBranch(name, at)
                    .setMinSnapshotsToKeep(name, 2)
                    .commit();
        } else if (what == 8) {
            table.manageSnapshots().setCurrentSnapshot(at).commit();
        } else {
            table.manageSnapshots()
                    .createTag(name, at)
                    .setMaxRefAgeMs(name, name.equals("r0") ? 1 : 3_600_000)
                    .commit();
        }
    }

    private static void statistics(Table table, int what, long snapshot) {
        String place = written(table, ".stats");
        if (what == 11) {
            table.updateStatistics()
                    .setStatistics(new GenericStatisticsFile(snapshot, place, 1, 1, List.of()))
                    .commit();
        } else {
            table.updatePartitionStatistics()
                    .setPartitionStatistics(ImmutableGenericPartitionStatisticsFile.builder()
                            .snapshotId(snapshot)
                            .path(place)
                            .fileSizeInBytes(1)
                            .build())
                    .commit();
        }
    }

    private static String written(Table table, String ending) {
        String place = table.locationProvider().newDataLocation(UUID.randomUUID() + ending);
        try (PositionOutputStream out = table.io().newOutputFile(place).create()) {
            out.write(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return place;
    }

    private static DataFile file(Table table) {
        return DataFiles.builder(table.spec())
                .withPath(written(table, ".parquet"))
                .withFileSizeInBytes(1)
                .withRecordCount(1)
                .build();
    }

    private static DeleteFile keys(Table table) {
        return FileMetadata.deleteFileBuilder(table.spec())
                .ofEqualityDeletes(1)
                .withPath(written(table, ".parquet"))
                .withFileSizeInBytes(1)
                .withRecordCount(1)
                .build();
    }

    /** A vector where the table's format has those. */
    private static DeleteFile positions(Table table, DataFile of) {
        FileMetadata.Builder deletes = FileMetadata.deleteFileBuilder(table.spec())
                .ofPositionDeletes()
                .withFileSizeInBytes(50)
                .withRecordCount(1);
        if (TableUtil.formatVersion(table) == 2) {
            return deletes.withPath(written(table, ".parquet")).build();
        }
        return deletes.withPath(written(table, ".puffin"))
                .withFormat(FileFormat.PUFFIN)
                .withReferencedDataFile(of.location())
                .withContentOffset(4)
                .withContentSizeInBytes(40)
                .build();
    }
}
