package io.strandline.catalog;

import io.strandline.catalog.FieldType.Primitive;
import io.strandline.catalog.PlanStep.Action;
import io.strandline.common.SqlNames;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Plans partition spec, sort order and identifier fields over the columns there are after the plan (CAT-6). Used once. */
final class LayoutPlanner {
    private static final Set<String> IDENTIFY_NOTHING = Set.of("float", "double");

    private final PlanSheet sheet;
    private final DesiredTable desired;
    private final @Nullable TableState live;
    private final List<TableField> columns;
    private final List<TableField> liveColumns;

    /**
     * A planner of layouts.
     *
     * @param live null for a table that is not there
     * @param columns those after the plan
     */
    LayoutPlanner(PlanSheet sheet, DesiredTable desired, @Nullable TableState live, List<TableField> columns) {
        this.sheet = sheet;
        this.desired = desired;
        this.live = live;
        this.columns = columns;
        this.liveColumns = live == null ? List.of() : TableField.of(live.columns());
    }

    /** The fields of the new partition spec, each with its name; null if it is to stay. */
    @Nullable
    List<PartitionBy> partitioning() {
        if (desired.partitioning() == null) {
            return null;
        }
        List<PartitionBy> wanted =
                desired.partitioning().stream().map(this::named).toList();
        Set<String> is = new HashSet<>();
        if (live != null) {
            live.partitionFields().stream()
                    .filter(field -> field.current() && !field.transform().equals("void"))
                    .forEach(field -> is.add(field.transform() + " " + field.sourceId() + " " + field.name()));
        }
        Set<String> shall = wanted.stream()
                .map(field -> field.transform().text() + " " + idOf(field.column()) + " " + field.name())
                .collect(Collectors.toSet());
        if (is.equals(shall) || !arePossible(wanted)) {
            return null;
        }
        String to = texts(wanted.stream().map(PartitionBy::text).toList());
        return agreed(ChangeClass.PARTITION_SPEC, Action.SET_PARTITION_SPEC, partitionText(), to) ? wanted : null;
    }

    private PartitionBy named(PartitionBy field) {
        String column = String.join(".", SqlNames.split(field.column()));
        String name = field.name() != null
                ? field.name()
                : currentName(field).orElse(field.transform().defaultName(column));
        return new PartitionBy(field.column(), field.transform(), name);
    }

    /** A field that nobody named keeps the name it has. */
    private Optional<String> currentName(PartitionBy field) {
        Integer id = idOf(field.column());
        return live == null || id == null
                ? Optional.empty()
                : live.partitionFields().stream()
                        .filter(one -> one.current()
                                && one.sourceId() == id
                                && one.transform().equals(field.transform().text()))
                        .map(PartitionFieldState::name)
                        .findFirst();
    }

    private boolean arePossible(List<PartitionBy> wanted) {
        boolean possible = true;
        Set<String> seen = new HashSet<>();
        for (PartitionBy field : wanted) {
            Optional<String> against = against(field.column(), field.transform());
            boolean ofTime = field.transform().isOfTime();
            if (against.isEmpty()
                    && !seen.add("made " + field.column() + " "
                            + (ofTime ? "time" : field.transform().text()))) {
                against = Optional.of("another partition field is made from that column in the same way");
            } else if (against.isEmpty() && !seen.add("named " + field.name())) {
                against = Optional.of("two partition fields are named \"" + field.name() + "\"");
            } else if (against.isEmpty() && isNameOfAnotherColumn(field)) {
                against = Optional.of("a column has the name of the partition field; give the field another");
            }
            possible &= against.isEmpty();
            against.ifPresent(reason ->
                    sheet.refuse(Action.SET_PARTITION_SPEC, field.column(), partitionText(), field.text(), reason));
        }
        return possible;
    }

    private boolean isNameOfAnotherColumn(PartitionBy field) {
        boolean isItsOwn = field.transform().equals(PartitionTransform.IDENTITY)
                && SqlNames.split(field.column()).equals(List.of(String.valueOf(field.name())));
        return !isItsOwn && columns.stream().anyMatch(column -> column.name().equals(field.name()));
    }

    private Optional<String> against(String path, PartitionTransform transform) {
        Optional<List<TableField>> way = ColumnPaths.find(columns, path);
        if (way.isEmpty()) {
            return Optional.of("there is no such column, or it is inside a list or a map");
        }
        FieldType type = last(way.orElseThrow()).type();
        return transform.takes(type)
                ? Optional.empty()
                : Optional.of("transform " + transform.text() + " takes no " + type.text());
    }

