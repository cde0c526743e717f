package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One configured catalog. Thread-safe. A catalog that does not answer is {@link io.strandline.common.ErrorCode#BACKEND} with
 * the cause, never an empty result (CAT-1).
 */
public interface TableCatalog extends AutoCloseable {
    /** Its name in the configuration. */
    String name();

    /** Kind of backend: {@code jdbc}, {@code hadoop}, {@code rest}, {@code in-memory}. */
    String type();

    /** The configured properties, those that hold secrets masked. */
    Map<String, String> properties();

    /** Whether {@link #drop} leaves the table's files where they are (REC-10). */
    boolean dropKeepsFiles();

    /** Whether its entries name the metadata files of their tables, and a table that changes gets another file. */
    default boolean namesMetadataFiles() {
        return false;
    }

    /** Asks the backend for something small, to learn whether it answers. */
    void probe(CallContext call);

    /** All namespaces at every depth, each by its levels. */
    List<Namespace> namespaces(CallContext call);

    /**
     * A page of the tables and views directly in a namespace, in order of name (by code point).
     *
     * @param after names up to and including this one are left out; empty for the first page
     * @param limit at most so many entries, at least 1
     * @return an empty page for a namespace that does not exist
     */
    TablePage list(List<String> namespace, Optional<String> after, int limit, CallContext call);

    /**
     * How many tables and views are directly in a namespace, where that is cheap to tell: by a count in the backend, or by a
     * listing that the statement has already. For who wants to know how long something takes.
     */
    default OptionalLong count(List<String> namespace, CallContext call) {
        return OptionalLong.empty();
    }

    /**
     * The state of a table or view.
     *
     * @return empty if it does not exist
     * @throws io.strandline.common.StrandlineException {@code METADATA_MISSING} if the catalog names a metadata file that is
     *     not there, {@code METADATA_UNREADABLE} if it cannot be read, {@code LIMIT_EXCEEDED} if it is larger than is read,
     *     {@code BACKEND} if the catalog does not answer
     */
    Optional<TableState> describe(TableRef table, CallContext call);

    /**
     * The state of what a listing of the same statement named: that it had when it was listed, or one after that where the
     * metadata file that the entry names is gone. Saves the question for the file where the listing answered it.
     *
     * @throws io.strandline.common.StrandlineException as {@link #describe(TableRef, CallContext)}; {@code CONFLICT} if the
     *     entry's metadata file is not the table's any more and cannot be read
     */
    default Optional<TableState> describe(TableEntry listed, CallContext call) {
        return describe(listed.ref(), call);
    }

    /** Whether the catalog has an entry of that name, readable or not; a view counts. */
    boolean exists(TableRef table, CallContext call);

    /**
     * The catalog's entry of that name, as a listing has it, without a look at its metadata.
     *
     * @return empty if there is no entry
     */
    default Optional<TableEntry> find(TableRef table, CallContext call) {
        return exists(table, call) ? Optional.of(new TableEntry(table, TableType.TABLE)) : Optional.empty();
    }

    /**
     * Removes the catalog entry and leaves the files (no purge).
     *
     * @return whether there was one
     * @throws io.strandline.common.StrandlineException {@code NOT_SUPPORTED} for a view, and where
     *     {@link #dropKeepsFiles()} is false; {@code OUTCOME_UNKNOWN} if the answer was lost
     */
    boolean drop(TableRef table, CallContext call);

    /**
     * Makes what a plan leaves of the table it was planned for, as one commit (CAT-4).
     *
     * @param planned the state the plan was made against; empty to create the table
     * @throws io.strandline.common.StrandlineException {@code CONFLICT} if the table is not as it was planned for any more;
     *     {@code OUTCOME_UNKNOWN} if the answer was lost; {@code NOT_SUPPORTED}. Nothing was changed unless the outcome is
     *     unknown
     */
    default void commit(TableRef table, Optional<TableState> planned, TargetTable target, CallContext call) {
        throw new StrandlineException(
                ErrorCode.NOT_SUPPORTED,
                table + ": a catalog of type " + type() + " cannot change tables. Use the engine that owns the table.");
    }

    /**
     * Changes the history of a table, as one commit.
     *
     * @param planned the state the change was decided for
     * @throws io.strandline.common.StrandlineException {@code REFUSED} if the table format does not take it; as the other
     */
    default void commit(TableRef table, TableState planned, TableChange change, CallContext call) {
        throw new StrandlineException(
                ErrorCode.NOT_SUPPORTED,
                table + ": a catalog of type " + type() + " cannot change tables. Use the engine that owns the table.");
    }

    /** Registers and renames its entries; empty if it cannot. */
    default Optional<EntryChanges> entries() {
        return Optional.empty();
    }

    /** The stores its tables' files lie in; empty if it cannot tell. */
    default Optional<TableStorage> storage() {
        return Optional.empty();
    }

    /** Makes credentials for its tables' files; empty if it does not. */
    default Optional<CredentialVending> credentials() {
        return Optional.empty();
    }

    /** What its tables are made of; empty if it cannot tell. */
    default Optional<TableFiles> files() {
        return Optional.empty();
    }

    /** What its tables hold; empty if it cannot read that. */
    default Optional<TableRows> rows() {
        return Optional.empty();
    }

    /** Lets others write its tables by the library of their format; empty if it cannot. */
    default Optional<TableWrites> writes() {
        return Optional.empty();
    }

    /** Frees connections. */
    @Override
    void close();
}
