package io.strandline.catalog.iceberg;

import io.strandline.catalog.BackendCalls;
import io.strandline.catalog.Namespace;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TablePage;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TargetTable;
import io.strandline.common.TableRef;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/**
 * An opened catalog as it is asked, without time limit and cancel: these come from {@link BackendCalls} around each call.
 * Thread-safe.
 */
interface Backend extends AutoCloseable {
    /** Runs one request of a call that takes several, under the limit of one. */
    interface Request {
        /** The request's answer. */
        <T> T ask(String doing, Callable<T> request);
    }

    /** Something small. */
    void probe() throws Exception;

    /** All namespaces at every depth, in any order; the root only if it holds tables. */
    List<Namespace> namespaces(Request request) throws Exception;

    /**
     * A page after that name, if this backend can give pages in order of code point; else empty, and {@link #entries} has
     * all.
     */
    Optional<TablePage> page(List<String> namespace, Optional<String> after, int limit) throws Exception;

    /** How many entries a namespace has, if this backend can give pages; else empty. */
    default OptionalLong count(List<String> namespace) throws Exception {
        return OptionalLong.empty();
    }

    /** All entries of a namespace in any order; none if there is no such namespace. */
    List<TableEntry> entries(List<String> namespace) throws Exception;

    /** As {@link io.strandline.catalog.TableCatalog#describe}. */
    Optional<TableState> describe(TableRef table) throws Exception;

    /** As {@link io.strandline.catalog.TableCatalog#describe(TableEntry, io.strandline.common.CallContext)}. */
    Optional<TableState> describe(TableEntry listed) throws Exception;

    /** The metadata of what was listed, as {@link #describe(TableEntry)} has it; empty if it is gone, and for a view. */
    Optional<LoadedMetadata> metadata(TableEntry listed) throws Exception;

    /** As {@link io.strandline.catalog.TableCatalog#find}. */
    Optional<TableEntry> find(TableRef table) throws Exception;

    /** As {@link io.strandline.catalog.TableCatalog#drop}. */
    boolean drop(TableRef table) throws Exception;

    /**
     * Gets everything ready to create a table and sends nothing: what is returned creates it, once.
     *
     * @throws io.strandline.common.StrandlineException {@code CONFLICT} if it is there
     */
    Callable<Boolean> prepareCreation(TableRef table, TargetTable target) throws Exception;

    /**
     * Gets everything ready for a change and sends nothing: what is returned makes it, once.
     *
     * @param planned the state that the change is for; null for whatever the table is now
     * @throws io.strandline.common.StrandlineException {@code CONFLICT} if the table is not as it was planned for any more;
     *     {@code NO_SUCH_TABLE} if it was not planned for a state and there is none
     */
    Callable<Boolean> prepare(TableRef table, @Nullable TableState planned, MetadataEdit edit) throws Exception;

    /** Does something with the store that the catalog's own settings lead to. */
    <T> T withFiles(Function<FileIO, T> work);

    /** As {@link io.strandline.catalog.EntryChanges#read}. */
    TableState read(TableRef as, String metadataFile) throws Exception;

    /** Gets everything ready to make an entry for that metadata file, and sends nothing. */
    Callable<Boolean> prepareRegistration(TableRef table, String metadataFile) throws Exception;

    /** Gets everything ready to give an entry another name, and sends nothing. */
    Callable<Boolean> prepareRename(TableRef from, TableRef to) throws Exception;

    @Override
    void close() throws IOException;
}
