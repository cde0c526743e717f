package io.strandline.registry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.TableRef;
import io.strandline.registry.Registration;
import io.strandline.registry.SourceKind;
import io.strandline.registry.Statement;
import io.strandline.store.database.Dialect;
import io.strandline.store.database.StoreDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Registrations are found by where they lie, however that is written. */
class StoredPlacesTest {
    @TempDir
    Path directory;

    private static Registration at(String id, String location) {
        return new Registration(
                id,
                "c",
                new TableRef("prod", List.of("scratch"), id),
                Location.parse(location),
                SourceKind.FILE,
                null,
                "ada",
                Statement.NOW,
                null);
    }

    /** Pieces put together at random: most are no location that anybody would write, and all are locations. */
    private static List<Location> locations() {
        List<String> roots = List.of(
                "", "s3:", "s3a:", "S3N:", "file:", "1s:", "s_3:", "ä:", ":", "s3://b", "s3a://b", "s3://", "//b");
        List<String> parts = List.of("/", "//", "/a", "/a:b", "/a://b", "/A", "/%2F", "/\uD83D\uDE00", "x", "");
        Random random = new Random(11);
        Set<String> texts = new LinkedHashSet<>();
        while (texts.size() < 300) {
            StringBuilder text = new StringBuilder(roots.get(random.nextInt(roots.size())));
            for (int i = random.nextInt(4); i >= 0; i--) {
                text.append(parts.get(random.nextInt(parts.size())));
            }
            if (!text.toString().isBlank()) {
                texts.add(text.toString());
            }
        }
        return texts.stream().map(Location::parse).toList();
    }

    /** LOC-1, LOC-4: whatever is one place by any rules is found; what has another path is not. */
    @ParameterizedTest
    @EnumSource
    void whatLiesAtAPlaceIsFoundHoweverItIsWritten(Dialect dialect) {
        List<Location> locations = locations();
        try (StoreDatabase store = Stores.open(dialect, directory)) {
            StoredRegistrations registrations = new StoredRegistrations(store);
            List<Registration> all = new ArrayList<>();
            for (Location location : locations) {
                all.add(at("t" + all.size(), location.text()));
                registrations.insert(all.get(all.size() - 1));
            }
            int pairs = 0;
            for (Location place : locations) {
                List<Registration> found = registrations.at(place);
                List<Registration> wanted = all.stream()
                        .filter(one -> LocationRules.pathKey(one.location()).equals(LocationRules.pathKey(place)))
                        .toList();
                pairs += wanted.size();
                assertThat(found).as("at %s", place).containsAll(wanted);
                assertThat(found.size() - wanted.size())
                        .as("others than those at %s", place)
                        .isLessThan(20);
            }
            assertThat(pairs).isGreaterThan(2 * locations.size());
        }
    }

    /** By an index, not by reading all of them; a move is found at its new place. */
    @ParameterizedTest
    @EnumSource
    void anIndexFindsThem(Dialect dialect) {
        try (StoreDatabase store = Stores.open(dialect, directory)) {
            StoredRegistrations registrations = new StoredRegistrations(store);
            registrations.insert(at("t", "s3://b/t"));
            assertThat(new StoredMoves(store).move(at("t", "s3://b/t"), Location.parse("s3://b/u/"), null))
                    .isTrue();
            assertThat(registrations.at(Location.parse("s3a://b/t/"))).isEmpty();
            assertThat(registrations.at(Location.parse("s3a://b/u"))).hasSize(1);
            String explain = dialect == Dialect.SQLITE ? "EXPLAIN QUERY PLAN" : "EXPLAIN";
            String plan = store.read(dsl -> {
                if (dialect == Dialect.POSTGRESQL) {
                    // of a table this small any plan is as good
                    dsl.execute("SET LOCAL enable_seqscan = off");
                }
                return dsl.fetch(explain + " SELECT * FROM registration WHERE place_key = '/u'")
                        .formatCSV();
            });
            assertThat(plan).contains("registration_place");
        }
    }
}
