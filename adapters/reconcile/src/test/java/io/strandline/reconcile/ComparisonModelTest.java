package io.strandline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.TableType;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.SystemCall;
import io.strandline.common.Text;
import io.strandline.reconcile.ModelLake.ModelRegistrations;
import io.strandline.reconcile.ModelLake.ModelSources;
import io.strandline.reconcile.ModelLake.ModelTable;
import io.strandline.registry.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/** The merge, its look-ups and its settling against a model that says the rules one name at a time. */
class ComparisonModelTest {
    private static final Location UPLOADS = Location.parse("s3://lake/uploads");

    /** REC-1 to REC-5, REC-17, LOC-6: whatever lies where, in whatever order and width. */
    @Property(tries = 3000)
    void theComparisonFindsWhatTheRulesSay(
            @ForAll("tables") Map<String, ModelTable> tables,
            @ForAll("registrations") Map<String, Location> registered,
            @ForAll("uuids") Map<String, String> uuids,
            @ForAll("limits") int limit,
            @ForAll("widths") int width,
            @ForAll boolean listingTellsPlaces) {
        Connection connection = new Connection(
                "c", "lake", List.of("ns"), false, List.of(UPLOADS), null, limit == 0 ? null : limit, "");
        ModelLake lake = new ModelLake(tables, listingTellsPlaces);
        Evidence evidence = new Evidence(
                new Catalogs(List.of(lake)),
                new ModelRegistrations("c", registered, uuids),
                new ModelSources(),
                null,
                LocationRules.defaults());
        List<String> found = new Comparison(connection, evidence, new SystemCall(Instant.EPOCH))
                .run(FindingKind.lookedFor(), width, Runnable::run).findings().stream()
                        .map(finding -> finding.kind() + " " + finding.table())
                        .sorted()
                        .toList();
        assertThat(found).isEqualTo(expected(tables, registered, uuids, limit));
    }

    private static List<String> expected(
            Map<String, ModelTable> all, Map<String, Location> registered, Map<String, String> uuids, int limit) {
        Map<String, ModelTable> tables = new TreeMap<>(Text.BY_CODE_POINT);
        tables.putAll(all);
        List<String> names = List.copyOf(tables.keySet());
        boolean cut = limit > 0 && names.size() > limit;
        List<String> seen = cut ? names.subList(0, limit) : names;
        List<String> expected = new ArrayList<>();
        for (String name : seen) {
            ModelTable table = tables.get(name);
            boolean collides =
                    registered.keySet().stream().anyMatch(other -> isAbsentTwin(other, name, seen, registered, cut));
            kindOf(table, registered.get(name), collides).ifPresent(kind -> expected.add(kind + " " + name));
            if (registered.containsKey(name) && isAnother(name, table, uuids)) {
                expected.add("TABLE_REPLACED " + name);
            }
        }
        for (String name : registered.keySet()) {
            if (seen.contains(name)) {
                continue;
            }
            boolean collides = seen.stream()
                    .anyMatch(other -> !registered.containsKey(other)
                            && tables.get(other).type() == TableType.TABLE
                            && isAbsentTwin(name, other, seen, registered, cut));
            if (collides) {
                expected.add("CASE_COLLISION " + name);
            } else if (!cut) {
                expected.add("MISSING " + name);
            }
        }
        if (cut) {
            expected.add("LISTING_TRUNCATED null");
        }
        expected.addAll(meetings(tables, seen, registered, cut));
        return expected.stream().sorted().toList();
    }

    /** Whether a table can be read that has another UUID than the one recorded; where none is, that is not judged. */
    private static boolean isAnother(String name, ModelTable table, Map<String, String> uuids) {
        return table.type() == TableType.TABLE
                && table.failure() == null
                && !uuids.getOrDefault(name, name).equals(name);
    }

