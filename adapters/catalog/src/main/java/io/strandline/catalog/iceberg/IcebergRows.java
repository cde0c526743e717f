package io.strandline.catalog.iceberg;

import io.strandline.catalog.BackendCalls;
import io.strandline.catalog.LakeTable;
import io.strandline.catalog.RowsWanted;
import io.strandline.catalog.Secrets;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableField;
import io.strandline.catalog.TableRows;
import io.strandline.catalog.TableType;
import io.strandline.catalog.TableVersion;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.ExecutorService;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableScan;
import org.jspecify.annotations.Nullable;

/** The rows of Iceberg's tables, by its generic readers. Each request to the store has the catalog's time limit. */
final class IcebergRows implements TableRows {
    /** Files of one scan that are read at once. */
    private static final int TOGETHER = 4;

    private final BiFunction<TableEntry, CallContext, Optional<LoadedMetadata>> tables;
    private final BackendCalls calls;
    private final ExecutorService readers;
    private final Secrets secrets;

    /**
     * @param tables the metadata of a table, the same for all of a statement
     * @param readers threads that read files ahead, shared by statements
     */
    IcebergRows(
            BiFunction<TableEntry, CallContext, Optional<LoadedMetadata>> tables,
            BackendCalls calls,
            ExecutorService readers,
            Secrets secrets) {
        this.tables = tables;
        this.calls = calls;
        this.readers = readers;
        this.secrets = secrets;
    }

    private Optional<LoadedMetadata> metadata(TableRef ref, CallContext call) {
        return tables.apply(new TableEntry(ref, TableType.TABLE), call);
    }

    @Override
    public Optional<LakeTable> at(TableRef ref, TableVersion version, CallContext call) {
        return metadata(ref, call).map(loaded -> {
            Schema schema =
                    TableSnapshots.scan(ref, loaded, Optional.of(version)).schema();
            return new LakeTable(
                    ref,
                    Optional.of(version),
                    loaded.metadata().uuid(),
                    schema.schemaId(),
                    TableField.of(ColumnStates.of(schema)));
        });
    }

    @Override
    public Stream<@Nullable Object[]> read(LakeTable table, RowsWanted wanted, CallContext call) {
        LoadedMetadata loaded = metadata(table.ref(), call).orElseThrow(() -> changed(table, "is gone"));
        TableScan scan = TableSnapshots.scan(table.ref(), loaded, table.version());
        if (!Objects.equals(table.uuid(), loaded.metadata().uuid())
                || table.schemaId() != scan.schema().schemaId()
                // an id may be given again, as by who removes schemas and adds another
                || !table.columns().equals(TableField.of(ColumnStates.of(scan.schema())))) {
            throw changed(table, "changed");
        }
        ScanReading reading = new ScanReading(table.ref(), loaded, scan.schema(), wanted, secrets);
        if (table.version().isEmpty() && loaded.metadata().currentSnapshot() == null) {
            return Stream.empty();
        }
        PlannedFiles files = new PlannedFiles(
                scan.filter(RowExpressions.of(wanted.conditions(), scan.schema().columns())),
                question -> calls.read("planning which files of " + table.ref() + " to read", call, question),
                reading);
        FileScan<@Nullable Object[]> rows = new FileScan<>(
                files,
                wanted.limit().isPresent() ? 1 : TOGETHER,
                readers,
                batch -> calls.read("reading files of " + table.ref(), call, batch));
        return StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(rows, Spliterator.ORDERED | Spliterator.NONNULL), false)
                .onClose(rows::close)
                .onClose(files::close);
    }

    private static StrandlineException changed(LakeTable table, String how) {
        return new StrandlineException(
                ErrorCode.CONFLICT,
                table.ref() + " " + how + " between planning the statement and reading it. Run it again.");
    }
}
