package io.strandline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.reconcile.Neighbours.Beside;
import io.strandline.reconcile.Neighbours.Meeting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Which tables meet, against every pair looked at by the rules. */
class NeighboursTest {
    private static final LocationRules RULES =
            LocationRules.defaults().withEqualAuthorities("hdfs", "ns", "").withEqualAuthorities("s3", "b", "c");

    /** A table or a registration of that name. */
    record Placed(String name, Location place, boolean isRegistration) {}

    /** REC-17, LOC-1 to LOC-5; cases 1, 2, 3 and 8. */
    @Property(tries = 3000)
    void tablesMeetExactlyWhereTheRulesSay(@ForAll("placed") List<Placed> all) {
        assertThat(found(all)).isEqualTo(expected(all));
    }

    private static List<String> found(List<Placed> all) {
        Neighbours neighbours = new Neighbours(RULES);
        for (Placed one : all) {
            if (one.isRegistration()) {
                neighbours.registration(one.name(), one.place().text());
            } else {
                neighbours.table(one.name(), one.place().text());
            }
        }
        return neighbours.find(Map.of()).stream()
                .map(meeting -> shown(
                        meeting.table(),
                        meeting.place(),
                        meeting.sharing().count(),
                        meeting.inside().count(),
                        !meeting.around().isEmpty()))
                .toList();
    }

    private static List<String> expected(List<Placed> all) {
        List<String> expected = new ArrayList<>();
        for (Placed one : all) {
            if (one.isRegistration()) {
                continue;
            }
            int sharing = others(all, one, other -> RULES.same(one.place(), other));
            int inside = others(all, one, other -> RULES.isStrictlyBelow(one.place(), other));
            int around = others(all, one, other -> RULES.isStrictlyBelow(other, one.place()));
            if (sharing + inside + around > 0) {
                expected.add(shown(one.name(), one.place(), sharing, inside, around > 0));
            }
        }
        return expected;
    }

    private static String shown(String table, Location place, int sharing, int inside, boolean around) {
        return table + " at " + place + ": " + sharing + " there, " + inside + " inside, around " + around;
    }

    private static int others(List<Placed> all, Placed one, Predicate<Location> meets) {
        Set<String> names = all.stream()
                .filter(other -> !other.name().equals(one.name()) && meets.test(other.place()))
                .map(Placed::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return names.size();
    }

    private static Meeting only(String... tablesAndPlaces) {
        Neighbours neighbours = new Neighbours(RULES);
        for (int i = 0; i < tablesAndPlaces.length; i += 2) {
            neighbours.table(tablesAndPlaces[i], tablesAndPlaces[i + 1]);
        }
        return neighbours.find(Map.of()).get(0);
    }

    /** Many that meet are counted, a few are named. */
    @Example
    void aFewAreNamedAndAllAreCounted() {
        List<String> tables = new ArrayList<>(List.of("root", "s3://b/root"));
        for (int i = 0; i < 100; i++) {
            tables.addAll(List.of("t" + i, "s3a://b/root/t" + i));
        }
        Beside inside = only(tables.toArray(String[]::new)).inside();
        assertThat(inside.count()).isEqualTo(100);
        assertThat(inside.some()).extracting(Neighbours.Neighbour::name).containsExactly("t0", "t1", "t2");
    }

    @Provide
    Arbitrary<List<Placed>> placed() {
        Arbitrary<String> roots = Arbitraries.of("s3://b", "s3a://b", "s3://c", "s3://d", "hdfs:", "hdfs://ns", "");
        Arbitrary<String> paths = Arbitraries.of("a", "ab", "a%2Fb", "A", "", "..")
                .list()
                .ofMaxSize(3)
                .map(parts -> "/" + String.join("/", parts));
        Arbitrary<Placed> one = Combinators.combine(
                        Arbitraries.of("t", "u", "v", "w"), roots, paths, Arbitraries.of(true, false))
                .as((name, root, path, registration) -> new Placed(name, Location.parse(root + path), registration));
        return one.list().ofMaxSize(6).map(NeighboursTest::oneTableOfEachName);
    }

    /** A name has one table and one registration at most. */
    private static List<Placed> oneTableOfEachName(List<Placed> all) {
        Set<String> seen = new LinkedHashSet<>();
        return all.stream()
                .filter(one -> seen.add(one.name() + one.isRegistration()))
                .toList();
    }
}
