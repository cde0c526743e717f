package io.strandline.catalog.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.DeclaredTable;
import io.strandline.catalog.TestCall;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Declarations on both databases. */
class StoredDesiredTablesTest {
    @TempDir
    static Path directory;

    private static EmbeddedPostgres postgresql;
    private static int stores;

    @BeforeAll
    static void start() throws IOException {
        postgresql = EmbeddedPostgres.start();
    }

    @AfterAll
    static void stop() throws IOException {
        postgresql.close();
    }

    private static StoreDatabase open(String database) {
        int number = ++stores;
        return StoreDatabase.open(
                database.equals("SQLite")
                        ? StoreOptions.of("jdbc:sqlite:" + directory.resolve("store" + number + ".db"))
                        : StoreOptions.of(postgresql.getJdbcUrl("postgres", "postgres") + "&currentSchema=s" + number)
                                .withReaders(2),
                "catalog");
    }

    private static DeclaredTable declared(List<String> namespace, String name, String desired, long at) {
        return new DeclaredTable(new TableRef("lake", namespace, name), desired, "ann", Instant.ofEpochMilli(at));
    }

    /** CAT-15: names of any kind come back as they were. */
    @ParameterizedTest
    @ValueSource(strings = {"SQLite", "PostgreSQL"})
    void aDeclarationIsKeptAndReplacedAndForgotten(String database) {
        try (StoreDatabase store = open(database)) {
            StoredDesiredTables tables = new StoredDesiredTables(store);
            DeclaredTable odd = declared(List.of("a.b", "c d"), "or\"ders", "{\"x\": 1}", 5);
            assertThat(tables.find(odd.ref())).isEmpty();
            tables.put(odd);
            assertThat(tables.find(odd.ref())).contains(odd);
            DeclaredTable again = declared(List.of("a.b", "c d"), "or\"ders", "{\"x\": 2}", 6);
            tables.put(again);
            assertThat(tables.of("lake")).containsExactly(again);
            assertThat(tables.of("other")).isEmpty();
            assertThat(tables.remove(odd.ref())).isTrue();
            assertThat(tables.remove(odd.ref())).isFalse();
            assertThat(tables.of("lake")).isEmpty();
        }
    }

    /** What SQL asks for is asked of the database; names compare by code point. */
    @ParameterizedTest
    @ValueSource(strings = {"SQLite", "PostgreSQL"})
    void declarationsAreReadAsSqlWantsThem(String database) {
        try (StoreDatabase store = open(database)) {
            StoredDesiredTables tables = new StoredDesiredTables(store);
            DeclaredTable lower = declared(List.of("n"), "a", "{}", 1);
            DeclaredTable upper = declared(List.of("n"), "A", "{}", 2);
            tables.put(lower);
            tables.put(upper);
            Wanted one = new Wanted(
                    Set.of(),
                    List.of(new Condition("table_name", Condition.Operator.EQUAL, List.of("a"))),
                    List.of(),
                    OptionalLong.empty());
            assertThat(tables.read(one, new TestCall())).containsExactly(lower);
            assertThat(tables.of("lake")).containsExactly(upper, lower);
        }
    }
}
