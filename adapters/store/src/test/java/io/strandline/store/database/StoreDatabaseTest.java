package io.strandline.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Transactions and migrations, alike on both databases. */
class StoreDatabaseTest {
    @TempDir
    Path directory;

    private static int gateways(DSLContext dsl) {
        return dsl.fetchCount(DSL.table("gateway"));
    }

    private static void insert(DSLContext dsl, String id) {
        dsl.execute("INSERT INTO gateway VALUES (?, 'host', 1, 0, 0, NULL)", id);
    }

    @ParameterizedTest
    @EnumSource
    void writeCommitsWhenItReturnsAndNotWhenItThrows(Dialect dialect) {
        try (StoreDatabase store = StoreDatabase.open(Stores.fresh(dialect, directory))) {
            store.change(dsl -> insert(dsl, "kept"));
            assertThatThrownBy(() -> store.change(dsl -> {
                        insert(dsl, "lost");
                        throw new IllegalArgumentException("no");
                    }))
                    .isInstanceOf(IllegalArgumentException.class);

            List<String> ids = store.read(dsl -> dsl.fetchValues("SELECT gateway_id FROM gateway").stream()
                    .map(String::valueOf)
                    .toList());
            assertThat(ids).containsExactly("kept");
        }
    }

    @ParameterizedTest
    @EnumSource
    void openingAgainFindsWhatWasWritten(Dialect dialect) {
        StoreOptions options = Stores.fresh(dialect, directory);
        try (StoreDatabase store = StoreDatabase.open(options)) {
            store.change(dsl -> insert(dsl, "kept"));
        }
        try (StoreDatabase store = StoreDatabase.open(options)) {
            assertThat(store.read(StoreDatabaseTest::gateways)).isOne();
        }
    }

    @ParameterizedTest
    @EnumSource
    void probeLooksWithoutTakingTheStore(Dialect dialect) {
        StoreOptions options = Stores.fresh(dialect, directory);
        assertThat(StoreDatabase.probe(options)).contains(dialect == Dialect.SQLITE ? "not there yet" : "PostgreSQL");
        assertThat(directory).isEmptyDirectory();
        try (StoreDatabase store = StoreDatabase.open(options)) {
            assertThat(StoreDatabase.probe(options)).containsIgnoringCase(dialect.name());
            store.change(dsl -> insert(dsl, "goes on"));
        }
    }
}
