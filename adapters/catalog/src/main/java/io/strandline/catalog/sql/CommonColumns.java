package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.Columns;
import org.jspecify.annotations.Nullable;

/** Columns that several tables of the schema have, and what their names are. */
final class CommonColumns {
    static final String CATALOG = "catalog_name";
    static final String NAMESPACE = "namespace";
    static final String TABLE = "table_name";
    static final String STATUS = "status";
    static final String ERROR = "error";

    /** What every row that stands for a table begins with. */
    static final Columns<TableRow> NAMES = Columns.<TableRow>none()
            .column(CATALOG, text(), TableRow::catalog, "Catalog, by its name in the configuration.")
            .column(
                    NAMESPACE,
                    text().orNull(),
                    TableRow::namespace,
                    "Namespace as dotted SQL text, levels quoted where needed; NULL in a row for a catalog that could not be listed.")
            .column(
                    TABLE,
                    text().orNull(),
                    TableRow::tableName,
                    "Name of the table or view; NULL in a row for a catalog or namespace that could not be listed.");

    /** What every listing that can partly fail ends with. */
    static final Columns<StatusOf> STATUS_AND_ERROR = Columns.<StatusOf>none()
            .column(STATUS, text(), StatusOf::status, "ok, or error if what the row stands for could not be read.")
            .column(ERROR, text().orNull(), StatusOf::error, "Why it could not be read; NULL if it could.");

    private CommonColumns() {}

    /** A row for a table of the lake, or for something of it. */
    interface OfTable {
        /** The table, with the failure if it could not be read. */
        TableRow table();
    }

    /** Whether a row could be made, and why not. */
    record StatusOf(@Nullable StrandlineException failure) {
        String status() {
            return failure == null ? "ok" : "error";
        }

        @Nullable
        String error() {
            return failure == null ? null : failure.getMessage();
        }
    }
}
