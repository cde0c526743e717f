package io.strandline.catalog.iceberg;

import io.strandline.catalog.BackendCalls;
import io.strandline.catalog.TableContents;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableStorage;
import io.strandline.catalog.TableType;
import io.strandline.common.CallContext;
import io.strandline.common.TableRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;

/**
 * The files of one catalog's tables.
 *
 * @param opening the backend, opened by the first that asks
 * @param readers threads that read manifests, shared by statements
 */
record IcebergStorage(CatalogConfig config, BackendCalls calls, Callable<Backend> opening, ExecutorService readers)
        implements TableStorage {
    @Override
    public TableContents open(TableRef table, TableState state, CallContext call) {
        TableEntry entry = new TableEntry(table, TableType.TABLE, null, state.metadataLocation());
        Optional<LoadedMetadata> loaded = calls.read(
                "reading the metadata of " + table, call, () -> opening.call().metadata(entry));
        if (loaded.isEmpty()
                || !Objects.equals(loaded.orElseThrow().metadata().metadataFileLocation(), state.metadataLocation())) {
            throw Commits.changedMeanwhile(table, null);
        }
        return new IcebergContents(config, calls, readers, state, loaded.orElseThrow());
    }

    @Override
    public List<String> existing(List<String> locations, CallContext call) {
        return calls.read(
                "looking for files",
                call,
                () -> opening.call().withFiles(io -> {
                    List<String> there = new ArrayList<>();
                    for (String location : locations) {
                        if (io.newInputFile(location).exists()) {
                            there.add(location);
                        }
                    }
                    return there;
                }));
    }
}
