package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.StoredFile;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableContents;
import io.strandline.catalog.TableFile;
import io.strandline.catalog.TableFile.Kind;
import io.strandline.catalog.TableHistory;
import io.strandline.catalog.TableMaintenance;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableStorage;
import io.strandline.common.CallContext;
import io.strandline.common.Location;
import io.strandline.common.TableRef;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The checks of {@link FilesOfEveryKind} fail where maintenance overlooks files of a kind: what they show is there to be lost. */
class ForgottenFilesTest {
    @TempDir
    Path directory;

    private Lake lake;
    private int tables;

    @BeforeEach
    void open() {
        lake = new Lake("lake", SqliteCatalogTest.properties(directory));
    }

    @AfterEach
    void close() {
        lake.close();
    }

    private FilesOfEveryKind made() {
        return new FilesOfEveryKind(lake, lake.ref("sales", "t" + tables++), 2);
    }

    /** Maintenance of the lake that does not see files of a kind; a {@code null} one sees all. */
    private TableMaintenance blindFor(Kind kind) {
        TableStorage storage = lake.catalog.storage().orElseThrow();
        TableCatalog blind = (TableCatalog) Proxy.newProxyInstance(
                TableCatalog.class.getClassLoader(), new Class<?>[] {TableCatalog.class}, (self, method, arguments) -> {
                    if (method.getName().equals("storage")) {
                        return Optional.of(new BlindStorage(storage, kind));
                    }
                    try {
                        return method.invoke(lake.catalog, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return MaintenanceContract.maintenance(blind, MaintenanceContract.LATER, ExternalLocations.none());
    }

    @ParameterizedTest
    @EnumSource(names = {"DATA", "POSITION_DELETES", "EQUALITY_DELETES", "STATISTICS"})
    void whatIsOverlookedIsMissed(Kind kind) {
        TableMaintenance blind = blindFor(kind);
        FilesOfEveryKind orphans = made();
        assertThatThrownBy(() -> orphans.assertOrphansRemoved(blind)).isInstanceOf(AssertionError.class);
        FilesOfEveryKind expired = made();
        assertThatThrownBy(() -> expired.assertExpired(blind)).isInstanceOf(AssertionError.class);
        FilesOfEveryKind purged = made();
        assertThatThrownBy(() -> purged.assertPurged(blind)).isInstanceOf(AssertionError.class);
        FilesOfEveryKind seen = made();
        assertThatCode(() -> seen.assertExpired(blindFor(null))).doesNotThrowAnyException();
    }

    private record BlindStorage(TableStorage storage, Kind kind) implements TableStorage {
        @Override
        public TableContents open(TableRef table, TableState state, CallContext call) {
            return new BlindContents(storage.open(table, state, call), kind);
        }

        @Override
        public List<String> existing(List<String> locations, CallContext call) {
            return storage.existing(locations, call);
        }
    }

    private record BlindContents(TableContents contents, Kind kind) implements TableContents {
        @Override
        public TableState state() {
            TableState state = contents.state();
            if (kind != Kind.STATISTICS) {
                return state;
            }
            TableHistory all = state.history();
            return new TableState(
                    state.ref(),
                    state.type(),
                    state.format(),
                    state.formatVersion(),
                    state.uuid(),
                    state.location(),
                    state.metadataLocation(),
                    state.external(),
                    state.columns(),
                    state.identifierFieldIds(),
                    state.schemaId(),
                    state.partitionSpecId(),
                    state.sortOrderId(),
                    state.partitionFields(),
                    state.sortFields(),
                    state.currentSnapshotId(),
                    state.lastUpdated(),
                    state.properties(),
                    state.snapshots(),
                    new TableHistory(all.refs(), all.currents(), all.metadataFiles(), List.of()),
                    state.comment());
        }

        @Override
        public void files(
                Set<Long> snapshots,
                Set<String> skipped,
                boolean withFiles,
                Consumer<TableFile> visitor,
                CallContext call) {
            Consumer<TableFile> seen = file -> {
                if (file.kind() != kind) {
                    visitor.accept(file);
                }
            };
            contents.files(snapshots, skipped, withFiles, seen, call);
        }

        @Override
        public Iterator<StoredFile> list(Location directory, CallContext call) {
            return contents.list(directory, call);
        }

        @Override
        public void delete(List<String> locations, CallContext call) {
            contents.delete(locations, call);
        }
    }
}
