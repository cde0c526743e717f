package io.strandline.catalog.iceberg;

import com.fasterxml.jackson.databind.JsonNode;
import io.strandline.catalog.Secrets;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.BiFunction;
import java.util.zip.GZIPInputStream;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.util.JsonUtil;
import org.apache.iceberg.view.ViewMetadata;
import org.apache.iceberg.view.ViewMetadataParser;
import org.jspecify.annotations.Nullable;

/**
 * Reads the metadata file a catalog entry points at. Not by way of Iceberg's table operations, since those try an
 * unreadable file again for up to ten minutes. Thread-safe.
 */
final class MetadataReader {
    private final FileIO io;
    private final long mostBytes;
    private final Secrets secrets;

    /**
     * A reader of that store.
     *
     * @param mostBytes a larger file is not read
     */
    MetadataReader(FileIO io, long mostBytes, Secrets secrets) {
        this.io = io;
        this.mostBytes = mostBytes;
        this.secrets = secrets;
    }

    /**
     * The state in that file.
     *
     * @param location null if the entry has none
     * @throws StrandlineException {@code METADATA_MISSING}, {@code METADATA_UNREADABLE}; {@code LIMIT_EXCEEDED} if it is larger
     *     than is read, which says nothing of whether it is whole
     */
    TableState read(TableRef ref, TableType type, @Nullable String location) {
        if (type == TableType.TABLE) {
            return TableStates.of(ref, table(ref, location));
        }
        ViewMetadata view = reading(ref, location, ViewMetadataParser::fromJson);
        return TableStates.of(ref, view);
    }

    /** As {@link #read}, of a table, in Iceberg's own terms. */
    TableMetadata table(TableRef ref, @Nullable String location) {
        return reading(ref, location, TableMetadataParser::fromJson);
    }

    private <T> T reading(TableRef ref, @Nullable String location, BiFunction<String, JsonNode, T> parser) {
        if (location == null || location.isBlank()) {
            throw new StrandlineException(
                    ErrorCode.METADATA_UNREADABLE,
                    ref
                            + ": its catalog entry has no metadata pointer. Register the table again with its newest metadata file,"
                            + " or unregister it.");
        }
        try {
            return parser.apply(location, json(ref, location));
        } catch (NotFoundException e) {
            throw missing(ref, location, e);
        } catch (StrandlineException e) {
            throw e;
        } catch (RuntimeException e) {
            Failures.rethrowIfInterrupted(e);
            throw unreadable(ref, location, e);
        }
    }

    /** What Iceberg's own parser reads of a file, but no more than is allowed. */
    private JsonNode json(TableRef ref, String location) {
        boolean zipped = TableMetadataParser.Codec.fromFileName(location) == TableMetadataParser.Codec.GZIP;
        MetadataSize.@Nullable Bounded bounded = null;
        try (InputStream file = io.newInputFile(location).newStream();
                InputStream plain = zipped ? new GZIPInputStream(file) : file) {
            bounded = new MetadataSize.Bounded(plain, mostBytes);
            return JsonUtil.mapper().readTree(bounded);
        } catch (IOException e) {
            if (bounded != null && bounded.isBeyond()) {
                throw new StrandlineException(
                        ErrorCode.LIMIT_EXCEEDED,
                        ref + ": its metadata file " + secrets.scrub(location) + " has more than the " + mostBytes
                                + " bytes that " + MetadataSize.PROPERTY + " allows. Let the engine that owns the table"
                                + " expire snapshots, or allow more and give the gateway more memory.",
                        e);
            }
            throw new UncheckedIOException("Failed to read file: " + location, e);
        }
    }

    StrandlineException missing(TableRef ref, String location, RuntimeException cause) {
        return new StrandlineException(
                ErrorCode.METADATA_MISSING,
                ref + ": its metadata file " + secrets.scrub(location)
                        + " is not there. Restore the file, or unregister the table.",
                cause);
    }

    StrandlineException unreadable(TableRef ref, String location, RuntimeException cause) {
        return new StrandlineException(
                ErrorCode.METADATA_UNREADABLE,
                ref + ": its metadata file " + secrets.scrub(location) + " cannot be read: " + secrets.describe(cause),
                cause);
    }
}
