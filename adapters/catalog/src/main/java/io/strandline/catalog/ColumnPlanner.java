package io.strandline.catalog;

import io.strandline.catalog.FieldType.Listing;
import io.strandline.catalog.FieldType.Mapping;
import io.strandline.catalog.FieldType.Primitive;
import io.strandline.catalog.FieldType.Struct;
import io.strandline.catalog.PlanStep.Action;
import io.strandline.common.SqlNames;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Plans the columns of a live table, nested ones by the same rules (CAT-5 to CAT-8). Used once. */
final class ColumnPlanner {
    private final PlanSheet sheet;
    private final ColumnUse use;
    private final NewFields newFields;
    private final int formatVersion;

    /**
     * A planner of columns.
     *
     * @param formatVersion the one the table has after the plan
     */
    ColumnPlanner(PlanSheet sheet, ColumnUse use, int formatVersion) {
        this.sheet = sheet;
        this.use = use;
        this.newFields = new NewFields(sheet, formatVersion);
        this.formatVersion = formatVersion;
    }

    /** The columns as they are after the plan. */
    List<TableField> plan(List<TableField> desired, List<TableField> live) {
        return siblings(desired, live, "");
    }

    private List<TableField> siblings(List<TableField> desired, List<TableField> live, String prefix) {
        ColumnMatches matches = new ColumnMatches(desired, live, sheet.allows(ChangeClass.RENAME_BY_GUESS));
        SiblingOrder order = new SiblingOrder(live);
        for (TableField wanted : desired) {
            TableField found = matches.liveOf(wanted);
            order.named(found == null ? added(wanted, prefix) : changed(wanted, found, prefix));
        }
        for (TableField unnamed : matches.unnamed()) {
            if (stays(unnamed, prefix)) {
                order.kept(unnamed);
            }
        }
        List<TableField> after = order.fields();
        order.reorder().ifPresent(move -> sheet.apply(Action.REORDER_COLUMNS, within(prefix), move.from(), move.to()));
        NameCollisions.refuse(after, live, prefix, sheet);
        return after;
    }

    private static @Nullable String within(String prefix) {
        return prefix.isEmpty() ? null : prefix.substring(0, prefix.length() - 1);
    }

    private TableField added(TableField wanted, String prefix) {
        String path = prefix + SqlNames.quoteIfNeeded(wanted.name());
        sheet.apply(Action.ADD_COLUMN, path, null, wanted.type().text());
        newFields.check(wanted, path);
        if (wanted.required() && wanted.defaultValue() == null) {
            sheet.refuse(
                    Action.ADD_COLUMN,
                    path,
                    null,
                    wanted.type().text(),
                    "a required column needs a default, else rows there are have no value; give a default (format version"
                            + " 3) or let it be NULL");
        }
        if (prefix.isEmpty() && use.namesAnotherPartition(wanted.name(), wanted)) {
            sheet.refuse(Action.ADD_COLUMN, path, null, wanted.type().text(), "a partition field has that name");
        }
        return NewFields.withoutIds(wanted);
    }

    private boolean stays(TableField unnamed, String prefix) {
        String path = prefix + SqlNames.quoteIfNeeded(unnamed.name());
        String type = unnamed.type().text();
        if (!sheet.allows(ChangeClass.DROP_COLUMN)) {
            sheet.keep(Action.DROP_COLUMN, path, type, "the desired table does not name it");
            return true;
        }
        Optional<String> against = use.againstDropping(unnamed);
        against.ifPresentOrElse(
                reason -> sheet.refuse(Action.DROP_COLUMN, path, type, null, reason),
                () -> sheet.ask(ChangeClass.DROP_COLUMN, Action.DROP_COLUMN, path, type, null));
        return against.isPresent();
    }

    private TableField changed(TableField wanted, TableField live, String prefix) {
        String path = prefix + SqlNames.quoteIfNeeded(live.name());
        if (!wanted.name().equals(live.name())) {
            renamed(wanted, live, path, prefix);
        }
        FieldType type = type(wanted, live, path);
        return new TableField(
                live.id(),
                wanted.name(),
                type,
                nullable(wanted, live, path),
                defaultValue(wanted, live, type, path),
                comment(wanted, live, path),
                null);
    }

