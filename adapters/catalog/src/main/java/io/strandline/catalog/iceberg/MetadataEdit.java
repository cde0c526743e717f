package io.strandline.catalog.iceberg;

import java.util.List;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.io.FileIO;

/** What a change makes of a table's metadata; it may write files that only the new metadata names. */
@FunctionalInterface
interface MetadataEdit {
    /** The metadata to commit. */
    Edited of(TableMetadata base, FileIO io, EncryptionManager encryption);

    /**
     * What was made.
     *
     * @param written files that nobody needs if the metadata is not committed
     */
    record Edited(TableMetadata metadata, List<String> written) {
        /** Takes back what was written for a commit that is known not to be made. */
        void takeBack(FileIO io) {
            written.forEach(file -> deleteQuietly(io, file));
        }
    }

    /** Takes back a file that nobody names. */
    static void deleteQuietly(FileIO io, String file) {
        try {
            io.deleteFile(file);
        } catch (RuntimeException e) {
            // left behind: no table names it
        }
    }
}