    private String partitionText() {
        return texts(
                live == null
                        ? List.of()
                        : live.partitionFields().stream()
                                .filter(PartitionFieldState::current)
                                .map(field -> made(field.transform(), field.sourceId()))
                                .toList());
    }

    private String made(String transform, int sourceId) {
        String column = ColumnPaths.of(sourceId, liveColumns).orElse("field " + sourceId);
        return transform.equals("identity") ? column : transform + "(" + column + ")";
    }

    /** The fields of the new sort order; null if it is to stay. */
    @Nullable
    List<SortBy> sorting() {
        if (desired.sorting() == null) {
            return null;
        }
        List<SortFieldState> current = live == null
                ? List.of()
                : live.sortFields().stream().filter(SortFieldState::current).toList();
        List<String> is = current.stream()
                .map(field ->
                        made(field.transform(), field.sourceId()) + " " + field.direction() + " " + field.nullOrder())
                .toList();
        List<SortBy> wanted = desired.sorting();
        boolean possible = true;
        for (SortBy field : wanted) {
            Optional<String> against = against(field.column(), field.transform());
            possible &= against.isEmpty();
            against.ifPresent(
                    reason -> sheet.refuse(Action.SET_SORT_ORDER, field.column(), texts(is), field.text(), reason));
        }
        List<String> shall = wanted.stream()
                .map(field -> field.transform().text() + " " + idOf(field.column()) + " " + field.direction()
                        + field.nullOrder())
                .toList();
        List<String> asIs = current.stream()
                .map(field -> field.transform() + " " + field.sourceId() + " " + field.direction() + field.nullOrder())
                .toList();
        if (!possible || shall.equals(asIs)) {
            return null;
        }
        String to = texts(wanted.stream().map(SortBy::text).toList());
        return agreed(ChangeClass.SORT_ORDER, Action.SET_SORT_ORDER, texts(is), to) ? wanted : null;
    }

    /** The new identifier fields' paths; null if they are to stay. */
    @Nullable
    List<String> identifierFields() {
        if (desired.identifierFields() == null) {
            return null;
        }
        List<String> wanted = desired.identifierFields();
        Set<String> is = new HashSet<>();
        if (live != null) {
            live.identifierFieldIds().forEach(id -> is.add(String.valueOf(id)));
        }
        String from = texts(is.stream()
                .map(id -> ColumnPaths.of(Integer.parseInt(id), liveColumns).orElse("field " + id))
                .sorted()
                .toList());
        boolean possible = true;
        for (String path : wanted) {
            Optional<String> against = againstIdentifying(path);
            possible &= against.isEmpty();
            against.ifPresent(reason -> sheet.refuse(Action.SET_IDENTIFIER_FIELDS, path, from, path, reason));
        }
        Set<String> shall =
                wanted.stream().map(path -> String.valueOf(idOf(path))).collect(Collectors.toSet());
        if (!possible || shall.equals(is)) {
            return null;
        }
        String to = texts(wanted.stream().sorted().toList());
        return agreed(ChangeClass.IDENTIFIER_FIELDS, Action.SET_IDENTIFIER_FIELDS, from, to) ? wanted : null;
    }

    private Optional<String> againstIdentifying(String path) {
        Optional<List<TableField>> way = ColumnPaths.find(columns, path);
        if (way.isEmpty()) {
            return Optional.of("there is no such column, or it is inside a list or a map");
        }
        TableField field = last(way.orElseThrow());
        if (!(field.type() instanceof Primitive primitive) || IDENTIFY_NOTHING.contains(primitive.name())) {
            return Optional.of("a column of type " + field.type().text() + " cannot identify rows");
        }
        return way.orElseThrow().stream().allMatch(TableField::required)
                ? Optional.empty()
                : Optional.of("it may be NULL; an identifier field may not");
    }

    /** A new table is laid out as it is wanted; one that is there only if that is allowed. */
    private boolean agreed(ChangeClass change, Action action, String from, String to) {
        return live == null || sheet.ask(change, action, null, from, to);
    }

    private @Nullable Integer idOf(String path) {
        return ColumnPaths.find(columns, path)
                .map(LayoutPlanner::last)
                .map(TableField::id)
                .orElse(null);
    }

    private static TableField last(List<TableField> way) {
        return way.get(way.size() - 1);
    }

    private static String texts(List<String> fields) {
        return fields.isEmpty() ? "none" : String.join(", ", fields);
    }
}
