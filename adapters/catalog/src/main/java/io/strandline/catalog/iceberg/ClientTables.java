package io.strandline.catalog.iceberg;

import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableState;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.Optional;
import org.apache.iceberg.BaseMetadataTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.ViewCatalog;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NoSuchViewException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.view.BaseView;

/** Tables and views as Iceberg's client loads them: what they are now, or what a statement saw of them before. Thread-safe. */
final class ClientTables {
    private final CatalogConfig config;
    private final Catalog client;

    ClientTables(CatalogConfig config, Catalog client) {
        this.config = config;
        this.client = client;
    }

    /** As {@link Backend#describe(TableRef)}. */
    Optional<TableState> describe(TableRef ref) {
        try {
            return load(ref)
                    .map(table -> TableStates.of(
                            ref, ((HasTableOperations) table).operations().current()));
        } catch (NoSuchNamespaceException | NoSuchTableException e) {
            return describeView(ref);
        } catch (RuntimeException e) {
            throw unreadable(ref, e);
        }
    }

    /** As {@link Backend#metadata}. */
    Optional<LoadedMetadata> metadata(TableEntry listed) {
        TableRef ref = listed.ref();
        try {
            return load(ref).map(table -> {
                TableMetadata now = ((HasTableOperations) table).operations().current();
                String seen = listed.metadataLocation();
                return new LoadedMetadata(
                        seen == null || seen.equals(now.metadataFileLocation()) ? now : earlier(ref, table.io(), seen),
                        table.io(),
                        table);
            });
        } catch (NoSuchNamespaceException | NoSuchTableException e) {
            return Optional.empty();
        } catch (StrandlineException e) {
            throw e;
        } catch (RuntimeException e) {
            throw unreadable(ref, e);
        }
    }

    /** "ns.table" plus "files" is a metadata table to Iceberg; nobody created a table of that name. */
    private Optional<Table> load(TableRef ref) {
        Table table = client.loadTable(ClientBackend.identifier(ref));
        return table instanceof BaseMetadataTable || !(table instanceof HasTableOperations)
                ? Optional.empty()
                : Optional.of(table);
    }

    /** Catalogs tell of the state now only; that which the statement saw is in its file, if that is there still. */
    private TableMetadata earlier(TableRef ref, FileIO io, String file) {
        try {
            return TableMetadataParser.read(io, file);
        } catch (RuntimeException e) {
            Failures.rethrowIfInterrupted(e);
            throw new StrandlineException(
                    ErrorCode.CONFLICT,
                    ref
                            + " changed while the statement looked at it, and the state it saw first cannot be read any more: "
                            + config.secrets().describe(e) + ". Run the statement again.",
                    e);
        }
    }

    private Optional<TableState> describeView(TableRef ref) {
        if (!(client instanceof ViewCatalog views)) {
            return Optional.empty();
        }
        try {
            return views.loadView(ClientBackend.identifier(ref)) instanceof BaseView view
                    ? Optional.of(TableStates.of(ref, view.operations().current()))
                    : Optional.empty();
        } catch (NoSuchNamespaceException | NoSuchViewException | UnsupportedOperationException e) {
            return Optional.empty();
        } catch (RuntimeException e) {
            throw unreadable(ref, e);
        }
    }

    /** A service's own refusal or failure is the catalog's; anything else that stops a load is the metadata's. */
    private RuntimeException unreadable(TableRef ref, RuntimeException failure) {
        Failures.rethrowIfInterrupted(failure);
        if (failure instanceof NotFoundException) {
            return new StrandlineException(
                    ErrorCode.METADATA_MISSING,
                    ref + ": its metadata file is not there: "
                            + config.secrets().describe(failure) + ". Restore the file, or unregister the table.",
                    failure);
        }
        if (failure instanceof RESTException || Failures.isSql(failure)) {
            return failure;
        }
        return new StrandlineException(
                ErrorCode.METADATA_UNREADABLE,
                ref + ": its metadata cannot be read: " + config.secrets().describe(failure),
                failure);
    }
}
