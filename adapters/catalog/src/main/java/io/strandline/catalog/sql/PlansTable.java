package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.text;

import io.strandline.catalog.Ahead;
import io.strandline.catalog.DesiredState;
import io.strandline.catalog.DesiredState.Reconciled;
import io.strandline.common.CallContext;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.Wanted;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** For each declared table its plan against the live one, nothing allowed (CAT-13). */
final class PlansTable {
    private PlansTable() {}

    private record Row(PlanRow row, @Nullable StrandlineException failure) {}

    static VirtualTable<?> of(DesiredState state, Ahead ahead) {
        return VirtualTable.<Row>named(
                        "plans",
                        "What would bring each declared table to its desired state, a row for each step; none for a table"
                                + " that is as declared.")
                .columns(PlanRow.NAMES, row -> row.row().table())
                .columns(PlanRow.STEP, Row::row)
                .column(
                        "reason",
                        text().orNull(),
                        row -> row.row().step() == null
                                ? null
                                : row.row().step().reason(),
                        "Why it is refused or kept; NULL for what would be done.")
                .columns(CommonColumns.STATUS_AND_ERROR, row -> new CommonColumns.StatusOf(row.failure()))
                .pushes(CommonColumns.CATALOG, CommonColumns.NAMESPACE, CommonColumns.TABLE)
                .rows((wanted, call) -> rows(state, ahead, wanted, call));
    }

    private static Stream<Row> rows(DesiredState state, Ahead ahead, Wanted wanted, CallContext call) {
        // of the declarations only the names can be asked for; how many rows each gives is not known before
        Wanted declarations = new Wanted(Set.of(), wanted.conditions(), List.of(), OptionalLong.empty());
        return ahead.map(
                        state.declarations().read(declarations, call).iterator(),
                        wanted.limit().orElse(Long.MAX_VALUE),
                        call,
                        declared -> state.plan(declared, call))
                .flatMap(PlansTable::rows);
    }

    private static Stream<Row> rows(Reconciled planned) {
        if (planned.plan() == null) {
            return Stream.of(new Row(new PlanRow(planned.table(), null, null, false, null), planned.failure()));
        }
        return PlanRow.of(planned).stream().filter(row -> row.step() != null).map(row -> new Row(row, null));
    }
}
