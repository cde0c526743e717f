package io.strandline.reconcile;

import io.strandline.common.Location;
import io.strandline.reconcile.Neighbours.Beside;
import io.strandline.reconcile.Neighbours.Neighbour;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Tables and registrations that are at one place, or in one. */
final class Meeters {
    private static final int MOST_NAMED = 3;

    private final List<Neighbour> all = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    void add(Neighbour neighbour) {
        all.add(neighbour);
        names.add(neighbour.name());
    }

    /** Where the first of them is. */
    Location place() {
        return all.get(0).place();
    }

    /** Those of other names than these. */
    static Beside without(Set<String> own, List<Meeters> places) {
        List<Neighbour> some = places.stream()
                .flatMap(there -> there.all.stream())
                .filter(other -> !own.contains(other.name()))
                .limit(MOST_NAMED)
                .toList();
        int count = places.stream()
                .mapToInt(there -> there.names.size()
                        - (int) own.stream().filter(there.names::contains).count())
                .sum();
        return new Beside(some, count);
    }
}
