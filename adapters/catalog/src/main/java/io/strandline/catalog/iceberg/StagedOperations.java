package io.strandline.catalog.iceberg;

import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/**
 * A table that keeps what Iceberg commits to it and sends nothing, so that Iceberg's own operations can make the metadata
 * which then is committed once. Used by one thread.
 */
final class StagedOperations implements TableOperations {
    private final FileIO io;
    private final EncryptionManager encryption;
    private TableMetadata current;

    StagedOperations(TableMetadata base, FileIO io, EncryptionManager encryption) {
        this.current = base;
        this.io = io;
        this.encryption = encryption;
    }

    @Override
    public TableMetadata current() {
        return current;
    }

    @Override
    public TableMetadata refresh() {
        return current;
    }

    @Override
    public void commit(TableMetadata base, TableMetadata metadata) {
        if (base != current) {
            throw new CommitFailedException("another commit was staged before");
        }
        current = metadata;
    }

    @Override
    public FileIO io() {
        return io;
    }

    @Override
    public EncryptionManager encryption() {
        return encryption;
    }

    @Override
    public String metadataFileLocation(String fileName) {
        return directory(current) + "/" + fileName;
    }

    /** Where a table keeps its metadata files, without a slash at the end. */
    static String directory(TableMetadata metadata) {
        return metadata.property(
                        TableProperties.WRITE_METADATA_LOCATION,
                        metadata.location().replaceFirst("/+$", "") + "/metadata")
                .replaceFirst("/+$", "");
    }

    @Override
    public LocationProvider locationProvider() {
        return LocationProviders.locationsFor(current.location(), current.properties());
    }
}
