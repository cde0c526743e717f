package io.strandline.catalog.iceberg;

import io.strandline.catalog.BackendCalls;
import io.strandline.catalog.FileState;
import io.strandline.catalog.FilesWanted;
import io.strandline.catalog.ManifestState;
import io.strandline.catalog.PartitionState;
import io.strandline.catalog.Secrets;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableFiles;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.ExecutorService;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.exceptions.NotFoundException;

/** What Iceberg's snapshots are made of. Each request to the store has the catalog's time limit. */
final class IcebergFiles implements TableFiles {
    /** Manifests of one statement that are read at once. */
    private static final int TOGETHER = 4;

    private final BiFunction<TableEntry, CallContext, Optional<LoadedMetadata>> tables;
    private final BackendCalls calls;
    private final ExecutorService readers;
    private final Secrets secrets;

    /**
     * @param tables the metadata of a listed table, the same for all of a statement
     * @param readers threads that read manifests ahead, shared by statements
     */
    IcebergFiles(
            BiFunction<TableEntry, CallContext, Optional<LoadedMetadata>> tables,
            BackendCalls calls,
            ExecutorService readers,
            Secrets secrets) {
        this.tables = tables;
        this.calls = calls;
        this.readers = readers;
        this.secrets = secrets;
    }

    /** A snapshot of a table that was found. */
    record Opened(TableEntry table, LoadedMetadata loaded, Snapshot snapshot) {}

    private Optional<Opened> open(TableEntry table, FilesWanted wanted, CallContext call) {
        return tables.apply(table, call).flatMap(loaded -> {
            Snapshot snapshot = wanted.snapshotId().isPresent()
                    ? loaded.metadata().snapshot(wanted.snapshotId().orElseThrow())
                    : loaded.metadata().currentSnapshot();
            return Optional.ofNullable(snapshot).map(found -> new Opened(table, loaded, found));
        });
    }

    private List<ManifestFile> manifestsOf(Opened opened, CallContext call) {
        return calls.read(
                "reading the manifest list of " + opened.table().ref(),
                call,
                () -> reading(
                        opened,
                        String.valueOf(opened.snapshot().manifestListLocation()),
                        () -> opened.snapshot().allManifests(opened.loaded().io())));
    }

    @Override
    public Stream<ManifestState> manifests(TableEntry table, FilesWanted wanted, CallContext call) {
        return open(table, wanted, call).stream()
                .flatMap(opened -> manifestsOf(opened, call).stream()
                        .map(manifest -> state(opened.snapshot().snapshotId(), manifest)));
    }

    private static ManifestState state(long snapshotId, ManifestFile manifest) {
        return new ManifestState(
                snapshotId,
                manifest.path(),
                manifest.length(),
                Text.lower(manifest.content().name()),
                manifest.partitionSpecId(),
                manifest.snapshotId(),
                manifest.sequenceNumber(),
                manifest.minSequenceNumber(),
                manifest.addedFilesCount(),
                manifest.existingFilesCount(),
                manifest.deletedFilesCount(),
                manifest.addedRowsCount(),
                manifest.existingRowsCount(),
                manifest.deletedRowsCount());
    }

    @Override
    public Stream<FileState> files(TableEntry table, FilesWanted wanted, CallContext call) {
        Optional<Opened> found = open(table, wanted, call);
        if (found.isEmpty()) {
            return Stream.empty();
        }
        Opened opened = found.orElseThrow();
        ManifestFilter filter = new ManifestFilter(opened.loaded().metadata().specsById(), wanted.among());
        FileScan<FileState> scan = new FileScan<>(
                manifestsOf(opened, call).stream()
                        .filter(filter::mayMatch)
                        .map(manifest -> new ManifestCursor(this, opened, manifest, wanted, filter))
                        .iterator(),
                TOGETHER,
                readers,
                answer -> calls.read("reading manifests of " + table.ref(), call, answer));
        return StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(scan, Spliterator.ORDERED | Spliterator.NONNULL), false)
                .onClose(scan::close);
    }

    @Override
    public Stream<PartitionState> partitions(TableEntry table, FilesWanted wanted, CallContext call) {
        return open(table, wanted, call).stream()
                .flatMap(opened -> calls
                        .read(
                                "summing up the partitions of " + table.ref(),
                                call,
                                () -> reading(
                                        opened, table.ref().toString(), () -> Partitions.of(opened, wanted.among())))
                        .stream());
    }

    /** Reads a file of a table's metadata, and says which one could not be read. */
    <T> T reading(Opened opened, String location, java.util.function.Supplier<T> file) {
        try {
            return file.get();
        } catch (NotFoundException e) {
            throw new StrandlineException(
                    ErrorCode.METADATA_MISSING,
                    opened.table().ref() + ": a file of its metadata is not there: " + secrets.describe(e)
                            + ". Restore it, or roll back to a snapshot that does not need it.",
                    e);
        } catch (RuntimeException e) {
            Failures.rethrowIfInterrupted(e);
            throw new StrandlineException(
                    ErrorCode.METADATA_UNREADABLE,
                    opened.table().ref() + ": " + secrets.scrub(location) + " cannot be read: " + secrets.describe(e)
                            + ". Restore it, or roll back to a snapshot that does not need it.",
                    e);
        }
    }
}
