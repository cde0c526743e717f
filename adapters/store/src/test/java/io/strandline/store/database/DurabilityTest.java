package io.strandline.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.store.Journal;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.sqlite.SQLiteConnection;

/** GW-1: what was answered is on the disk: settings as connections have them, and syncs counted. */
class DurabilityTest extends JournalOnStores {
    private static final int CALLS = 100;

    /** The started row of the statement, that of its change, how the change ended, and how the statement ended. */
    private static final int WRITES = 4;

    private static void makeCalls(Gateway gateway) {
        for (int i = 0; i < CALLS; i++) {
            Journal.Running running = gateway.claim("k" + i);
            running.effects().carryOut(DROP, Outcome::ofDone);
            running.succeed("rows");
        }
    }

    private static long during(LongSupplier syncs, Runnable work) {
        long before = syncs.getAsLong();
        work.run();
        return syncs.getAsLong() - before;
    }

    /** Each row that a caller or the next gateway relies on is synced before it is relied on. */
    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void everyWriteOfACallIsSyncedOnSqlite() {
        CountingVfs.install();
        Gateway gateway = gateway(Dialect.SQLITE);
        assertThat(during(CountingVfs::syncs, () -> makeCalls(gateway))).isGreaterThanOrEqualTo(CALLS * WRITES);
    }

    /** The twin: without synchronous the same calls sync next to nothing, and the store says so. */
    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void callsWithoutSynchronousAreNotSyncedOnSqlite() {
        CountingVfs.install();
        Gateway gateway = gateway(Dialect.SQLITE);
        assertThat(gateway.database().doubts()).isEmpty();
        gateway.database().change(dsl -> outsideOfTransaction(dsl, "PRAGMA synchronous = OFF"));
        assertThat(during(CountingVfs::syncs, () -> makeCalls(gateway))).isLessThan(CALLS);
        assertThat(gateway.database().doubts()).singleElement().asString().contains("synchronous is 0");
    }

    /** There is one writer connection, and it keeps what it is told. */
    private static void outsideOfTransaction(DSLContext dsl, String sql) {
        dsl.execute("COMMIT");
        dsl.execute(sql);
        dsl.execute("BEGIN IMMEDIATE");
    }

    /** A connection that is made anew has the same settings as the first. */
    @Test
    void sqliteSettingsAreInForceAfterReconnecting() {
        try (StoreDatabase store = StoreDatabase.open(Stores.fresh(Dialect.SQLITE, directory))) {
            store.change(dsl -> outsideOfTransaction(dsl, "PRAGMA synchronous = OFF"));
            assertThatThrownBy(() -> store.change(dsl -> dsl.connection(DurabilityTest::cut)))
                    .isInstanceOf(StrandlineException.class);
            assertThat(store.doubts()).isEmpty();
            store.change(
                    dsl -> assertThat(dsl.fetchValue("PRAGMA busy_timeout")).hasToString("5000"));
        }
    }

    private static void cut(Connection connection) throws SQLException {
        connection.unwrap(SQLiteConnection.class).getDatabase().close();
    }

    @Test
    void postgresqlSettingsAreInForceAfterReconnecting() {
        StoreOptions options = Stores.fresh(Dialect.POSTGRESQL, directory).withReaders(1);
        try (StoreDatabase store = StoreDatabase.open(options)) {
            store.change(dsl -> {
                assertThat(dsl.fetchValue("SHOW synchronous_commit")).isEqualTo("on");
                dsl.execute("SET SESSION synchronous_commit = off");
            });
            assertThat(store.doubts()).anyMatch(doubt -> doubt.contains("synchronous_commit = off"));
            assertThatThrownBy(() -> store.change(dsl -> dsl.execute("SELECT pg_terminate_backend(pg_backend_pid())")))
                    .isInstanceOf(StrandlineException.class);
            store.change(
                    dsl -> assertThat(dsl.fetchValue("SHOW synchronous_commit")).isEqualTo("on"));
        }
    }

    /** The same count on a PostgreSQL that syncs: the one of the other tests does not, and is said not to. */
    @Test
    void everyWriteOfACallIsSyncedOnPostgresql() throws IOException {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("full_page_writes", "on")
                .start()) {
            StoreOptions options =
                    StoreOptions.of(server.getJdbcUrl("postgres", "postgres")).withReaders(1);
            try (Gateway gateway = Gateway.start(options, clock, Map.of())) {
                assertThat(gateway.database().doubts()).isEmpty();
                long before = syncs(gateway);
                makeCalls(gateway);
                await().untilAsserted(() -> assertThat(syncs(gateway) - before).isGreaterThanOrEqualTo(CALLS * WRITES));
            }
            StoreOptions another = StoreOptions.of(server.getJdbcUrl("postgres", "postgres") + "&currentSchema=twin")
                    .withReaders(1);
            try (Gateway twin = Gateway.start(another, clock, Map.of())) {
                twin.database().change(dsl -> dsl.execute("SET SESSION synchronous_commit = off"));
                long before = syncs(twin);
                long recordsBefore = records(twin);
                makeCalls(twin);
                await().until(() -> records(twin) - recordsBefore >= CALLS * WRITES);
                assertThat(syncs(twin) - before).as("the twin").isLessThan(CALLS * WRITES / 2);
            }
        }
    }

    @Test
    void postgresqlThatDoesNotSyncIsDoubted() {
        StoreOptions options = Stores.fresh(Dialect.POSTGRESQL, directory);
        try (StoreDatabase store = StoreDatabase.open(options)) {
            assertThat(store.doubts()).anyMatch(doubt -> doubt.contains("fsync = off"));
        }
        assertThat(StoreDatabase.probe(options)).contains("warning").contains("fsync = off");
    }

    private static long syncs(Gateway gateway) {
        return counted(gateway, "wal_sync");
    }

    private static long records(Gateway gateway) {
        return counted(gateway, "wal_records");
    }

    /** A connection hands its counts on twice a second, at the end of a transaction: asked for on the one that writes. */
    private static long counted(Gateway gateway, String what) {
        return gateway.database()
                .write(dsl ->
                        dsl.fetchSingle("SELECT " + what + " FROM pg_stat_wal").get(0, Long.class));
    }
}