    private void renamed(TableField wanted, TableField live, String path, String prefix) {
        boolean told = wanted.id() != null || live.name().equals(wanted.renamedFrom());
        if (prefix.isEmpty() && use.namesAnotherPartition(wanted.name(), live)) {
            sheet.refuse(Action.RENAME_COLUMN, path, live.name(), wanted.name(), "a partition field has that name");
        } else if (told) {
            sheet.apply(Action.RENAME_COLUMN, path, live.name(), wanted.name());
        } else {
            sheet.ask(ChangeClass.RENAME_BY_GUESS, Action.RENAME_COLUMN, path, live.name(), wanted.name());
        }
    }

    private FieldType type(TableField wanted, TableField live, String path) {
        FieldType to = wanted.type();
        FieldType from = live.type();
        if (to instanceof Struct wantedStruct && from instanceof Struct liveStruct) {
            return new Struct(siblings(wantedStruct.fields(), liveStruct.fields(), path + "."));
        }
        if (to instanceof Listing wantedList && from instanceof Listing liveList) {
            return new Listing(changed(wantedList.element(), liveList.element(), path + "."));
        }
        if (to instanceof Mapping wantedMap && from instanceof Mapping liveMap) {
            if (!NewFields.sameShape(wantedMap.key().type(), liveMap.key().type())) {
                refuseType(
                        path + ".key", liveMap.key().type(), wantedMap.key().type(), "the key of a map cannot change");
            }
            return new Mapping(liveMap.key(), changed(wantedMap.value(), liveMap.value(), path + "."));
        }
        return to instanceof Primitive wider && from instanceof Primitive narrower
                ? primitive(wider, narrower, live, path)
                : refuseType(path, from, to, Promotions.reason(from, to, formatVersion));
    }

    private FieldType primitive(Primitive to, Primitive from, TableField live, String path) {
        if (to.equals(from)) {
            return from;
        }
        if (!Promotions.isPromotion(from, to, formatVersion)) {
            return refuseType(path, from, to, Promotions.reason(from, to, formatVersion));
        }
        Optional<String> against = use.againstPromoting(live, from);
        if (against.isPresent()) {
            return refuseType(path, from, to, against.orElseThrow());
        }
        sheet.apply(Action.WIDEN_COLUMN, path, from.text(), to.text());
        return to;
    }

    private FieldType refuseType(String path, FieldType from, FieldType to, String reason) {
        sheet.refuse(Action.CHANGE_TYPE, path, from.text(), to.text(), reason);
        return from;
    }

    private boolean nullable(TableField wanted, TableField live, String path) {
        boolean is = !live.required();
        if (wanted.nullable() == null || wanted.nullable() == is) {
            return is;
        }
        if (is) {
            sheet.refuse(
                    Action.REQUIRE_COLUMN, path, "optional", "required", "rows there are may have no value for it");
            return true;
        }
        if (use.identifies(live)) {
            sheet.refuse(
                    Action.RELAX_NULLABILITY,
                    path,
                    "required",
                    "optional",
                    "it is an identifier field; give others in identifier_fields");
            return false;
        }
        sheet.apply(Action.RELAX_NULLABILITY, path, "required", "optional");
        return true;
    }

    private @Nullable String comment(TableField wanted, TableField live, String path) {
        String is = Objects.requireNonNullElse(live.comment(), "");
        if (wanted.comment() == null || wanted.comment().equals(is)) {
            return live.comment();
        }
        String to = wanted.comment().isEmpty() ? null : wanted.comment();
        sheet.apply(Action.SET_COMMENT, path, live.comment(), to);
        return to;
    }

    private @Nullable String defaultValue(TableField wanted, TableField live, FieldType type, String path) {
        if (wanted.defaultValue() == null || DefaultValues.same(type, wanted.defaultValue(), live.defaultValue())) {
            return live.defaultValue();
        }
        if (formatVersion < 3) {
            sheet.refuse(
                    Action.SET_DEFAULT, path, live.defaultValue(), wanted.defaultValue(), NewFields.DEFAULT_NEEDS_3);
        } else {
            sheet.apply(Action.SET_DEFAULT, path, live.defaultValue(), wanted.defaultValue());
        }
        return wanted.defaultValue();
    }
}
