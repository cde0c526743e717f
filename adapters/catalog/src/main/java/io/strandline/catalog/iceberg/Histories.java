package io.strandline.catalog.iceberg;

import io.strandline.catalog.SnapshotState;
import io.strandline.catalog.TableHistory;
import io.strandline.catalog.TableHistory.Current;
import io.strandline.catalog.TableHistory.MetadataFile;
import io.strandline.catalog.TableHistory.Ref;
import io.strandline.catalog.TableHistory.StatisticsFile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.BlobMetadata;
import org.apache.iceberg.HistoryEntry;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.TableMetadata;
import org.jspecify.annotations.Nullable;

/** What Iceberg's metadata remembers: refs, logs and statistics files. */
final class Histories {
    private Histories() {}

    /**
     * What is remembered.
     *
     * @param snapshots the table's own, which tell what a snapshot that was current descends from
     */
    static TableHistory of(TableMetadata metadata, List<SnapshotState> snapshots) {
        return new TableHistory(
                refs(metadata), currents(metadata, snapshots), metadataFiles(metadata), statisticsFiles(metadata));
    }

    private static List<Ref> refs(TableMetadata metadata) {
        return metadata.refs().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> of(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static Ref of(String name, SnapshotRef ref) {
        return new Ref(
                name,
                ref.isBranch() ? "branch" : "tag",
                ref.snapshotId(),
                ref.maxRefAgeMs(),
                ref.maxSnapshotAgeMs(),
                ref.minSnapshotsToKeep());
    }

    private static List<Current> currents(TableMetadata metadata, List<SnapshotState> snapshots) {
        Map<Long, SnapshotState> byId = new HashMap<>();
        snapshots.forEach(snapshot -> byId.put(snapshot.id(), snapshot));
        return metadata.snapshotLog().stream()
                .map(entry -> current(entry, byId.get(entry.snapshotId())))
                .toList();
    }

    private static Current current(HistoryEntry entry, @Nullable SnapshotState snapshot) {
        return new Current(
                Instant.ofEpochMilli(entry.timestampMillis()),
                entry.snapshotId(),
                snapshot == null ? null : snapshot.parentId(),
                snapshot != null && snapshot.ancestor());
    }

    /** The log of the metadata has those before the one that was read. */
    private static List<MetadataFile> metadataFiles(TableMetadata metadata) {
        List<MetadataFile> files = new ArrayList<>();
        metadata.previousFiles().forEach(entry -> files.add(file(metadata, entry.timestampMillis(), entry.file())));
        String own = metadata.metadataFileLocation();
        if (own != null) {
            files.add(file(metadata, metadata.lastUpdatedMillis(), own));
        }
        return files;
    }

    private static MetadataFile file(TableMetadata metadata, long millis, String location) {
        return new MetadataFile(Instant.ofEpochMilli(millis), location, currentAt(metadata, millis));
    }

    private static @Nullable Long currentAt(TableMetadata metadata, long millis) {
        Long current = null;
        for (HistoryEntry entry : metadata.snapshotLog()) {
            if (entry.timestampMillis() <= millis) {
                current = entry.snapshotId();
            }
        }
        return current;
    }

    private static List<StatisticsFile> statisticsFiles(TableMetadata metadata) {
        List<StatisticsFile> files = new ArrayList<>();
        metadata.statisticsFiles()
                .forEach(file -> files.add(new StatisticsFile(
                        "table",
                        file.snapshotId(),
                        file.path(),
                        file.fileSizeInBytes(),
                        file.fileFooterSizeInBytes(),
                        file.blobMetadata().stream().map(BlobMetadata::type).toList())));
        metadata.partitionStatisticsFiles()
                .forEach(file -> files.add(new StatisticsFile(
                        "partition", file.snapshotId(), file.path(), file.fileSizeInBytes(), null, List.of())));
        return files;
    }
}
