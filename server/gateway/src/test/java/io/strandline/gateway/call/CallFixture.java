package io.strandline.gateway.call;

import io.strandline.gateway.engine.Engines;
import io.strandline.gateway.sql.EngineLimits;
import io.strandline.gateway.sql.Planets;
import io.strandline.gateway.sql.Sql;
import io.strandline.gateway.sql.TestExecution;
import io.strandline.store.JournalOptions;
import io.strandline.store.database.DatabaseJournal;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A store, a journal and an engine over {@link Planets} for tests of calls. */
abstract class CallFixture {
    @TempDir
    static Path directory;

    static StoreDatabase store;
    static DatabaseJournal journal;

    final Planets planets = new Planets();
    final Sql sql = new Sql(Engines.create(List.of(planets), journal, EngineLimits.DEFAULT));
    final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void openStore() {
        store = StoreDatabase.open(StoreOptions.of("jdbc:sqlite:" + directory.resolve("store.db")));
        journal = DatabaseJournal.open(store, JournalOptions.defaults(), Clock.systemUTC());
        journal.start(Map.of());
    }

    @AfterAll
    static void closeStore() {
        journal.close();
        store.close();
    }

    /** An execution under this test's key. */
    TestExecution underKey() {
        TestExecution execution = new TestExecution();
        execution.key = key;
        return execution;
    }
}
