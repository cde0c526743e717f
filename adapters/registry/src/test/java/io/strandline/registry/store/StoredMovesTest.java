package io.strandline.registry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.Location;
import io.strandline.common.TableRef;
import io.strandline.registry.Registration;
import io.strandline.registry.Source;
import io.strandline.registry.SourceKind;
import io.strandline.registry.Statement;
import io.strandline.store.database.Dialect;
import io.strandline.store.database.StoreDatabase;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Moves of sources and of what follows them, alike on both databases. */
class StoredMovesTest {
    private static final List<String> SCRATCH = List.of("scratch");

    @TempDir
    Path directory;

    private static Registration registration(String id, String connection, boolean follows) {
        return new Registration(
                id,
                connection,
                new TableRef("prod", SCRATCH, "t_" + id),
                Location.parse("s3://b/a/"),
                SourceKind.FILE,
                "f1",
                "ada",
                Statement.NOW,
                "it failed",
                "uuid",
                follows);
    }

    @ParameterizedTest
    @EnumSource
    void whatFollowsIsFoundByItsConnection(Dialect dialect) {
        try (StoreDatabase store = Stores.open(dialect, directory)) {
            StoredRegistrations registrations = new StoredRegistrations(store);
            Registration follows = registration("r1", "scratch", true);
            registrations.insert(follows);
            registrations.insert(registration("r2", "scratch", false));
            registrations.insert(registration("r3", "other", true));
            StoredMoves moves = new StoredMoves(store);
            assertThat(moves.in("scratch", "prod", SCRATCH)).containsExactly(follows);
            assertThat(moves.in("scratch", "prod", List.of("none"))).isEmpty();
        }
    }

    /** One that is somewhere else by now is left there. */
    @ParameterizedTest
    @EnumSource
    void aRegistrationMovesFromWhereItWasRead(Dialect dialect) {
        try (StoreDatabase store = Stores.open(dialect, directory)) {
            StoredRegistrations registrations = new StoredRegistrations(store);
            Registration read = registration("r1", "scratch", true);
            registrations.insert(read);
            StoredMoves moves = new StoredMoves(store);
            Location target = Location.parse("s3://b/c%2Fd/");
            assertThat(moves.move(read, target, "u2")).isTrue();
            assertThat(registrations.byId("r1")).contains(read.movedTo(target, "u2"));
            assertThat(moves.move(read, Location.parse("s3://b/e/"), null)).isFalse();
            assertThat(registrations.byId("r1")).contains(read.movedTo(target, "u2"));
            moves.note("r1", "why not");
            assertThat(registrations.byId("r1").orElseThrow().lastError()).isEqualTo("why not");
            moves.note("r1", null);
            moves.note("none", "nobody");
            assertThat(registrations.byId("r1").orElseThrow().lastError()).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSourceMovesFromWhereItWasReadAndIsFoundThere(Dialect dialect) {
        try (StoreDatabase store = Stores.open(dialect, directory)) {
            StoredSources sources = new StoredSources(store);
            Source read = source("s3://b/a/rows.csv", "s3://b/a/");
            Source moved = source("s3://b/c/rows.csv", "s3://b/c/");
            sources.insert(read);
            StoredMoves moves = new StoredMoves(store);
            assertThat(moves.move(read, moved)).isTrue();
            assertThat(moves.move(read, source("s3://b/e/rows.csv", "s3://b/e/")))
                    .isFalse();
            assertThat(sources.near(Location.parse("s3a://b/c"))).containsExactly(moved);
            assertThat(sources.near(read.directory())).isEmpty();
        }
    }

    private static Source source(String object, String place) {
        return new Source(SourceKind.FILE, "f1", Location.parse(object), Location.parse(place), "ada", Statement.NOW);
    }
}
