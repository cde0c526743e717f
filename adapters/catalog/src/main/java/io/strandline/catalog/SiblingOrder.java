package io.strandline.catalog;

import io.strandline.common.SqlNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The order of sibling fields after a plan: that of the desired table, each kept field behind the one it is behind now. Used
 * once.
 */
final class SiblingOrder {
    private final List<TableField> live;
    private final List<TableField> named = new ArrayList<>();
    private final Set<Integer> namedIds = new HashSet<>();
    private final Map<Integer, TableField> kept = new HashMap<>();
    private final Map<Integer, Integer> places = new HashMap<>();

    SiblingOrder(List<TableField> live) {
        this.live = live;
        for (int place = 0; place < live.size(); place++) {
            places.put(idOf(live.get(place)), place);
        }
    }

    private static Integer idOf(TableField live) {
        return Objects.requireNonNull(live.id());
    }

    /** A change of order, as lists of names. */
    record Move(String from, String to) {}

    /** The next field of the desired table, as it is after the plan. */
    void named(TableField after) {
        named.add(after);
        if (after.id() != null) {
            namedIds.add(after.id());
        }
    }

    /** A live field that stays without being named. */
    void kept(TableField field) {
        kept.put(idOf(field), field);
    }

    /** All fields in their order. */
    List<TableField> fields() {
        List<TableField> fields = new ArrayList<>();
        keptFrom(0, fields);
        for (TableField field : named) {
            fields.add(field);
            if (field.id() != null) {
                keptFrom(Objects.requireNonNull(places.get(field.id())) + 1, fields);
            }
        }
        return fields;
    }

    private void keptFrom(int index, List<TableField> fields) {
        for (int at = index; at < live.size() && !namedIds.contains(live.get(at).id()); at++) {
            TableField stays = kept.get(live.get(at).id());
            if (stays != null) {
                fields.add(stays);
            }
        }
    }

    /** The change of order among the fields that are there before and after; empty if there is none. */
    Optional<Move> reorder() {
        List<Integer> places = fields().stream()
                .map(TableField::id)
                .filter(Objects::nonNull)
                .map(id -> Objects.requireNonNull(this.places.get(id)))
                .toList();
        List<Integer> before = places.stream().sorted().toList();
        return before.equals(places) ? Optional.empty() : Optional.of(new Move(names(before), names(places)));
    }

    private String names(List<Integer> places) {
        return places.stream()
                .map(place -> SqlNames.quoteIfNeeded(live.get(place).name()))
                .collect(Collectors.joining(", "));
    }
}
