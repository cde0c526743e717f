package io.strandline.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which wanted field is which live one among siblings: by field id where both have one, else by name, else by the name it had
 * before, else, if that is allowed, because only one is left of each (CAT-5, CAT-8).
 */
final class ColumnMatches {
    private final Map<TableField, TableField> liveOf = new HashMap<>();
    private final List<TableField> left;

    ColumnMatches(List<TableField> desired, List<TableField> live, boolean guess) {
        this.left = new ArrayList<>(live);
        for (TableField wanted : desired) {
            Integer id = wanted.id();
            if (id != null) {
                take(wanted, field -> id.equals(field.id()));
            }
        }
        for (TableField wanted : unmatched(desired)) {
            take(wanted, field -> field.name().equals(wanted.name()));
        }
        for (TableField wanted : unmatched(desired)) {
            take(wanted, field -> field.name().equals(wanted.renamedFrom()));
        }
        if (guess) {
            guess(unmatched(desired));
        }
    }

    private List<TableField> unmatched(List<TableField> desired) {
        // one whose id the table does not know is nobody else by its name
        return desired.stream()
                .filter(wanted -> wanted.id() == null && !liveOf.containsKey(wanted))
                .toList();
    }

    private void take(TableField wanted, Predicate<TableField> is) {
        Optional<TableField> found = left.stream().filter(is).findFirst();
        found.ifPresent(field -> {
            liveOf.put(wanted, field);
            left.removeIf(field::equals);
        });
    }

    private void guess(List<TableField> unmatched) {
        if (unmatched.size() == 1 && left.size() == 1) {
            TableField wanted = unmatched.get(0);
            take(wanted, field -> field.type().text().equals(wanted.type().text()));
        }
    }

    /** The live field that is the wanted one; null if it is new. */
    @Nullable
    TableField liveOf(TableField wanted) {
        return liveOf.get(wanted);
    }

    /** Live fields that nobody names. */
    List<TableField> unnamed() {
        return left;
    }
}
