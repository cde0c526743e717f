package io.strandline.catalog;

import io.strandline.catalog.PlanStep.Action;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.SqlNames;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What would bring a live table to its desired state: a pure function, the same for the same input (CAT-2). Immutable.
 */
public final class Planner {
    /** Properties by which Strandline itself remembers: never anybody's to remove. */
    private static final String OWN = "strandline.";

    private final LocationRules rules;

    /**
     * A planner.
     *
     * @param rules which locations are one place
     */
    public Planner(LocationRules rules) {
        this.rules = rules;
    }

    /**
     * The plan.
     *
     * @param live empty for a table that is not there: then the plan is one create
     */
    public Plan plan(DesiredTable desired, Optional<TableState> live, Set<ChangeClass> allow) {
        PlanSheet sheet = new PlanSheet(allow);
        if (live.isEmpty()) {
            return create(sheet, desired);
        }
        TableState table = live.orElseThrow();
        if (table.type() != TableType.TABLE) {
            sheet.refuse(Action.CREATE_TABLE, null, "a view", "a table", "the name is a view's; choose another");
            return sheet.plan(Plan.none().target());
        }
        return change(sheet, desired, table);
    }

    private static Plan create(PlanSheet sheet, DesiredTable desired) {
        int version = Objects.requireNonNullElse(desired.formatVersion(), DesiredTable.DEFAULT_FORMAT_VERSION);
        NewFields fields = new NewFields(sheet, version);
        sheet.apply(Action.CREATE_TABLE, null, null, desired.ref().toString());
        desired.columns().forEach(column -> fields.check(column, SqlNames.quoteIfNeeded(column.name())));
        List<TableField> columns =
                desired.columns().stream().map(NewFields::withoutIds).toList();
        NameCollisions.refuse(columns, List.of(), "", sheet);
        NameCollisions.refuseAmbiguous(columns, sheet);
        LayoutPlanner layout = new LayoutPlanner(sheet, desired, null, columns);
        return sheet.plan(new TargetTable(
                columns,
                layout.partitioning(),
                layout.sorting(),
                layout.identifierFields(),
                desired.properties(),
                Set.of(),
                version,
                desired.location()));
    }

    private Plan change(PlanSheet sheet, DesiredTable desired, TableState live) {
        Integer upgrade = formatVersion(sheet, desired, live);
        int version = upgrade == null ? live.formatVersion() : upgrade;
        List<TableField> before = TableField.of(live.columns());
        List<TableField> columns =
                new ColumnPlanner(sheet, new ColumnUse(live, desired), version).plan(desired.columns(), before);
        NameCollisions.refuseAmbiguous(columns, sheet);
        LayoutPlanner layout = new LayoutPlanner(sheet, desired, live, columns);
        List<String> identifiers = layout.identifierFields();
        Map<String, String> set = setProperties(sheet, desired, live);
        return sheet.plan(new TargetTable(
                columns.equals(before) && identifiers == null ? null : columns,
                layout.partitioning(),
                layout.sorting(),
                identifiers,
                set,
                removeProperties(sheet, desired, live),
                upgrade,
                location(sheet, desired, live)));
    }

    /** The version to upgrade to; null to stay. One that is wanted and not allowed counts, so that no refusal follows it. */
    private static @Nullable Integer formatVersion(PlanSheet sheet, DesiredTable desired, TableState live) {
        Integer wanted = desired.formatVersion();
        if (wanted == null || wanted == live.formatVersion()) {
            return null;
        }
        String from = String.valueOf(live.formatVersion());
        String to = String.valueOf(wanted);
        if (wanted < live.formatVersion()) {
            sheet.refuse(Action.UPGRADE_FORMAT, null, from, to, "a format version never goes back");
            return null;
        }
        sheet.ask(ChangeClass.UPGRADE_FORMAT, Action.UPGRADE_FORMAT, null, from, to);
        return wanted;
    }

    private static Map<String, String> setProperties(PlanSheet sheet, DesiredTable desired, TableState live) {
        Map<String, String> set = new TreeMap<>();
        desired.properties().forEach((key, value) -> {
            String is = live.properties().get(key);
            if (!value.equals(is)) {
                set.put(key, value);
                boolean comment = key.equals(DesiredTable.COMMENT);
                sheet.apply(
                        comment ? Action.SET_COMMENT : Action.SET_PROPERTY,
                        comment ? null : key,
                        is == null ? null : Secrets.none().shown(key, is),
                        Secrets.none().shown(key, value));
            }
        });
        return set;
    }

    private static Set<String> removeProperties(PlanSheet sheet, DesiredTable desired, TableState live) {
        Set<String> remove = new HashSet<>();
        Set<String> named = desired.removeProperties();
        new TreeMap<>(live.properties()).forEach((key, value) -> {
            boolean isNamed = named != null && named.contains(key);
            if (desired.properties().containsKey(key) || (key.startsWith(OWN) && !isNamed)) {
                return;
            }
            boolean comment = key.equals(DesiredTable.COMMENT);
            Action action = comment ? Action.SET_COMMENT : Action.REMOVE_PROPERTY;
            String shown = Secrets.none().shown(key, value);
            if (key.startsWith(OWN)) {
                sheet.refuse(action, key, shown, null, "it is what Strandline itself remembers of the table");
            } else if (!isNamed && (named != null || !sheet.allows(ChangeClass.REMOVE_PROPERTY))) {
                sheet.keep(Action.REMOVE_PROPERTY, key, shown, "the desired table does not name it");
            } else if (sheet.ask(ChangeClass.REMOVE_PROPERTY, action, comment ? null : key, shown, null)) {
                remove.add(key);
            }
        });
        return remove;
    }

    private @Nullable String location(PlanSheet sheet, DesiredTable desired, TableState live) {
        String wanted = desired.location();
        if (wanted == null || rules.same(Location.parse(wanted), Location.parse(live.location()))) {
            return null;
        }
        return sheet.ask(ChangeClass.LOCATION, Action.SET_LOCATION, null, live.location(), wanted) ? wanted : null;
    }
}
