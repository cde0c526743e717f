package io.strandline.catalog.iceberg;

import io.strandline.catalog.TableState;
import io.strandline.catalog.TargetTable;
import io.strandline.common.TableRef;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.iceberg.BaseMetadataTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;

/** One commit through Iceberg's own client. */
record ClientCommit(CatalogConfig config, Catalog client) {
    Callable<Boolean> prepare(TableRef ref, Optional<TableState> planned, TargetTable target) {
        return planned.isEmpty() ? create(ref, target) : change(ref, planned.orElseThrow(), target);
    }

    private Callable<Boolean> create(TableRef ref, TargetTable target) {
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

    private Callable<Boolean> change(TableRef ref, TableState planned, TargetTable target) {
        TableOperations operations;
        try {
            Table table = client.loadTable(ClientBackend.identifier(ref));
            if (table instanceof BaseMetadataTable || !(table instanceof HasTableOperations loaded)) {
                throw Commits.changedMeanwhile(ref, null);
            }
            operations = loaded.operations();
        } catch (NoSuchTableException | NoSuchNamespaceException e) {
            throw Commits.changedMeanwhile(ref, e);
        }
        TableMetadata base = operations.current();
        Commits.requireAsPlanned(ref, planned, base.uuid(), base.metadataFileLocation());
        TableMetadata changed = Commits.changed(ref, base, target);
        return () -> send(ref, "change", () -> operations.commit(base, changed));
    }

    private boolean send(TableRef ref, String what, Runnable commit) {
        try {
            commit.run();
            return true;
        } catch (CommitFailedException | AlreadyExistsException | NoSuchTableException e) {
            throw Commits.changedMeanwhile(ref, e);
        } catch (NoSuchNamespaceException e) {
            throw Commits.noNamespace(ref);
        } catch (RuntimeException e) {
            throw LostAnswers.isAnswer(e)
                    ? e
                    : LostAnswers.unknown(ref, what, config.secrets().describe(e), e);
        }
    }
}
