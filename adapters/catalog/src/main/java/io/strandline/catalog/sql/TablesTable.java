package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.common.CallContext;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.Wanted;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Every table and view, one row each. What a listing tells alone is not loaded for. */
final class TablesTable {
    private static final Set<String> LISTED =
            Set.of(CommonColumns.CATALOG, CommonColumns.NAMESPACE, CommonColumns.TABLE, "type");

    private TablesTable() {}

    static VirtualTable<?> of(TableSource source, ExternalLocations external) {
        return VirtualTable.<TableRow>named("tables", "Tables and views of every catalog, with their state now.")
                .columns(CommonColumns.NAMES)
                .column(
                        "type",
                        text().orNull(),
                        row -> row.type() == null ? null : row.type().name(),
                        "TABLE or VIEW.")
                .columns(format())
                .column(
                        "managed",
                        bool().orNull(),
                        row -> isManaged(row, external),
                        "Whether it lies outside every declared external place, an unknown place included; NULL for a view.")
                .columns(ids())
                .columns(currentCounts())
                .column("comment", text().orNull(), of(TableState::comment), "Comment of the table.")
                .columns(CommonColumns.STATUS_AND_ERROR, row -> new CommonColumns.StatusOf(row.failure()))
                .pushes(CommonColumns.CATALOG, CommonColumns.NAMESPACE, CommonColumns.TABLE)
                .rows((wanted, call) -> rows(source, wanted, call));
    }

    private static Stream<TableRow> rows(TableSource source, Wanted wanted, CallContext call) {
        return LISTED.containsAll(wanted.columns()) ? source.listed(wanted, call) : source.loaded(wanted, call);
    }

    private static Columns<TableRow> format() {
        return Columns.<TableRow>none()
                .column("format", text().orNull(), of(TableState::format), "Table format: iceberg.")
                .column(
                        "format_version",
                        integer().orNull(),
                        of(TableState::formatVersion),
                        "Version of the table format's specification.")
                .column("table_uuid", text().orNull(), of(TableState::uuid), "Identity that a rename does not change.")
                .column("location", text().orNull(), of(TableState::location), "Root of its files, as stored.")
                .column(
                        "metadata_location",
                        text().orNull(),
                        of(TableState::metadataLocation),
                        "The metadata file this row was read from.");
    }

    private static Columns<TableRow> ids() {
        return Columns.<TableRow>none()
                .column(
                        "current_snapshot_id",
                        bigint().orNull(),
                        of(TableState::currentSnapshotId),
                        "Current snapshot; NULL for a table that has none.")
                .column("schema_id", integer().orNull(), of(TableState::schemaId), "Current schema.")
                .column(
                        "partition_spec_id",
                        integer().orNull(),
                        ofTable(TableState::partitionSpecId),
                        "Default partition spec; NULL for a view.")
                .column(
                        "sort_order_id",
                        integer().orNull(),
                        ofTable(TableState::sortOrderId),
                        "Default sort order, 0 if unsorted; NULL for a view.")
                .column(
                        "last_updated",
                        timestamp().orNull(),
                        of(TableState::lastUpdated),
                        "When its metadata was last changed.")
                .column(
                        "column_count",
                        integer().orNull(),
                        of(state -> Math.toIntExact(state.columns().stream()
                                .filter(column -> column.parentId() == null)
                                .count())),
                        "How many columns it has, nested fields not counted.")
                .column(
                        "snapshot_count",
                        integer().orNull(),
                        ofTable(state -> state.snapshots().size()),
                        "How many snapshots its metadata holds; NULL for a view.");
    }

    private static Columns<TableRow> currentCounts() {
        return Columns.<TableRow>none()
                .column(
                        "data_files",
                        bigint().orNull(),
                        current("total-data-files"),
                        "Data files of the current snapshot.")
                .column(
                        "delete_files",
                        bigint().orNull(),
                        current("total-delete-files"),
                        "Delete files of the current snapshot.")
                .column(
                        "record_count",
                        bigint().orNull(),
                        current("total-records"),
                        "Records in those data files, deleted ones included.")
                .column("size_bytes", bigint().orNull(), current("total-files-size"), "Bytes of those files.");
    }

    private static Function<TableRow, @Nullable Object> of(Function<TableState, @Nullable Object> value) {
        return row -> row.state() == null ? null : value.apply(row.state());
    }

    private static Function<TableRow, @Nullable Object> ofTable(Function<TableState, @Nullable Object> value) {
        return of(state -> state.type() == TableType.VIEW ? null : value.apply(state));
    }

    private static Function<TableRow, @Nullable Object> current(String summaryKey) {
        return of(state -> state.currentSnapshot()
                .map(snapshot -> SnapshotRow.count(snapshot, summaryKey))
                .orElse(null));
    }

    private static @Nullable Boolean isManaged(TableRow row, ExternalLocations external) {
        if (row.ref() == null || row.type() == TableType.VIEW) {
            return null;
        }
        TableState state = row.state();
        return state == null || !isExternal(row.ref(), state, external);
    }

    /** A place that cannot even be parsed is under no declared one, and must not break the listing. */
    private static boolean isExternal(TableRef ref, TableState state, ExternalLocations external) {
        try {
            return state.external().orElse(false) || external.isExternal(ref, state.location());
        } catch (StrandlineException e) {
            return false;
        }
    }
}
