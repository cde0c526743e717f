package io.strandline.sink.iceberg;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;

/** Whether rows of a table can be deleted one by one. */
final class KeyedTables {
    /** The first format version that has row-level deletes. */
    static final int LEAST_VERSION = 2;

    private KeyedTables() {}

    /**
     * Checks it.
     *
     * @throws StrandlineException {@link ErrorCode#REFUSED}
     */
    static void requireRowDeletes(TableRef ref, Table table) {
        int version = version(table);
        if (version < LEAST_VERSION) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    ref + " has format version " + version
                            + ", which knows no deletes of single rows, so that it takes no upserts and deletes."
                            + " ALTER TABLE " + ref + " SET TBLPROPERTIES ('format-version' = '2') upgrades it.");
        }
    }

    static int version(Table table) {
        return ((HasTableOperations) table).operations().current().formatVersion();
    }
}
