package io.strandline.registry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.CallContext;
import io.strandline.common.Location;
import io.strandline.common.Role;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import io.strandline.registry.RegisteredPlace;
import io.strandline.registry.Registration;
import io.strandline.registry.Source;
import io.strandline.registry.SourceKind;
import io.strandline.registry.Statement;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.SortKey;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.JournalOptions;
import io.strandline.store.database.DatabaseJournal;
import io.strandline.store.database.Dialect;
import io.strandline.store.database.StoreDatabase;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Registrations and sources in the store, alike on both databases. */
class StoredRegistryTest {
    private static final List<String> SCRATCH = List.of("scratch", "a.b");

    @TempDir
    Path directory;

    private static Registration registration(String id, String connection, String table) {
        return new Registration(
                id,
                connection,
                new TableRef("prod", SCRATCH, table),
                Location.parse("s3a://b//t%2F" + id),
                SourceKind.FILE,
                "f1",
                "ada",
                Statement.NOW,
                null);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsKeptComesBackAsItWas(Dialect dialect) {
        try (StoreDatabase store = Stores.open(dialect, directory)) {
            StoredRegistrations registrations = new StoredRegistrations(store);
            Registration odd = new Registration(
                    "r'1\"",
                    "c;--",
                    new TableRef("prod", List.of("a\"b", "c.d"), "100% \uD83D\uDE00_/+ "),
                    Location.parse("file:/w/t"),
                    SourceKind.WEBHOOK,
                    null,
                    "o'hara",
                    Statement.NOW,
                    "it failed",
                    "uuid-1");
            assertThat(registrations.insert(odd)).isTrue();
            assertThat(registrations.byId(odd.id())).contains(odd);
            assertThat(registrations.page(odd.connection(), "prod", odd.table().namespace(), Optional.empty(), 2))
                    .containsExactly(RegisteredPlace.of(odd));
            assertThat(registrations.byName(odd.connection(), odd.table())).contains(odd);
            assertThat(registrations.byName("c", odd.table())).isEmpty();
        }
    }

    /** REC-16: one holder of a name on a connection; REC-8: the same name on two connections is two things. */
    @ParameterizedTest
    @EnumSource
    void aNameOfAConnectionIsHeldOnce(Dialect dialect) {
        try (StoreDatabase store = Stores.open(dialect, directory)) {
            StoredRegistrations registrations = new StoredRegistrations(store);
            assertThat(registrations.insert(registration("r1", "c", "t"))).isTrue();
            assertThat(registrations.insert(registration("r2", "c", "t"))).isFalse();
            assertThat(registrations.insert(registration("r1", "d", "t"))).isFalse();
            assertThat(registrations.insert(registration("r3", "d", "t"))).isTrue();
            assertThat(registrations.byName("c", registration("r1", "c", "t").table()))
                    .map(Registration::id)
                    .contains("r1");
            assertThat(registrations.delete("r1")).isTrue();
            assertThat(registrations.delete("r1")).isFalse();
            assertThat(registrations.insert(registration("r2", "c", "t"))).isTrue();
        }
    }

    /** REC-8: to the end, over many pages, by code point. */
    @ParameterizedTest
    @EnumSource
    void registrationsOfANamespaceComeInCodePointOrder(Dialect dialect) {
        List<String> names = new ArrayList<>(
                List.of("a", "B", "b", "_", "Z", "é", "\uFFFD", "\uD83D\uDE00", "a b", "a%", "ab", "~", "10", "9"));
        Collections.shuffle(names, new Random(7));
        try (StoreDatabase store = Stores.open(dialect, directory)) {
            StoredRegistrations registrations = new StoredRegistrations(store, 3);
            names.forEach(name -> registrations.insert(registration("id of " + name, "c", name)));
            registrations.insert(registration("other", "d", "a"));
            assertThat(registrations
                            .in("c", "prod", SCRATCH)
                            .map(registration -> registration.table().name()))
                    .containsExactlyElementsOf(
                            names.stream().sorted(Text.BY_CODE_POINT).toList());
            assertThat(registrations.in("c", "prod", List.of("scratch"))).isEmpty();
            assertThat(registrations.count("c", "prod", SCRATCH)).isEqualTo(names.size());
            assertThat(registrations.count("c", "prod", List.of("scratch"))).isZero();
            List<String> paged = new ArrayList<>();
            for (List<RegisteredPlace> page = registrations.page("c", "prod", SCRATCH, Optional.empty(), 4);
                    !page.isEmpty();
                    page = registrations.page("c", "prod", SCRATCH, Optional.of(paged.get(paged.size() - 1)), 4)) {
                page.forEach(place -> paged.add(place.table()));
            }
            assertThat(paged)
                    .containsExactlyElementsOf(
                            names.stream().sorted(Text.BY_CODE_POINT).toList());
            assertThat(registrations.page("c", "prod", List.of("scratch"), Optional.empty(), 4))
                    .isEmpty();
            assertThat(registrations.named("c", "prod", SCRATCH, List.of("a", "A", "\uD83D\uDE00")))
                    .extracting(Registration::id)
                    .containsExactlyInAnyOrder("id of a", "id of \uD83D\uDE00");
        }
    }

    /** LOC-6: also beyond ASCII, where databases fold each in their own way. */
    @ParameterizedTest
    @EnumSource
    void namesAreFoundInAnyCase(Dialect dialect) {
        try (StoreDatabase store = Stores.open(dialect, directory)) {
            StoredRegistrations registrations = new StoredRegistrations(store);
            List.of("Ärger", "ÄRGER", "Arger", "I", "i", "ı")
                    .forEach(name -> registrations.insert(registration(name, "c", name)));
            assertThat(registrations.byNameInAnyCase("c", new TableRef("prod", SCRATCH, "ärger")))
                    .extracting(Registration::id)
                    .containsExactly("ÄRGER", "Ärger");
        }
    }

    @ParameterizedTest
    @EnumSource
    void sourcesAreFoundByTheirDirectoryHoweverItIsWritten(Dialect dialect) {
        try (StoreDatabase store = Stores.open(dialect, directory)) {
            StoredSources sources = new StoredSources(store);
            Source file = source("f1", "s3://b/up/f1/rows.csv");
            assertThat(sources.insert(file)).isTrue();
            assertThat(sources.insert(source("f1", "s3://b/other/x"))).isFalse();
            sources.insert(source("f2", "s3://b/up/f1_2/rows.csv"));
            assertThat(sources.near(Location.parse("s3a://b/up/f1"))).containsExactly(file);
            assertThat(sources.near(Location.parse("s3://b/up"))).isEmpty();
            assertThat(sources.byId(SourceKind.FILE, "f1")).contains(file);
            assertThat(sources.byId(SourceKind.RESOURCE, "f1")).isEmpty();
            assertThat(sources.delete(SourceKind.FILE, "f1")).isTrue();
            assertThat(sources.byId(SourceKind.FILE, "f1")).isEmpty();
        }
    }

    private static Source source(String id, String object) {
        Location location = Location.parse(object);
        return new Source(SourceKind.FILE, id, location, location.directory(), "ada", Statement.NOW);
    }

    /** What SQL wants is asked of the database, every declared column too. */
    @ParameterizedTest
    @EnumSource
    void readGivesWhatIsWanted(Dialect dialect) {
        try (StoreDatabase store = Stores.open(dialect, directory);
                DatabaseJournal journal = journal(store);
                Statement call = new Statement(journal, "ada", Role.READER)) {
            StoredRegistrations registrations = new StoredRegistrations(store);
            List.of("b", "a", "c").forEach(name -> registrations.insert(registration("r" + name, "c", name)));
            registrations.insert(registration("rx", "d", "x"));
            Wanted wanted = new Wanted(
                    Set.of("table_name"),
                    List.of(new Condition("connection_name", Condition.Operator.EQUAL, List.of("c"))),
                    List.of(new SortKey("table_name", true, false)),
                    OptionalLong.of(2));
            assertThat(registrations.read(wanted, call))
                    .extracting(Registration::id)
                    .containsExactly("rc", "rb");
            assertThat(registrations.read(Wanted.all(Set.of()), call)).hasSize(4);
            assertThat(registrations.read(
                            new Wanted(
                                    Set.of(),
                                    List.of(new Condition(
                                            "registered_at", Condition.Operator.EQUAL, List.of(Statement.NOW))),
                                    List.of(),
                                    OptionalLong.empty()),
                            (CallContext) call))
                    .hasSize(4);
            StoredSources sources = new StoredSources(store);
            sources.insert(source("f1", "s3://b/up/f1/rows.csv"));
            assertThat(sources.read(Wanted.all(Set.of()), call))
                    .extracting(Source::id)
                    .containsExactly("f1");
        }
    }

    private static DatabaseJournal journal(StoreDatabase store) {
        DatabaseJournal journal =
                DatabaseJournal.open(store, JournalOptions.defaults(), Clock.fixed(Statement.NOW, ZoneOffset.UTC));
        journal.start(Map.of());
        return journal;
    }
}
