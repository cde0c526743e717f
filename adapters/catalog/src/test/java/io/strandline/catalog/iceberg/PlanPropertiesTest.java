package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.ChangeClass;
import io.strandline.catalog.DesiredTable;
import io.strandline.catalog.Plan;
import io.strandline.catalog.Planner;
import io.strandline.catalog.TableField;
import io.strandline.catalog.TableState;
import io.strandline.common.LocationRules;
import io.strandline.common.TableRef;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;

/** Plans of random pairs of tables, carried out on Iceberg's own metadata (CAT-2 to CAT-8). */
class PlanPropertiesTest {
    private static final TableRef REF = new TableRef("lake", List.of("sales"), "orders");
    private static final Planner PLANNER = new Planner(LocationRules.defaults());

    private static final AtomicInteger DONE = new AtomicInteger();
    private static final AtomicInteger REFUSED = new AtomicInteger();

    private static TableMetadata create(RandomTables tables) {
        while (true) {
            DesiredTable desired = tables.table(REF);
            Plan plan = PLANNER.plan(desired, Optional.empty(), Set.of());
            if (plan.refusals().isEmpty()) {
                TargetMetadata.Creation parts = TargetMetadata.creation(plan.target());
                Map<String, String> properties = new HashMap<>(plan.target().setProperties());
                properties.put("format-version", String.valueOf(plan.target().formatVersion()));
                TableMetadata created = stored(TableMetadata.newTableMetadata(
                        parts.schema(), parts.spec(), parts.order(), "/w/t", properties));
                assertThat(PLANNER.plan(desired, state(created), Set.of()).steps().stream()
                                .filter(step -> step.reason() == null))
                        .as("a table as it was created")
                        .isEmpty();
                return created;
            }
        }
    }

    /** As a catalog would give it back: written and read. */
    private static TableMetadata stored(TableMetadata metadata) {
        return TableMetadataParser.fromJson("/w/t/metadata/v.json", TableMetadataParser.toJson(metadata));
    }

    private static Optional<TableState> state(TableMetadata metadata) {
        return Optional.of(TableStates.of(REF, metadata));
    }

    /** CAT-3, CAT-4: a plan either is refused, or leaves the table as desired, and then there is nothing left to do. */
    @Property(tries = 1000, edgeCases = net.jqwik.api.EdgeCasesMode.NONE)
    void aPlanLeavesTheTableAsDesiredOrIsRefused(@ForAll long seed) {
        RandomTables tables = new RandomTables(seed);
        TableMetadata live = create(tables);
        for (int step = 0; step < 3; step++) {
            DesiredTable desired = tables.table(REF);
            Set<ChangeClass> allowed = tables.allowed();
            Plan plan = PLANNER.plan(desired, state(live), allowed);
            if (!plan.refusals().isEmpty()) {
                REFUSED.incrementAndGet();
                continue;
            }
            DONE.incrementAndGet();
            TableMetadata after = stored(TargetMetadata.change(live, plan.target()));
            TableState now = state(after).orElseThrow();
            Plan second = PLANNER.plan(desired, Optional.of(now), allowed);
            assertThat(second.steps().stream().filter(left -> left.reason() == null))
                    .as("left over of " + plan.steps() + " for " + desired)
                    .isEmpty();
            assertThat(second.refusals()).isEmpty();
            AsDesired.check(desired, now);
            checkKeeps(state(live).orElseThrow(), now, allowed);
            live = after;
        }
    }

    /** Few pairs that fit would mean that little was tried. */
    @net.jqwik.api.lifecycle.AfterContainer
    static void bothHappened() {
        assertThat(DONE.get()).isGreaterThan(60);
        assertThat(REFUSED.get()).isGreaterThan(60);
    }

    /** CAT-8: no column goes away, and no value of one, unless that was allowed. */
    private static void checkKeeps(TableState before, TableState after, Set<ChangeClass> allowed) {
        List<TableField> now = TableField.of(after.columns());
        for (TableField column : TableField.of(before.columns())) {
            Optional<TableField> same =
                    now.stream().filter(other -> column.id().equals(other.id())).findFirst();
            assertThat(same.isPresent() || allowed.contains(ChangeClass.DROP_COLUMN))
                    .as("column " + column.name() + " is there, or its drop was allowed")
                    .isTrue();
            same.ifPresent(other -> assertThat(column.required() || !other.required())
                    .as("column " + column.name() + " is not required where it was not")
                    .isTrue());
        }
        before.properties().keySet().stream()
                .filter(key -> !allowed.contains(ChangeClass.REMOVE_PROPERTY))
                .forEach(key -> assertThat(after.properties()).containsKey(key));
    }

    /** CAT-2: same input, same plan, in whatever order its maps are. */
    @Property(tries = 300, edgeCases = net.jqwik.api.EdgeCasesMode.NONE)
    void theOrderOfMapsDoesNotMatter(@ForAll long seed) {
        TableMetadata live = create(new RandomTables(seed));
        RandomTables tables = new RandomTables(seed + 1);
        String json = tables.json();
        DesiredTable desired = io.strandline.catalog.DesiredJson.parse(REF, json);
        Map<String, String> reversed = new java.util.TreeMap<>(java.util.Comparator.reverseOrder());
        reversed.putAll(desired.properties());
        DesiredTable same = new DesiredTable(
                REF,
                desired.columns(),
                desired.partitioning(),
                desired.sorting(),
                desired.identifierFields(),
                reversed,
                desired.removeProperties(),
                desired.formatVersion(),
                desired.location());
        Set<ChangeClass> allowed = tables.allowed();
        assertThat(PLANNER.plan(same, state(live), allowed)).isEqualTo(PLANNER.plan(desired, state(live), allowed));
    }

    /** GW-1: another process reads from the journal the desired table that this one meant. */
    @Property(tries = 300, edgeCases = net.jqwik.api.EdgeCasesMode.NONE)
    void aDesiredTableIsReadAsItWasWritten(@ForAll long seed) {
        DesiredTable desired = io.strandline.catalog.DesiredJson.parse(REF, new RandomTables(seed).json());
        assertThat(io.strandline.catalog.DesiredJson.parse(REF, io.strandline.catalog.DesiredText.of(desired)))
                .isEqualTo(desired);
    }

    /** Twin of the properties above: a change that is left out is seen. */
    @Example
    void aTableThatIsNotAsDesiredIsSeen() {
        TableMetadata live = create(new RandomTables(1));
        DesiredTable desired = io.strandline.catalog.DesiredJson.parse(
                REF, "{\"columns\": [{\"name\": \"brand new\", \"type\": \"int\"}]}");
        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> AsDesired.check(desired, state(live).orElseThrow()))
                .isInstanceOf(AssertionError.class);
    }
}
