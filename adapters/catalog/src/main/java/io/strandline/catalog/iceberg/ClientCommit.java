package io.strandline.catalog.iceberg;

import io.strandline.catalog.TableState;
import io.strandline.catalog.TargetTable;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.iceberg.BaseMetadataTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.jspecify.annotations.Nullable;

/** One commit through Iceberg's own client. */
record ClientCommit(CatalogConfig config, Catalog client) {
    Callable<Boolean> create(TableRef ref, TargetTable target) {
        TargetMetadata.Creation parts = Commits.created(ref, target);
        Map<String, String> properties = new HashMap<>(target.setProperties());
        if (target.formatVersion() != null) {
            properties.put(TableProperties.FORMAT_VERSION, String.valueOf(target.formatVersion()));
        }
        Catalog.TableBuilder builder = client.buildTable(ClientBackend.identifier(ref), parts.schema())
                .withPartitionSpec(parts.spec())
                .withSortOrder(parts.order())
                .withProperties(properties);
        if (target.location() != null) {
            builder.withLocation(target.location());
        }
        return () -> send(ref, "creation", builder::create);
    }

    Callable<Boolean> change(TableRef ref, @Nullable TableState planned, MetadataEdit edit) {
        TableOperations operations;
        try {
            Table table = client.loadTable(ClientBackend.identifier(ref));
            if (table instanceof BaseMetadataTable || !(table instanceof HasTableOperations loaded)) {
                throw Commits.absent(ref, planned, null);
            }
            operations = loaded.operations();
        } catch (NoSuchTableException | NoSuchNamespaceException e) {
            throw Commits.absent(ref, planned, e);
        }
        TableMetadata base = operations.current();
        if (planned != null) {
            Commits.requireAsPlanned(ref, planned, base.uuid(), base.metadataFileLocation());
        }
        MetadataEdit.Edited edited = edit.of(base, operations.io(), operations.encryption());
        if (edited.metadata() == base) {
            return () -> false;
        }
        return () -> {
            try {
                return send(ref, "change", () -> operations.commit(base, edited.metadata()));
            } catch (StrandlineException e) {
                if (e.code() == ErrorCode.CONFLICT && isMade(ref, operations, base, edited.metadata())) {
                    return true;
                }
                if (e.code() != ErrorCode.OUTCOME_UNKNOWN) {
                    edited.takeBack(operations.io());
                }
                throw e;
            }
        };
    }

    /** A client that sends a request again after a busy server's answer gets a conflict with itself. */
    private boolean isMade(TableRef ref, TableOperations operations, TableMetadata base, TableMetadata wanted) {
        List<Snapshot> added = wanted.snapshots().stream()
                .filter(snapshot -> base.snapshot(snapshot.snapshotId()) == null)
                .toList();
        try {
            TableMetadata now = operations.refresh();
            return added.stream().anyMatch(snapshot -> now.snapshot(snapshot.snapshotId()) != null);
        } catch (RuntimeException e) {
            throw LostAnswers.unknown(ref, "change", config.secrets().describe(e), e);
        }
    }

    /** Sends a change; what the catalog refuses is a conflict or its own error, what may have been made is unknown. */
    boolean send(TableRef ref, String what, Runnable commit) {
        try {
            commit.run();
            return true;
        } catch (CommitFailedException | AlreadyExistsException | NoSuchTableException e) {
            throw Commits.changedMeanwhile(ref, e);
        } catch (NoSuchNamespaceException e) {
            throw Commits.noNamespace(ref);
        } catch (UnsupportedOperationException e) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED,
                    ref + ": a catalog of type " + config.type().word() + " has no such " + what + ": "
                            + StrandlineException.describe(e) + ". Nothing was changed.",
                    e);
        } catch (RuntimeException e) {
            throw LostAnswers.isAnswer(e)
                    ? e
                    : LostAnswers.unknown(ref, what, config.secrets().describe(e), e);
        }
    }
}
