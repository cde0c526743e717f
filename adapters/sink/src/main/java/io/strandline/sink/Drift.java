package io.strandline.sink;

import io.strandline.sqlkit.SqlType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How the columns of a page differ from those of its destination; a pure comparison (SNK-9).
 *
 * @param unknown columns that the destination does not have
 * @param wider columns that could be widened to what the page has
 * @param incompatible columns whose values would be lost, each with why
 */
record Drift(List<RowSchema.Column> unknown, Map<String, SqlType> wider, Map<String, String> incompatible) {
    static Drift between(RowSchema page, RowSchema live) {
        List<RowSchema.Column> unknown = new ArrayList<>();
        Map<String, SqlType> wider = new LinkedHashMap<>();
        Map<String, String> incompatible = new LinkedHashMap<>();
        for (RowSchema.Column column : page.columns()) {
            Optional<SqlType> there = live.typeOf(column.name());
            if (there.isEmpty()) {
                unknown.add(new RowSchema.Column(column.name(), column.type().orNull()));
            } else if (!Widening.takes(there.orElseThrow(), column.type())) {
                if (Widening.takes(column.type(), there.orElseThrow())) {
                    wider.put(column.name(), column.type());
                } else {
                    incompatible.put(
                            column.name(),
                            column.type().sqlText() + " does not fit "
                                    + there.orElseThrow().sqlText());
                }
            }
        }
        return new Drift(unknown, wider, incompatible);
    }

    boolean isNone() {
        return unknown.isEmpty() && wider.isEmpty() && incompatible.isEmpty();
    }

    /** Whether there is something that a destination which follows could take. */
    boolean isFollowable() {
        return !unknown.isEmpty() || !wider.isEmpty();
    }

    /** What it would take; columns of the page that hold a NULL where the destination allows none are relaxed. */
    SchemaEvolution evolution(Page page, RowSchema live) {
        Set<String> relaxed = new LinkedHashSet<>();
        for (int column = 0; column < page.schema().size(); column++) {
            String name = page.schema().columns().get(column).name();
            if (live.typeOf(name).filter(type -> !type.nullable()).isPresent() && hasNull(page, column)) {
                relaxed.add(name);
            }
        }
        return new SchemaEvolution(unknown, wider, relaxed);
    }

    private static boolean hasNull(Page page, int column) {
        return page.rows().stream().anyMatch(row -> row[column] == null);
    }
}
