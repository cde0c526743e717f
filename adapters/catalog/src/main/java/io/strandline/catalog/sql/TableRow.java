package io.strandline.catalog.sql;

import io.strandline.catalog.LoadedTable;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import org.jspecify.annotations.Nullable;

/**
 * A table of a listing, or a part of the listing that could not be made: then the names that are not known are null, and
 * there is a failure (CAT-13).
 *
 * @param namespace dotted SQL text
 * @param entry its entry in the listing, if that is all that was asked for
 * @param state null if it was not asked for or could not be read
 */
record TableRow(
        String catalog,
        @Nullable String namespace,
        @Nullable TableRef ref,
        @Nullable TableType type,
        @Nullable TableState state,
        @Nullable StrandlineException failure,
        @Nullable TableEntry entry) {
    static TableRow of(LoadedTable table) {
        return new TableRow(
                table.ref().catalog(),
                table.ref().namespaceText(),
                table.ref(),
                table.type(),
                table.state(),
                table.failure(),
                null);
    }

    static TableRow of(TableEntry entry) {
        TableRef ref = entry.ref();
        return new TableRow(ref.catalog(), ref.namespaceText(), ref, entry.type(), null, null, entry);
    }

    static TableRow failed(String catalog, @Nullable String namespace, StrandlineException failure) {
        return new TableRow(catalog, namespace, null, null, null, failure, null);
    }

    /** The same table, of which something could not be read. */
    TableRow failed(StrandlineException why) {
        return new TableRow(catalog, namespace, ref, type, state, why, entry);
    }

    @Nullable
    String tableName() {
        return ref == null ? null : ref.name();
    }
}
