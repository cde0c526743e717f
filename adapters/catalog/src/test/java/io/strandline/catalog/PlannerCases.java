package io.strandline.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.LocationRules;
import io.strandline.common.TableRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A live table, and what a desired one would make of it. */
abstract class PlannerCases {
    static final TableRef REF = new TableRef("lake", List.of("sales"), "orders");
    static final Planner PLANNER = new Planner(LocationRules.defaults());

    int formatVersion = 2;
    final List<ColumnState> columns = new ArrayList<>();
    final List<PartitionFieldState> partitions = new ArrayList<>();
    final List<SortFieldState> sorts = new ArrayList<>();
    final List<Integer> identifiers = new ArrayList<>();
    Map<String, String> properties = Map.of();
    List<SnapshotState> snapshots = List.of();

    PlannerCases column(int id, String name, String type, boolean nullable) {
        columns.add(new ColumnState(id, null, name, name, columns.size() + 1, "", type, nullable, null, null, null));
        return this;
    }

    PlannerCases nested(int id, int parent, String name, String type) {
        columns.add(new ColumnState(id, parent, name, name, 1, "", type, true, null, null, null));
        return this;
    }

    TableState live() {
        return new TableState(
                REF,
                TableType.TABLE,
                "iceberg",
                formatVersion,
                "uuid",
                "s3://b/orders",
                "s3://b/orders/metadata/1.json",
                Optional.empty(),
                columns,
                identifiers,
                0,
                0,
                0,
                partitions,
                sorts,
                null,
                Instant.EPOCH,
                properties,
                snapshots,
                TableHistory.none(),
                null);
    }

    Plan plan(String desired, ChangeClass... allow) {
        return PLANNER.plan(DesiredJson.parse(REF, desired), Optional.of(live()), Set.of(allow));
    }

    static List<String> texts(List<PlanStep> steps) {
        return steps.stream().map(PlanStep::text).toList();
    }

    static void assertDone(Plan plan, String... actions) {
        assertThat(texts(plan.refusals())).isEmpty();
        assertThat(texts(plan.actions())).containsExactly(actions);
    }

    static void assertRefused(Plan plan, String... refusals) {
        assertThat(texts(plan.refusals())).containsExactly(refusals);
    }
}
