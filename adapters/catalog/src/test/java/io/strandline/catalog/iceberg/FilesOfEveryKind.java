package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.DroppedTable;
import io.strandline.catalog.ExpiredSnapshots;
import io.strandline.catalog.FileTally;
import io.strandline.catalog.OrphanFile;
import io.strandline.catalog.TableFile.Kind;
import io.strandline.catalog.TableMaintenance;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.TestEffects;
import io.strandline.common.TableRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.GenericStatisticsFile;
import org.apache.iceberg.ImmutableGenericPartitionStatisticsFile;
import org.apache.iceberg.Table;

/**
 * A table with data, position deletes (vectors from format version 3 on), equality deletes, statistics and statistics by partition:
 * of each kind one file that the current snapshot needs and one that only older ones do. What they hold is never read (CAT-17).
 */
final class FilesOfEveryKind {
    private final Lake lake;
    private final TableRef ref;
    private final int formatVersion;
    private final Table table;
    private final List<String> needed = new ArrayList<>();
    private final List<String> old = new ArrayList<>();

    FilesOfEveryKind(Lake lake, TableRef ref, int formatVersion) {
        this.lake = lake;
        this.ref = ref;
        this.formatVersion = formatVersion;
        lake.writer.createNamespace(ref.namespace());
        lake.writer.createTable(
                ref,
                List.of(LakeColumn.of("id", "long")),
                Optional.empty(),
                Map.of("format-version", Integer.toString(formatVersion)));
        table = lake.writer.client().loadTable(ClientBackend.identifier(ref));
        DataFile kept = data("kept", needed);
        DataFile other = data("other", needed);
        DataFile gone = data("gone", old);
        table.newAppend().appendFile(kept).appendFile(other).appendFile(gone).commit();
        long first = table.currentSnapshot().snapshotId();
        DeleteFile oldPositions = positions("old", gone, 4, old);
        DeleteFile oldKeys = keys("old", old);
        var deletes = table.newRowDelta()
                .addDeletes(oldPositions)
                .addDeletes(oldKeys)
                .addDeletes(positions("kept", kept, 4, needed))
                .addDeletes(keys("kept", needed));
        if (formatVersion > 2) {
            // two vectors of one file
            deletes.addDeletes(positions("kept", other, 44, needed));
        }
        deletes.commit();
        // what lists the files that stay is written anew, and the manifests before name them still
        table.newRowDelta()
                .removeRows(gone)
                .removeDeletes(oldPositions)
                .removeDeletes(oldKeys)
                .validateFromSnapshot(table.currentSnapshot().snapshotId())
                .commit();
        statistics("old", first, old);
        statistics("kept", table.currentSnapshot().snapshotId(), needed);
    }

    private String write(String name, List<String> files) {
        String place = table.location() + "/" + name;
        // a file of two vectors is written once
        if (!files.contains(place)) {
            files.add(MaintenanceContract.stray(table, name));
        }
        return place;
    }

    private DataFile data(String name, List<String> files) {
        return DataFiles.builder(table.spec())
                .withPath(write("data/" + name + ".parquet", files))
                .withFileSizeInBytes(1)
                .withRecordCount(1)
                .build();
    }

    private DeleteFile positions(String name, DataFile of, long offset, List<String> files) {
        FileMetadata.Builder deletes = FileMetadata.deleteFileBuilder(table.spec())
                .ofPositionDeletes()
                .withFileSizeInBytes(100)
                .withRecordCount(1);
        if (formatVersion > 2) {
            deletes.withFormat(FileFormat.PUFFIN)
                    .withReferencedDataFile(of.location())
                    .withContentOffset(offset)
                    .withContentSizeInBytes(40);
        }
        return deletes.withPath(write("data/" + name + (formatVersion > 2 ? ".puffin" : "-positions.parquet"), files))
                .build();
    }

    private DeleteFile keys(String name, List<String> files) {
        return FileMetadata.deleteFileBuilder(table.spec())
                .ofEqualityDeletes(1)
                .withPath(write("data/" + name + "-keys.parquet", files))
                .withFileSizeInBytes(1)
                .withRecordCount(1)
                .build();
    }

    private void statistics(String name, long snapshot, List<String> files) {
        table.updateStatistics()
                .setStatistics(new GenericStatisticsFile(
                        snapshot, write("metadata/" + name + ".stats", files), 1, 1, List.of()))
                .commit();
        table.updatePartitionStatistics()
                .setPartitionStatistics(ImmutableGenericPartitionStatisticsFile.builder()
                        .snapshotId(snapshot)
                        .path(write("metadata/" + name + "-partitions.parquet", files))
                        .fileSizeInBytes(1)
                        .build())
                .commit();
    }

    private static TestCall call(TableMaintenance maintenance) {
        return new TestCall(new TestEffects(
                intent -> maintenance.resolvers().get(intent.action()).resolve(intent)));
    }

    private void assertThere(List<String> files) {
        assertThat(files)
                .allSatisfy(file -> assertThat(MaintenanceContract.isThere(table, file))
                        .as(file)
                        .isTrue());
    }

    private void assertGone(List<String> files) {
        assertThat(files)
                .allSatisfy(file -> assertThat(MaintenanceContract.isThere(table, file))
                        .as(file)
                        .isFalse());
    }

    private static void assertCounts(FileTally tally, long times) {
        assertThat(Stream.of(Kind.DATA, Kind.POSITION_DELETES, Kind.EQUALITY_DELETES, Kind.STATISTICS)
                        .map(tally::count))
                .containsExactly(times == 1 ? 1L : 3L, times, times, 2 * times);
    }

    /** Of each kind what only old snapshots reach is deleted, and told; the rest stays. */
    void assertExpired(TableMaintenance maintenance) {
        ExpiredSnapshots expired = maintenance.expire(ref, MaintenanceContract.BY_THE_TABLE, false, call(maintenance));
        assertThere(needed);
        assertGone(old);
        assertCounts(expired.files(), 1);
        table.refresh();
        MaintenanceContract.assertAllThere(table);
        assertThat(MaintenanceContract.reachable(table)).containsAll(needed);
        assertThat(lake.catalog
                        .describe(ref, new TestCall())
                        .orElseThrow()
                        .history()
                        .statisticsFiles())
                .extracting(file -> file.kind() + " " + file.snapshotId())
                .containsExactlyInAnyOrder(
                        "table " + table.currentSnapshot().snapshotId(),
                        "partition " + table.currentSnapshot().snapshotId());
    }

    /** What any snapshot reaches is no orphan, what looks like it is. */
    void assertOrphansRemoved(TableMaintenance maintenance) {
        List<String> strays = new ArrayList<>();
        for (String name : List.of("data/x.puffin", "data/x-keys.parquet", "metadata/x.stats", "metadata/x.avro")) {
            write(name, strays);
        }
        List<OrphanFile> orphans =
                maintenance.removeOrphans(ref, Optional.empty(), Optional.empty(), false, false, call(maintenance));
        assertThere(needed);
        assertThere(old);
        MaintenanceContract.assertAllThere(table);
        assertGone(strays);
        assertThat(orphans).hasSameSizeAs(strays);
    }

    /** All of them go with the table, each counted once. */
    void assertPurged(TableMaintenance maintenance) {
        DroppedTable dropped = maintenance.drop(ref, true, false, call(maintenance));
        assertThat(dropped.done()).isTrue();
        assertGone(needed);
        assertGone(old);
        assertCounts(dropped.files(), 2);
    }
}