    /** Every table that was seen, beside every other and every registration of another. */
    private static List<String> meetings(
            Map<String, ModelTable> tables, List<String> seen, Map<String, Location> registered, boolean cut) {
        LocationRules rules = LocationRules.defaults();
        List<String> met = new ArrayList<>();
        for (String name : seen) {
            Optional<Location> place = placeOf(tables.get(name));
            List<Location> others = place.isEmpty()
                    ? List.of()
                    : Stream.concat(
                                    seen.stream()
                                            .filter(other -> !other.equals(name))
                                            .flatMap(other -> placeOf(tables.get(other)).stream()),
                                    registered.entrySet().stream()
                                            .filter(other -> !other.getKey().equals(name)
                                                    && !isAbsentTwin(other.getKey(), name, seen, registered, cut))
                                            .map(Map.Entry::getValue))
                            .toList();
            if (others.stream().anyMatch(other -> rules.same(place.orElseThrow(), other))) {
                met.add("SHARED_LOCATION " + name);
            }
            if (others.stream()
                    .anyMatch(other -> rules.isStrictlyBelow(place.orElseThrow(), other)
                            || rules.isStrictlyBelow(other, place.orElseThrow()))) {
                met.add("NESTED_LOCATION " + name);
            }
        }
        return met;
    }

    private static Optional<Location> placeOf(ModelTable table) {
        boolean known = table.type() == TableType.TABLE
                && table.failure() == null
                && !table.place().isEmpty();
        return known ? Optional.of(Location.parse(table.place())) : Optional.empty();
    }

    /** Whether the registration is known to be absent, and the unregistered table differs from it only by case. */
    private static boolean isAbsentTwin(
            String registration, String table, List<String> seen, Map<String, Location> registered, boolean cut) {
        boolean reached = !cut || Text.BY_CODE_POINT.compare(registration, seen.get(seen.size() - 1)) <= 0;
        return !seen.contains(registration)
                && reached
                && !registered.containsKey(table)
                && Text.fold(registration).equals(Text.fold(table));
    }

    private static Optional<String> kindOf(ModelTable table, @Nullable Location registration, boolean collides) {
        if (table.type() != TableType.TABLE) {
            return Optional.empty();
        }
        if (table.failure() != null) {
            return Optional.of(
                    switch (table.failure()) {
                        case METADATA_MISSING -> "METADATA_MISSING";
                        case METADATA_UNREADABLE -> "CORRUPT_METADATA";
                        default -> "null";
                    });
        }
        if (table.place().isEmpty()) {
            return Optional.empty();
        }
        Location place = Location.parse(table.place());
        LocationRules rules = LocationRules.defaults();
        if (registration != null) {
            return rules.same(registration, place) ? Optional.empty() : Optional.of("DRIFTED");
        }
        return rules.contains(UPLOADS, place) && !collides ? Optional.of("ORPHAN") : Optional.empty();
    }

    private static Arbitrary<String> names() {
        return Arbitraries.of("a", "A", "ab", "b", "B", "ä", "Ä", "\uFFFD", "\uD83D\uDE00", "x_2", "x", "X");
    }

    @Provide
    Arbitrary<Map<String, ModelTable>> tables() {
        Arbitrary<String> places = Arbitraries.of(
                "s3://lake/uploads/1",
                "s3a://lake/uploads/1/",
                "s3://lake/uploads",
                "s3://lake/uploads2/1",
                "s3://other/1",
                "");
        Arbitrary<ModelTable> table = Combinators.combine(
                        places,
                        Arbitraries.frequencyOf(
                                Tuple.of(8, Arbitraries.just(TableType.TABLE)),
                                Tuple.of(1, Arbitraries.of(TableType.VIEW, TableType.MATERIALIZED_VIEW))),
                        ModelLake.failures())
                .as(ModelTable::of);
        return Arbitraries.maps(names(), table).ofMaxSize(8);
    }

    @Provide
    Arbitrary<Map<String, Location>> registrations() {
        return Arbitraries.maps(
                        names(),
                        Arbitraries.of("s3://lake/uploads/1", "s3://lake/uploads/2")
                                .map(Location::parse))
                .ofMaxSize(8);
    }

    /** Of some names the one the table of that name has, of some another, of the rest none. */
    @Provide
    Arbitrary<Map<String, String>> uuids() {
        return Arbitraries.maps(names(), names()).ofMaxSize(8);
    }

    @Provide
    Arbitrary<Integer> limits() {
        return Arbitraries.of(0, 0, 1, 3, 8);
    }

    @Provide
    Arbitrary<Integer> widths() {
        return Arbitraries.of(1, 3, 100);
    }
}
