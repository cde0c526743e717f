package io.strandline.catalog.iceberg;

import io.strandline.catalog.BackendCalls;
import io.strandline.catalog.OpenTable;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableType;
import io.strandline.catalog.TableWrites;
import io.strandline.common.CallContext;
import io.strandline.common.TableRef;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.TableMetadata;

/**
 * Iceberg's own tables for those who write them.
 *
 * @param opening the backend, opened by the first that asks
 */
record IcebergWrites(BackendCalls calls, Callable<Backend> opening, IcebergChanges changes) implements TableWrites {
    @Override
    public Optional<OpenTable> open(TableRef ref, CallContext call) {
        return calls.read(
                "opening " + ref + " to write",
                call,
                () -> opening.call()
                        .metadata(new TableEntry(ref, TableType.TABLE))
                        .map(loaded -> IcebergTable.of(ref, loaded)));
    }

    @Override
    public boolean commit(TableRef ref, Predicate<OpenTable> edit, CallContext call) {
        return changes.commit(ref, new StagedEdit(ref, edit, call::checkpoint), call);
    }

    /**
     * A table to give away.
     *
     * @param owner what must live as long as the table's files are used
     */
    record IcebergTable(TableRef ref, BaseTable table, Object owner) implements OpenTable {
        static OpenTable of(TableRef ref, LoadedMetadata loaded) {
            TableMetadata metadata = loaded.metadata();
            StaticTableOperations operations = new StaticTableOperations(
                    metadata, loaded.io(), LocationProviders.locationsFor(metadata.location(), metadata.properties()));
            return new IcebergTable(ref, new BaseTable(operations, ref.toString()), loaded.owner());
        }

        @Override
        public <T> T unwrap(Class<T> type) {
            return type.cast(table);
        }
    }
}
