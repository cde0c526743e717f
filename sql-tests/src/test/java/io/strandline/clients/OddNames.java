package io.strandline.clients;

import static io.strandline.sqlkit.SqlType.bigint;

import io.strandline.gateway.engine.Engines;
import io.strandline.gateway.http.GatewayServer;
import io.strandline.gateway.http.HttpSettings;
import io.strandline.gateway.http.Users;
import io.strandline.gateway.session.SessionSettings;
import io.strandline.gateway.session.Sessions;
import io.strandline.gateway.sql.EngineLimits;
import io.strandline.gateway.system.SystemModules;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.store.JournalOptions;
import io.strandline.store.database.DatabaseJournal;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A gateway one schema of which, {@code pad}, has tables with names that look like patterns, each with a column {@code id}. */
final class OddNames implements AutoCloseable {
    /** The names. */
    static final List<String> TABLES = List.of("ABC", "A_C", "A%C", "A\\C", "A__C", "abc", "a.c");

    private final StoreDatabase store;
    private final DatabaseJournal journal;
    private final GatewayServer server;

    private OddNames(StoreDatabase store, DatabaseJournal journal, GatewayServer server) {
        this.store = store;
        this.journal = journal;
        this.server = server;
    }

    /** Starts it, with a store in that folder. */
    static OddNames start(Path folder) {
        StoreDatabase store = StoreDatabase.open(StoreOptions.of("jdbc:sqlite:" + folder.resolve("names.db")));
        DatabaseJournal journal = DatabaseJournal.open(store, JournalOptions.defaults(), Clock.systemUTC());
        journal.start(Map.of());
        return new OddNames(
                store,
                journal,
                GatewayServer.start(
                        HttpSettings.DEFAULTS.withAddress("127.0.0.1", 0),
                        Users.NONE,
                        Engines.create(
                                SystemModules.around(List.of(new Pad()), "1.2.3"), journal, EngineLimits.DEFAULT),
                        new Sessions(SessionSettings.DEFAULTS, Clock.systemUTC()),
                        "1.2.3"));
    }

    /** Where it listens. */
    String hostAndPort() {
        return "127.0.0.1:" + server.port();
    }

    @Override
    public void close() {
        server.close();
        journal.close();
        store.close();
    }

    private static final class Pad implements SqlModule {
        @Override
        public String schema() {
            return "pad";
        }

        @Override
        public String remarks() {
            return "Odd names.";
        }

        @Override
        public List<VirtualTable<?>> tables() {
            List<VirtualTable<?>> tables = new ArrayList<>();
            for (String name : TABLES) {
                tables.add(VirtualTable.<Long>named(name, "Called so.")
                        .column("id", bigint(), id -> id, "Number.")
                        .rows((wanted, call) -> Stream.of(1L)));
            }
            return tables;
        }

        @Override
        public List<Procedure<?>> procedures() {
            return List.of();
        }
    }
}
