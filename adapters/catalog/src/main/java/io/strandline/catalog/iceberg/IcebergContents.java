package io.strandline.catalog.iceberg;

import io.strandline.catalog.BackendCalls;
import io.strandline.catalog.StoredFile;
import io.strandline.catalog.TableContents;
import io.strandline.catalog.TableFile;
import io.strandline.catalog.TableFile.Kind;
import io.strandline.catalog.TableState;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.ManifestContent;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.SupportsBulkOperations;
import org.apache.iceberg.io.SupportsPrefixOperations;

/** The files of a table as its metadata names them, and the store they lie in. */
final class IcebergContents implements TableContents {
    private static final List<String> COLUMNS = List.of("file_path", "content");
    /** Manifests read at once; their names of files are in memory together. */
    private static final int AT_ONCE = 8;
    /** Files of a listing that are asked for at once. */
    private static final int PAGE = 1_000;

    private final CatalogConfig config;
    private final BackendCalls calls;
    private final ExecutorService readers;
    private final TableState state;
    private final LoadedMetadata loaded;

    IcebergContents(
            CatalogConfig config,
            BackendCalls calls,
            ExecutorService readers,
            TableState state,
            LoadedMetadata loaded) {
        this.config = config;
        this.calls = calls;
        this.readers = readers;
        this.state = state;
        this.loaded = loaded;
    }

    @Override
    public TableState state() {
        return state;
    }

    @Override
    public void files(
            Set<Long> snapshots,
            Set<String> skipped,
            boolean withFiles,
            Consumer<TableFile> visitor,
            CallContext call) {
        Set<String> seen = new HashSet<>(skipped);
        List<ManifestFile> some = new ArrayList<>();
        for (Snapshot snapshot : loaded.metadata().snapshots()) {
            if (!snapshots.contains(snapshot.snapshotId())) {
                continue;
            }
            for (ManifestFile manifest : manifestsOf(snapshot, call)) {
                if (seen.add(manifest.path())) {
                    some.add(manifest);
                }
                if (some.size() == AT_ONCE) {
                    visit(some, withFiles, visitor, call);
                    some.clear();
                }
            }
        }
        visit(some, withFiles, visitor, call);
    }

    private List<ManifestFile> manifestsOf(Snapshot snapshot, CallContext call) {
        return calls.read(
                "reading the manifest list of snapshot " + snapshot.snapshotId() + " of " + state.ref(),
                call,
                () -> reading(
                        String.valueOf(snapshot.manifestListLocation()), () -> snapshot.allManifests(loaded.io())));
    }

    private void visit(List<ManifestFile> manifests, boolean withFiles, Consumer<TableFile> visitor, CallContext call) {
        if (withFiles && !manifests.isEmpty()) {
            calls.read("reading manifests of " + state.ref(), call, () -> filesOf(manifests))
                    .forEach(visitor);
        }
        manifests.forEach(manifest -> visitor.accept(new TableFile(Kind.MANIFEST, manifest.path())));
    }

    private List<TableFile> filesOf(List<ManifestFile> manifests) throws Exception {
        List<Callable<List<TableFile>>> reads = manifests.stream()
                .map(manifest -> (Callable<List<TableFile>>) () -> reading(manifest.path(), () -> filesOf(manifest)))
                .toList();
        List<TableFile> files = new ArrayList<>();
        for (Future<List<TableFile>> read : readers.invokeAll(reads)) {
            try {
                files.addAll(read.get());
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Exception cause ? cause : e;
            }
        }
        return files;
    }

    private List<TableFile> filesOf(ManifestFile manifest) throws IOException {
        FileIO io = loaded.io();
        return manifest.content() == ManifestContent.DATA
                ? live(ManifestFiles.read(manifest, io, loaded.metadata().specsById()))
                : live(ManifestFiles.readDeleteManifest(
                        manifest, io, loaded.metadata().specsById()));
    }

    private static <F extends ContentFile<F>> List<TableFile> live(ManifestReader<F> manifest) throws IOException {
        List<TableFile> files = new ArrayList<>();
        try (ManifestReader<F> reader = manifest.select(COLUMNS)) {
            for (F file : reader) {
                files.add(new TableFile(kind(file.content()), file.location()));
            }
        }
        return files;
    }

    private static Kind kind(FileContent content) {
        return switch (content) {
            case POSITION_DELETES -> Kind.POSITION_DELETES;
            case EQUALITY_DELETES -> Kind.EQUALITY_DELETES;
            default -> Kind.DATA;
        };
    }

    /** Reads a file of the table's metadata, and says which one could not be read. */
    private <T> T reading(String location, Callable<T> file) throws Exception {
        try {
            return file.call();
        } catch (NotFoundException e) {
            throw new StrandlineException(
                    ErrorCode.METADATA_MISSING,
                    state.ref() + ": a file of its metadata is not there: "
                            + config.secrets().describe(e) + ". Nothing was changed; restore the file first.",
                    e);
        } catch (RuntimeException e) {
            Failures.rethrowIfInterrupted(e);
            throw new StrandlineException(
                    ErrorCode.METADATA_UNREADABLE,
                    state.ref() + ": " + config.secrets().scrub(location) + " cannot be read: "
                            + config.secrets().describe(e) + ". Nothing was changed; restore the file first.",
                    e);
        }
    }

    @Override
    public Iterator<StoredFile> list(Location directory, CallContext call) {
        if (!(loaded.io() instanceof SupportsPrefixOperations io)) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    state.ref() + ": its files cannot be listed through "
                            + loaded.io().getClass().getSimpleName() + ". Set io-impl to one that can.");
        }
        String doing = "listing " + directory;
        Iterator<FileInfo> listed =
                calls.read(doing, call, () -> io.listPrefix(directory.text()).iterator());
        return new Iterator<>() {
            private Iterator<StoredFile> page = List.<StoredFile>of().iterator();

            @Override
            public boolean hasNext() {
                if (!page.hasNext()) {
                    page = calls.read(doing, call, () -> nextOf(listed)).iterator();
                }
                return page.hasNext();
            }

            @Override
            public StoredFile next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return page.next();
            }
        };
    }

    private static List<StoredFile> nextOf(Iterator<FileInfo> listed) {
        List<StoredFile> page = new ArrayList<>();
        while (page.size() < PAGE && listed.hasNext()) {
            FileInfo file = listed.next();
            page.add(new StoredFile(file.location(), file.size(), Instant.ofEpochMilli(file.createdAtMillis())));
        }
        return page;
    }

    @Override
    public void delete(List<String> locations, CallContext call) {
        calls.change("deleting files of " + state.ref(), call, () -> {
            if (loaded.io() instanceof SupportsBulkOperations bulk) {
                bulk.deleteFiles(locations);
            } else {
                locations.forEach(this::delete);
            }
            return true;
        });
    }

    private void delete(String location) {
        try {
            loaded.io().deleteFile(location);
        } catch (NotFoundException e) {
            // gone already, as was wanted
        }
    }
}
