package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.catalog.ColumnState;
import io.strandline.catalog.PartitionFieldState;
import io.strandline.catalog.SortFieldState;
import io.strandline.catalog.TableState;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.VirtualTable;
import org.jspecify.annotations.Nullable;

/** How the files of every table are, and were, laid out. */
final class LayoutTables {
    private LayoutTables() {}

    static VirtualTable<?> partitionFields(TableSource source) {
        return PartRow.table(
                "partition_fields",
                "Fields of all partition specs of every table, historical ones too",
                source,
                Columns.<PartRow<PartitionFieldState>>none()
                        .column("spec_id", integer().orNull(), PartRow.of(PartitionFieldState::specId), "Its spec.")
                        .column(
                                "ordinal_position",
                                integer().orNull(),
                                PartRow.of(PartitionFieldState::ordinal),
                                "Place in the spec, from 1.")
                        .column(
                                "field_name",
                                text().orNull(),
                                PartRow.of(PartitionFieldState::name),
                                "Name of the partition field.")
                        .column(
                                "field_id",
                                integer().orNull(),
                                PartRow.of(PartitionFieldState::fieldId),
                                "Id of the partition field.")
                        .column(
                                "transform",
                                text().orNull(),
                                PartRow.of(PartitionFieldState::transform),
                                "How its value is made from the column's: identity, bucket[n], truncate[n], year, month, day,"
                                        + " hour or void.")
                        .column(
                                "source_id",
                                integer().orNull(),
                                PartRow.of(PartitionFieldState::sourceId),
                                "Field id of the column it is made from.")
                        .column(
                                "column_path",
                                text().orNull(),
                                PartRow.in((table, field) -> path(table, field.sourceId())),
                                "That column; NULL if it was dropped.")
                        .column(
                                "is_current",
                                bool().orNull(),
                                PartRow.of(PartitionFieldState::current),
                                "Whether new files are written with its spec."),
                TableState::partitionFields);
    }

    static VirtualTable<?> sortFields(TableSource source) {
        return PartRow.table(
                "sort_fields",
                "Fields of all sort orders of every table, historical ones too",
                source,
                Columns.<PartRow<SortFieldState>>none()
                        .column("order_id", integer().orNull(), PartRow.of(SortFieldState::orderId), "Its sort order.")
                        .column(
                                "ordinal_position",
                                integer().orNull(),
                                PartRow.of(SortFieldState::ordinal),
                                "Place in the order, from 1.")
                        .column(
                                "transform",
                                text().orNull(),
                                PartRow.of(SortFieldState::transform),
                                "How the value to sort by is made from the column's.")
                        .column(
                                "source_id",
                                integer().orNull(),
                                PartRow.of(SortFieldState::sourceId),
                                "Field id of the column it is made from.")
                        .column(
                                "column_path",
                                text().orNull(),
                                PartRow.in((table, field) -> path(table, field.sourceId())),
                                "That column; NULL if it was dropped.")
                        .column("direction", text().orNull(), PartRow.of(SortFieldState::direction), "asc or desc.")
                        .column(
                                "null_order",
                                text().orNull(),
                                PartRow.of(SortFieldState::nullOrder),
                                "nulls-first or nulls-last.")
                        .column(
                                "is_current",
                                bool().orNull(),
                                PartRow.of(SortFieldState::current),
                                "Whether its order is the table's default."),
                TableState::sortFields);
    }

    private static @Nullable String path(TableState table, int fieldId) {
        return table.columns().stream()
                .filter(column -> column.fieldId() == fieldId)
                .map(ColumnState::path)
                .findFirst()
                .orElse(null);
    }
}
