package io.strandline.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.LocationRules.Relation;
import io.strandline.common.TableRef;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** LOC-3, CAT-17: no table is passed over that a place may meet. */
class PlaceIndexTest {
    private static final LocationRules RULES = LocationRules.defaults();

    @Provide
    Arbitrary<String> places() {
        Arbitrary<String> root = Arbitraries.of("s3://b", "s3a://b", "s3://c", "file:");
        Arbitrary<String> path =
                Arbitraries.of("/", "/a", "/ab", "/a/", "/a/b", "/a//b", "/a/b/c", "/a0", "/a-b", "/a/./b");
        return net.jqwik.api.Combinators.combine(root, path).as(String::concat);
    }

    private static TableRef table(int number) {
        return new TableRef("lake", List.of("ns"), "t" + number);
    }

    @Property(tries = 500)
    void whatMeetsAPlaceIsNearIt(
            @ForAll List<@net.jqwik.api.From("places") String> places, @ForAll("places") String there) {
        Map<TableRef, List<Location>> tables = new HashMap<>();
        for (int i = 0; i < places.size(); i++) {
            tables.put(table(i), List.of(Location.parse(places.get(i))));
        }
        PlaceIndex index = new PlaceIndex(tables);
        Location place = Location.parse(there);
        assertThat(near(index, place)).containsAll(meeting(tables, place));
        if (!places.isEmpty()) {
            index.remove(table(0));
            tables.remove(table(0));
            assertThat(index.isEmpty()).isEqualTo(tables.isEmpty());
            assertThat(near(index, place)).containsAll(meeting(tables, place)).doesNotContain(table(0));
        }
    }

    private static Set<TableRef> near(PlaceIndex index, Location place) {
        return index.near(place).stream().map(PlaceIndex.Placed::table).collect(Collectors.toSet());
    }

    private static Set<TableRef> meeting(Map<TableRef, List<Location>> tables, Location place) {
        Set<TableRef> meeting = new HashSet<>();
        tables.forEach((table, its) -> {
            if (RULES.containment(its.get(0), place) != Relation.DIFFERENT
                    || RULES.containment(place, its.get(0)) != Relation.DIFFERENT) {
                meeting.add(table);
            }
        });
        return meeting;
    }
}
