package io.strandline.reconcile;

import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.LongSet;
import io.strandline.common.PathHashes;
import io.strandline.common.StrandlineException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Remembers where the tables of a listing and their registrations lie, and tells at the end which share a place and which
 * lie in one another (REC-17). Most lie apart, so only hashes of their paths are compared, and the few that may meet are looked
 * at by the rules. A place takes 17 bytes beside the two texts, which it does not copy, and a directory above some at least 16.
 * Not thread-safe.
 */
final class Neighbours {
    private final LocationRules rules;
    private final PathHashes hashes = new PathHashes();
    private final Places places = new Places();
    private final LongSet above = new LongSet();

    Neighbours(LocationRules rules) {
        this.rules = rules;
    }

    /** A table lies there. */
    void table(String name, String place) {
        add(name, place, false);
    }

    /** A registration of that table says that it lies there. */
    void registration(String name, String place) {
        add(name, place, true);
    }

    private void add(String name, String place, boolean registered) {
        hashes.read(place);
        places.add(name, place, registered, hashes.key());
        int level = hashes.depth() - 1;
        // a directory that is known was added with all above it
        while (level >= 0 && above.add(hashes.above(level))) {
            level--;
        }
    }

    /** A table at its place, or a registration at the one it says. */
    record Neighbour(String name, Location place, boolean isRegistration) {}

    /** What a table has at its place, around it and inside it. */
    record Meeting(String table, Location place, Beside sharing, Beside around, Beside inside) {}

    /** Some of those that meet a table, and how many there are. */
    record Beside(List<Neighbour> some, int count) {
        boolean isEmpty() {
            return count == 0;
        }
    }

    /**
     * The tables that meet another table or the registration of another, in the order they were added.
     *
     * @param absentTwins by name of a table, names of absent registrations that differ only by case: which of the two is meant
     *     is a question of its own (LOC-6), so they do not meet
     */
    List<Meeting> find(Map<String, Set<String>> absentTwins) {
        Suspects suspects = new Suspects(places.repeatedKeys(), places.keysAmong(above));
        if (suspects.isEmpty()) {
            return List.of();
        }
        Map<LocationRules.Key, Meeters> shared = gather(suspects.repeated());
        Map<LocationRules.Key, Nest> nests = new HashMap<>();
        gather(suspects.outer()).forEach((key, there) -> nests.put(key, new Nest(there)));
        if (!nests.isEmpty()) {
            fill(nests, suspects.outer());
        }
        List<Meeting> meetings = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            if (!places.isRegistration(i)) {
                meeting(i, absentTwins, shared, nests, suspects).ifPresent(meetings::add);
            }
        }
        return meetings;
    }

    /**
     * Hashes of the paths that may meet.
     *
     * @param repeated of more than one place
     * @param outer of a place, and of a directory above another
     */
    private record Suspects(LongSet repeated, LongSet outer) {
        boolean isEmpty() {
            return repeated.isEmpty() && outer.isEmpty();
        }

        boolean contain(long key) {
            return repeated.contains(key) || outer.contains(key);
        }
    }

    /** A place that others lie below. */
    private record Nest(Meeters there, Meeters inside) {
        Nest(Meeters there) {
            this(there, new Meeters());
        }
    }

    private Map<LocationRules.Key, Meeters> gather(LongSet suspects) {
        Map<LocationRules.Key, Meeters> gathered = new HashMap<>();
        for (int i = 0; i < places.size(); i++) {
            if (suspects.contains(places.key(i))) {
                neighbour(i)
                        .ifPresent(neighbour -> gathered.computeIfAbsent(
                                        rules.key(neighbour.place()), key -> new Meeters())
                                .add(neighbour));
            }
        }
        return gathered;
    }

    private void fill(Map<LocationRules.Key, Nest> nests, LongSet outer) {
        for (int i = 0; i < places.size(); i++) {
            if (mayLieIn(i, outer)) {
                neighbour(i)
                        .ifPresent(neighbour -> around(neighbour, nests)
                                .forEach(nest -> nest.inside().add(neighbour)));
            }
        }
    }

    private boolean mayLieIn(int i, LongSet outer) {
        hashes.read(places.place(i));
        for (int level = 0; level < hashes.depth(); level++) {
            if (outer.contains(hashes.above(level))) {
                return true;
            }
        }
        return false;
    }

    /** The places it lies strictly below, the outermost first. */
    private List<Nest> around(Neighbour inner, Map<LocationRules.Key, Nest> nests) {
        List<Nest> around = new ArrayList<>();
        LocationRules.Key key = rules.key(inner.place());
        for (int slash = key.path().indexOf('/'); slash >= 0; slash = key.path().indexOf('/', slash + 1)) {
            Nest nest = nests.get(key.above(slash));
            if (nest != null && rules.isStrictlyBelow(nest.there().place(), inner.place())) {
                around.add(nest);
            }
        }
        return around;
    }

    private Optional<Meeting> meeting(
            int i,
            Map<String, Set<String>> absentTwins,
            Map<LocationRules.Key, Meeters> shared,
            Map<LocationRules.Key, Nest> nests,
            Suspects suspects) {
        boolean mayLieIn = mayLieIn(i, suspects.outer());
        if (!mayLieIn && !suspects.contain(places.key(i))) {
            return Optional.empty();
        }
        return neighbour(i)
                .map(table -> {
                    LocationRules.Key key = rules.key(table.place());
                    Set<String> own = new HashSet<>(absentTwins.getOrDefault(table.name(), Set.of()));
                    own.add(table.name());
                    List<Meeters> sharing =
                            Optional.ofNullable(shared.get(key)).stream().toList();
                    List<Meeters> around = mayLieIn
                            ? around(table, nests).stream().map(Nest::there).toList()
                            : List.of();
                    List<Meeters> inside = Optional.ofNullable(nests.get(key)).stream()
                            .map(Nest::inside)
                            .toList();
                    return new Meeting(
                            table.name(),
                            table.place(),
                            Meeters.without(own, sharing),
                            Meeters.without(own, around),
                            Meeters.without(own, inside));
                })
                .filter(meeting -> !meeting.sharing().isEmpty()
                        || !meeting.around().isEmpty()
                        || !meeting.inside().isEmpty());
    }

    private Optional<Neighbour> neighbour(int i) {
        try {
            return Optional.of(
                    new Neighbour(places.name(i), Location.parse(places.place(i)), places.isRegistration(i)));
        } catch (StrandlineException e) {
            // what is no location lies nowhere; whoever looks at the table says so
            return Optional.empty();
        }
    }
}
