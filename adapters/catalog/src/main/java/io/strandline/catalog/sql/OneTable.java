package io.strandline.catalog.sql;

import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.Wanted;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** A table of the schema {@code catalog} restricted to one table of the lake, as {@code "orders$files"} (Trino's spelling). */
final class OneTable {
    /** Of these there is one for each table of the lake. */
    static final Set<String> NAMES = Set.of(
            "files",
            "snapshots",
            "history",
            "refs",
            "manifests",
            "partitions",
            "properties",
            "metadata_log",
            "statistics_files",
            "partition_fields",
            "sort_fields");

    /** What Trino calls those that it names otherwise. */
    static final Map<String, String> IN_TRINO = Map.of("metadata_log_entries", "metadata_log");

    private static final Set<String> SAID_BY_THE_NAME = Set.of(
            CommonColumns.CATALOG,
            CommonColumns.NAMESPACE,
            CommonColumns.TABLE,
            CommonColumns.STATUS,
            CommonColumns.ERROR);

    private OneTable() {}

    static <R> VirtualTable<R> of(VirtualTable<R> whole, String name, TableRef ref) {
        VirtualTable.Builder<R> table =
                VirtualTable.<R>named(name, whole.remarks()).data();
        for (Column<R> column : whole.columns()) {
            if (!SAID_BY_THE_NAME.contains(column.name())) {
                table.column(column.name(), column.type(), column.value(), column.remarks());
            }
        }
        Set<String> pushed = new HashSet<>(whole.equalities());
        pushed.removeAll(SAID_BY_THE_NAME);
        return table.pushes(pushed.toArray(String[]::new)).rows((wanted, call) -> {
            GrantedCatalogs.require(ref.catalog(), call.caller());
            return whole.rows().read(only(wanted, ref), call).peek(OneTable::requireRead);
        });
    }

    private static Wanted only(Wanted wanted, TableRef ref) {
        Set<String> columns = new HashSet<>(wanted.columns());
        columns.addAll(SAID_BY_THE_NAME);
        List<Condition> conditions = new ArrayList<>(wanted.conditions());
        conditions.add(equal(CommonColumns.CATALOG, ref.catalog()));
        conditions.add(equal(CommonColumns.NAMESPACE, ref.namespaceText()));
        conditions.add(equal(CommonColumns.TABLE, ref.name()));
        return new Wanted(columns, conditions, List.of(), OptionalLong.empty());
    }

    private static Condition equal(String column, String value) {
        return new Condition(column, Condition.Operator.EQUAL, List.of(value));
    }

    /** Whole listings show what cannot be read in a row; here it is all that was asked for. */
    private static void requireRead(Object row) {
        StrandlineException failure = ((CommonColumns.OfTable) row).table().failure();
        if (failure != null) {
            throw failure;
        }
    }
}
