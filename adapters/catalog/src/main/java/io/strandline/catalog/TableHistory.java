package io.strandline.catalog;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a table's metadata remembers beside its snapshots. Names are the table format's own.
 *
 * @param refs branches and tags, by name
 * @param currents which snapshot was made current and when, oldest first
 * @param metadataFiles the metadata files so far, oldest first, the one read last
 * @param statisticsFiles in the order of the metadata
 */
public record TableHistory(
        List<Ref> refs,
        List<Current> currents,
        List<MetadataFile> metadataFiles,
        List<StatisticsFile> statisticsFiles) {
    private static final TableHistory NONE = new TableHistory(List.of(), List.of(), List.of(), List.of());

    public TableHistory {
        refs = List.copyOf(refs);
        currents = List.copyOf(currents);
        metadataFiles = List.copyOf(metadataFiles);
        statisticsFiles = List.copyOf(statisticsFiles);
    }

    /** Of what keeps none. */
    public static TableHistory none() {
        return NONE;
    }

    /**
     * A branch or a tag.
     *
     * @param type {@code branch} or {@code tag}
     * @param snapshotId its head
     * @param maxRefAgeMillis how old it may get before it is dropped; null if for ever, or as the table says
     * @param maxSnapshotAgeMillis how old a branch's snapshots may get before they expire; null if as the table says
     * @param minSnapshotsToKeep how many of a branch's snapshots stay whatever their age; null if as the table says
     */
    public record Ref(
            String name,
            String type,
            long snapshotId,
            @Nullable Long maxRefAgeMillis,
            @Nullable Long maxSnapshotAgeMillis,
            @Nullable Integer minSnapshotsToKeep) {}

    /**
     * A snapshot became the current one; it may have expired since.
     *
     * @param parentId the snapshot it was made from; null for a first one, and if it has expired
     * @param ancestor whether the current snapshot descends from it, or it is the current one
     */
    public record Current(
            Instant at, long snapshotId, @Nullable Long parentId, boolean ancestor) {}

    /**
     * A metadata file that was the table's.
     *
     * @param at when it was written
     * @param snapshotId which snapshot was current then; null if none was, or the metadata forgot
     */
    public record MetadataFile(
            Instant at, String location, @Nullable Long snapshotId) {}

    /**
     * A file of statistics, or of statistics by partition.
     *
     * @param kind {@code table} or {@code partition}
     * @param snapshotId the snapshot it describes
     * @param footerBytes null for statistics by partition
     * @param blobTypes kinds of statistics in it, in their order
     */
    public record StatisticsFile(
            String kind,
            long snapshotId,
            String location,
            long bytes,
            @Nullable Long footerBytes,
            List<String> blobTypes) {
        public StatisticsFile {
            blobTypes = List.copyOf(blobTypes);
        }
    }
}
