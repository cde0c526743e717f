package io.strandline.registry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.Role;
import io.strandline.common.TableRef;
import io.strandline.registry.Sink;
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
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sinks in the store, alike on both databases. */
class StoredSinksTest {
    private static final List<String> SALES = List.of("sales", "a.b");

    @TempDir
    Path directory;

    private static Sink sink(String id, String table) {
        return new Sink(
                id, new TableRef("prod", SALES, table), "uuid of " + table, null, null, "", "ada", Statement.NOW);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsKeptComesBackAsItWas(Dialect dialect) {
        try (StoreDatabase store = Stores.open(dialect, directory)) {
            StoredSinks sinks = new StoredSinks(store);
            Sink odd = new Sink(
                    "s'1\" \uD83D\uDE00",
                    new TableRef("c;--", List.of("a\"b", "c.d"), "100% _/+ "),
                    null,
                    "spark\\",
                    "app-1",
                    "two\nlines",
                    "o'hara",
                    Statement.NOW);
            assertThat(sinks.insert(odd)).isTrue();
            assertThat(sinks.insert(sink("plain", "orders"))).isTrue();
            assertThat(sinks.byId(odd.id())).contains(odd);
            assertThat(sinks.byId("plain")).contains(sink("plain", "orders"));
            assertThat(sinks.byId("PLAIN")).isEmpty();
            assertThat(sinks.in("c;--", odd.table().namespace())).containsExactly(odd);
        }
    }

    /** CAT-10: an id is of one sink; its longest fits the index of either database. */
    @ParameterizedTest
    @EnumSource
    void anIdIsTakenOnce(Dialect dialect) {
        try (StoreDatabase store = Stores.open(dialect, directory)) {
            StoredSinks sinks = new StoredSinks(store);
            String longest = "\uD83D\uDE00".repeat(Sink.MOST_CHARACTERS);
            assertThat(Sink.isName(longest)).isTrue();
            assertThat(sinks.insert(sink(longest, "orders"))).isTrue();
            assertThat(sinks.insert(sink(longest, "prices"))).isFalse();
            assertThat(sinks.byId(longest).orElseThrow().table().name()).isEqualTo("orders");
            assertThat(sinks.delete(longest)).isTrue();
            assertThat(sinks.delete(longest)).isFalse();
            assertThat(sinks.insert(sink(longest, "prices"))).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void sinksOfANamespaceComeInOrderOfTableAndId(Dialect dialect) {
        try (StoreDatabase store = Stores.open(dialect, directory)) {
            StoredSinks sinks = new StoredSinks(store);
            sinks.insert(sink("b", "orders"));
            sinks.insert(sink("a", "prices"));
            sinks.insert(sink("B", "orders"));
            sinks.insert(new Sink(
                    "c", new TableRef("prod", List.of("sales"), "x"), null, null, null, "", "ada", Statement.NOW));
            assertThat(sinks.in("prod", SALES)).extracting(Sink::id).containsExactly("B", "b", "a");
            assertThat(sinks.in("other", SALES)).isEmpty();
        }
    }

    /** What SQL wants is asked of the database, every declared column too. */
    @ParameterizedTest
    @EnumSource
    void readGivesWhatIsWanted(Dialect dialect) {
        try (StoreDatabase store = Stores.open(dialect, directory);
                DatabaseJournal journal = DatabaseJournal.open(
                        store, JournalOptions.defaults(), Clock.fixed(Statement.NOW, ZoneOffset.UTC))) {
            journal.start(Map.of());
            StoredSinks sinks = new StoredSinks(store);
            List.of("b", "a", "c").forEach(id -> sinks.insert(sink(id, "orders")));
            sinks.insert(sink("d", "prices"));
            Wanted wanted = new Wanted(
                    Set.of("sink_id"),
                    List.of(
                            new Condition("table_name", Condition.Operator.EQUAL, List.of("orders")),
                            new Condition("registered_at", Condition.Operator.EQUAL, List.of(Statement.NOW))),
                    List.of(new SortKey("sink_id", true, false)),
                    OptionalLong.of(2));
            try (Statement call = new Statement(journal, "ada", Role.READER)) {
                assertThat(sinks.read(wanted, call)).extracting(Sink::id).containsExactly("c", "b");
                assertThat(sinks.read(Wanted.all(Set.of()), call))
                        .extracting(Sink::id)
                        .containsExactly("a", "b", "c", "d");
            }
        }
    }
}
