package io.strandline.catalog;

import io.strandline.catalog.PlanStep.Action;
import io.strandline.common.SqlNames;
import io.strandline.common.Text;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Refuses names of siblings that are one name where case does not count (CAT-7); a pair that is there already stays. */
final class NameCollisions {
    private NameCollisions() {}

    static void refuse(List<TableField> after, List<TableField> live, String prefix, PlanSheet sheet) {
        Map<String, TableField> byFoldedName = new HashMap<>();
        for (TableField field : after) {
            TableField other = byFoldedName.putIfAbsent(Text.fold(field.name()), field);
            if (other != null && !(isAsItWas(field, live) && isAsItWas(other, live))) {
                boolean stays = isAsItWas(field, live);
                TableField changed = stays ? other : field;
                TableField there = stays ? field : other;
                sheet.refuse(
                        changed.id() == null ? Action.ADD_COLUMN : Action.RENAME_COLUMN,
                        prefix + SqlNames.quoteIfNeeded(changed.name()),
                        null,
                        changed.name(),
                        changed.name().equals(there.name())
                                ? "there is a column of that name"
                                : "where case does not count it is the same name as \"" + there.name() + "\"");
            }
        }
    }

    /** Refuses columns whose dotted names are one, as of a column {@code a.b} beside a column {@code a} with a field b. */
    static void refuseAmbiguous(List<TableField> columns, PlanSheet sheet) {
        refuseAmbiguous(columns, "", "", new HashMap<>(), sheet);
    }

    private static void refuseAmbiguous(
            List<TableField> fields, String prefix, String path, Map<String, String> seen, PlanSheet sheet) {
        for (TableField field : fields) {
            String dotted = prefix + field.name();
            String quoted = path + SqlNames.quoteIfNeeded(field.name());
            String other = seen.putIfAbsent(dotted, quoted);
            if (other != null && !other.equals(quoted)) {
                sheet.refuse(
                        field.id() == null ? Action.ADD_COLUMN : Action.RENAME_COLUMN,
                        quoted,
                        null,
                        field.name(),
                        "Iceberg cannot tell it from " + other + ", since both are written " + dotted);
            }
            refuseAmbiguous(field.children(), dotted + ".", quoted + ".", seen, sheet);
        }
    }

    private static boolean isAsItWas(TableField field, List<TableField> live) {
        return live.stream()
                .anyMatch(before ->
                        Objects.equals(before.id(), field.id()) && before.name().equals(field.name()));
    }
}
