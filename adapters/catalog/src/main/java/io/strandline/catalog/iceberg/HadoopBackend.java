package io.strandline.catalog.iceberg;

import io.strandline.catalog.TableState;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.exceptions.ValidationException;
import org.jspecify.annotations.Nullable;

/** A directory tree as a catalog: names are directories, so a name that is a path of its own is no name. */
final class HadoopBackend extends ClientBackend {
    HadoopBackend(CatalogConfig config, Catalog client) {
        super(config, client);
    }

    /** {@code x."a/b"} would be {@code x.a.b}, and {@code ".."} another namespace. */
    @Override
    boolean canName(List<String> namespace, @Nullable String name) {
        return !namespace.isEmpty()
                && Stream.concat(namespace.stream(), Stream.ofNullable(name)).allMatch(HadoopBackend::isDirectoryName);
    }

    private static boolean isDirectoryName(String name) {
        return !name.isEmpty() && !name.equals(".") && !name.equals("..") && !name.contains("/");
    }

    /** A version hint whose version is not there is reported as a validation failure. */
    @Override
    public Optional<TableState> describe(TableRef ref) {
        try {
            Optional<TableState> state = super.describe(ref);
            if (state.isEmpty() && find(ref).isPresent()) {
                throw new StrandlineException(
                        ErrorCode.METADATA_MISSING,
                        ref + ": none of its metadata files has a version that can be current.");
            }
            return state;
        } catch (StrandlineException e) {
            if (e.getCause() instanceof ValidationException missing
                    && String.valueOf(missing.getMessage()).startsWith("Metadata file for version")) {
                throw new StrandlineException(
                        ErrorCode.METADATA_MISSING, ref + ": " + missing.getMessage() + ".", missing);
            }
            throw e;
        }
    }

    /** A table is its directory: an entry that names another would be another table. */
    @Override
    public Callable<Boolean> prepareRegistration(TableRef table, String metadataFile) {
        throw new StrandlineException(
                ErrorCode.NOT_SUPPORTED,
                table
                        + ": a catalog of type hadoop has no entries beside its directories, so nothing can be registered."
                        + " Copy the table's directory, or use a catalog with entries.");
    }

    @Override
    public Callable<Boolean> prepareRename(TableRef from, TableRef to) {
        throw new StrandlineException(
                ErrorCode.NOT_SUPPORTED,
                from
                        + ": in a catalog of type hadoop a table's name is its directory, and metadata names its files there;"
                        + " it cannot be renamed.");
    }
}
