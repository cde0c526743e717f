package io.strandline.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A data or delete file of a snapshot. What was not wanted of it is not read, and then of no meaning. */
public interface FileState {
    /** The snapshot that was looked at. */
    long ofSnapshot();

    /** {@code data}, {@code position_deletes} or {@code equality_deletes}. */
    String content();

    /** Where it is, as stored. */
    String location();

    /** {@code parquet}, {@code avro}, {@code orc}, {@code puffin}. */
    String format();

    /** Its partition spec. */
    int specId();

    /** Its partition as a JSON object, values as the table format writes single values; {@code {}} if unpartitioned. */
    String partition();

    /** Records in it; of a delete file, deletes. */
    long records();

    /** Its size. */
    long bytes();

    /** Sequence number that orders deletes against data; null in format version 1. */
    @Nullable
    Long dataSequenceNumber();

    /** Sequence number of the commit that added it; null in format version 1. */
    @Nullable
    Long fileSequenceNumber();

    /** Sort order it was written in; null if not told. */
    @Nullable
    Integer sortOrderId();

    /** Where it can be split; null if not told. */
    @Nullable
    List<Long> splitOffsets();

    /** Field ids by which an equality delete deletes; null for others. */
    @Nullable
    List<Integer> equalityIds();

    /** First row id of its rows, from format version 3 on; else null. */
    @Nullable
    Long firstRowId();

    /** The one data file whose rows it deletes; null for others. */
    @Nullable
    String referencedDataFile();

    /** What is known of each column, as a JSON object by column path; null if nothing is. */
    @Nullable
    String columnStatistics();
}
