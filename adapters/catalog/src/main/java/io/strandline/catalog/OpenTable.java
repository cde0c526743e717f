package io.strandline.catalog;

import io.strandline.common.TableRef;

/** A table as the library of its format has it. Used by one thread at a time; to be held as long as its files are used. */
public interface OpenTable {
    /** Its name in the catalog. */
    TableRef ref();

    /**
     * The library's own table.
     *
     * @param type what it is to be: {@code org.apache.iceberg.Table}
     * @throws io.strandline.common.StrandlineException {@code NOT_SUPPORTED} if the table is of another format
     */
    <T> T unwrap(Class<T> type);
}
