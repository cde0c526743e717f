package io.strandline.catalog.iceberg;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** SQLite makes an empty database of a file that is not there: a misspelt path would be a catalog without tables. */
final class SqliteFiles {
    private static final String PREFIX = "jdbc:sqlite:";

    private SqliteFiles() {}

    /**
     * Checks that the file is there.
     *
     * @throws StrandlineException {@code BACKEND} if it is not
     */
    static void requireThere(CatalogConfig config) {
        String uri = config.properties().getOrDefault("uri", "");
        if (!uri.startsWith(PREFIX)) {
            return;
        }
        String file = uri.substring(PREFIX.length()).replaceFirst("\\?.*$", "");
        if (file.isEmpty() || file.startsWith(":") || file.startsWith("file:")) {
            return;
        }
        try {
            if (!Files.exists(Path.of(file))) {
                throw new StrandlineException(
                        ErrorCode.BACKEND,
                        "catalog " + SqlNames.quoteIfNeeded(config.name()) + ": its database " + file
                                + " is not there. Check uri, or set jdbc.init-catalog-tables to true to make it.");
            }
        } catch (InvalidPathException e) {
            throw new StrandlineException(
                    ErrorCode.BACKEND, "catalog " + config.name() + ": " + file + " cannot be a file", e);
        }
    }
}
