package io.strandline.catalog;

import io.strandline.common.CallContext;
import java.util.stream.Stream;

/**
 * What a snapshot of a table is made of, read as it is looked at: memory does not grow with the table. Streams are to be
 * closed. A table that went away since it was listed, and one without the snapshot, has none. What cannot be read is {@code
 * METADATA_MISSING} or {@code METADATA_UNREADABLE}, where the stream comes to it.
 */
public interface TableFiles {
    /** The manifests, in the order of the manifest list. */
    Stream<ManifestState> manifests(TableEntry table, FilesWanted wanted, CallContext call);

    /** The live files, in no order. */
    Stream<FileState> files(TableEntry table, FilesWanted wanted, CallContext call);

    /** The partitions that have files, in no order; memory grows with their number. */
    Stream<PartitionState> partitions(TableEntry table, FilesWanted wanted, CallContext call);
}
