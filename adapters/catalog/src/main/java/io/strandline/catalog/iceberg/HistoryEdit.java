package io.strandline.catalog.iceberg;

import io.strandline.catalog.TableChange;
import io.strandline.catalog.TableHistory.Ref;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.List;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.FileIO;

/**
 * A change of a table's history as metadata. What writes manifests is left to Iceberg's own operations.
 *
 * @param checkpoint returns if the statement should go on
 */
record HistoryEdit(TableRef ref, TableChange change, Runnable checkpoint) implements MetadataEdit {
    @Override
    public Edited of(TableMetadata base, FileIO io, EncryptionManager encryption) {
        NotedFileIO noted = new NotedFileIO(io, checkpoint);
        boolean made = false;
        try {
            TableMetadata changed = changed(base, noted, encryption);
            made = true;
            return new Edited(changed, noted.written());
        } catch (ValidationException | IllegalArgumentException | CommitFailedException e) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    ref + ": Iceberg refuses it: " + StrandlineException.describe(e) + ". Nothing was changed.",
                    e);
        } catch (NotFoundException e) {
            throw new StrandlineException(
                    ErrorCode.METADATA_MISSING,
                    ref + ": a file of its metadata is not there: " + StrandlineException.describe(e)
                            + ". Nothing was changed; restore the file first.",
                    e);
        } finally {
            if (!made) {
                noted.written().forEach(file -> MetadataEdit.deleteQuietly(io, file));
            }
        }
    }

    private TableMetadata changed(TableMetadata base, FileIO io, EncryptionManager encryption) {
        if (change instanceof TableChange.SetRef set) {
            return TableMetadata.buildFrom(base)
                    .setRef(set.ref().name(), iceberg(set.ref()))
                    .build();
        }
        if (change instanceof TableChange.RemoveRef remove) {
            return TableMetadata.buildFrom(base).removeRef(remove.name()).build();
        }
        if (change instanceof TableChange.RemoveSnapshots remove) {
            TableMetadata.Builder builder = TableMetadata.buildFrom(base);
            remove.refs().forEach(builder::removeRef);
            return builder.removeSnapshots(remove.snapshotIds()).build();
        }
        StagedOperations staged = new StagedOperations(base, io, encryption);
        BaseTable table = new BaseTable(staged, ref.toString());
        if (change instanceof TableChange.CherryPick pick) {
            table.manageSnapshots().cherrypick(pick.snapshotId()).commit();
        } else if (change instanceof TableChange.RewriteManifests rewrite) {
            joinManifests(table, base, rewrite);
        }
        return staged.current();
    }

    /** One cluster: files stay in the order of the manifests, which are filled up to the size the table wants. */
    private static void joinManifests(BaseTable table, TableMetadata base, TableChange.RewriteManifests rewrite) {
        int spec = rewrite.specId() == null ? base.defaultSpecId() : rewrite.specId();
        long wanted = base.propertyAsLong(
                TableProperties.MANIFEST_TARGET_SIZE_BYTES, TableProperties.MANIFEST_TARGET_SIZE_BYTES_DEFAULT);
        table.rewriteManifests()
                .clusterBy(file -> List.of())
                .rewriteIf(manifest -> manifest.partitionSpecId() == spec && manifest.length() < wanted)
                .commit();
    }

    private static SnapshotRef iceberg(Ref ref) {
        SnapshotRef.Builder builder = ref.type().equals("tag")
                ? SnapshotRef.tagBuilder(ref.snapshotId())
                : SnapshotRef.branchBuilder(ref.snapshotId())
                        .minSnapshotsToKeep(ref.minSnapshotsToKeep())
                        .maxSnapshotAgeMs(ref.maxSnapshotAgeMillis());
        return builder.maxRefAgeMs(ref.maxRefAgeMillis()).build();
    }
}
