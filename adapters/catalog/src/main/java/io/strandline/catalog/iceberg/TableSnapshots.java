package io.strandline.catalog.iceberg;

import io.strandline.catalog.TableVersion;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import java.time.Instant;
import java.util.Optional;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.HistoryEntry;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableScan;
import org.jspecify.annotations.Nullable;

/**
 * The scan of a table as of a version. Its columns are those of the snapshot; of a branch, those that the table has now, which
 * is what is written to it (as Iceberg's {@code SnapshotUtil.schemaFor} has it).
 */
final class TableSnapshots {
    private TableSnapshots() {}

    /**
     * A scan that is not narrowed.
     *
     * @throws StrandlineException {@code NO_SUCH_OBJECT}
     */
    static TableScan scan(TableRef ref, LoadedMetadata loaded, Optional<TableVersion> version) {
        TableMetadata metadata = loaded.metadata();
        TableScan scan = new BaseTable(new StaticTableOperations(metadata, loaded.io()), ref.toString()).newScan();
        if (version.isEmpty()) {
            return scan;
        }
        TableVersion wanted = version.orElseThrow();
        if (wanted instanceof TableVersion.OfSnapshot snapshot) {
            return scan.useSnapshot(existing(ref, metadata, snapshot.id(), wanted));
        }
        if (wanted instanceof TableVersion.OfRef named) {
            SnapshotRef found = metadata.ref(named.name());
            if (found == null) {
                throw none(
                        ref,
                        wanted,
                        Text.didYouMean(named.name(), metadata.refs().keySet())
                                + " Its \"$refs\" table lists branches and tags.");
            }
            existing(ref, metadata, found.snapshotId(), wanted);
            return scan.useRef(named.name());
        }
        return scan.useSnapshot(at(ref, metadata, ((TableVersion.OfTime) wanted).at(), wanted));
    }

    private static long existing(TableRef ref, TableMetadata metadata, long id, TableVersion wanted) {
        if (metadata.snapshot(id) == null) {
            throw none(ref, wanted, "; it may have expired. Its \"$snapshots\" table lists those there are.");
        }
        return id;
    }

    private static long at(TableRef ref, TableMetadata metadata, Instant at, TableVersion wanted) {
        @Nullable HistoryEntry current = null;
        for (HistoryEntry entry : metadata.snapshotLog()) {
            if (entry.timestampMillis() <= at.toEpochMilli()) {
                current = entry;
            }
        }
        if (current == null) {
            String since = metadata.snapshotLog().isEmpty()
                    ? "; it has none yet."
                    : "; its history begins at "
                            + Instant.ofEpochMilli(metadata.snapshotLog().get(0).timestampMillis()) + ".";
            throw none(ref, wanted, since + " Its \"$history\" table lists what was current when.");
        }
        return existing(ref, metadata, current.snapshotId(), wanted);
    }

    private static StrandlineException none(TableRef ref, TableVersion wanted, String more) {
        return new StrandlineException(ErrorCode.NO_SUCH_OBJECT, ref + " has no " + wanted.text() + more);
    }
}
