package io.strandline.sink.database;

import io.strandline.sink.BatchAtomicity;
import io.strandline.sink.Capability;
import io.strandline.sink.SinkConnector;
import io.strandline.sink.SinkDescription;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.SinkReader;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.UnknownFields;
import io.strandline.sink.WriteMode;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes drivers for tables of one kind of database: {@link #postgresql()} and {@link #sqlite()}. */
public final class DatabaseConnector implements SinkConnector {
    private final DatabaseKind kind;

    /** What is left of the connections that each sink may have. */
    private final Map<String, Semaphore> free = new ConcurrentHashMap<>();

    /** How many write each database. */
    private final Map<String, AtomicInteger> writers = new ConcurrentHashMap<>();

    private DatabaseConnector(DatabaseKind kind) {
        this.kind = kind;
    }

    /** PostgreSQL. */
    public static DatabaseConnector postgresql() {
        return new DatabaseConnector(new Postgresql());
    }

    /** SQLite. */
    public static DatabaseConnector sqlite() {
        return new DatabaseConnector(new Sqlite());
    }

    @Override
    public String name() {
        return kind.name();
    }

    @Override
    public String configSchema() {
        return DatabaseSettings.schema(kind.urlPrefix());
    }

    @Override
    public SinkDescription describe(SinkSpec spec) {
        return describe(spec, DatabaseSettings.of(spec, kind.urlPrefix()));
    }

    private SinkDescription describe(SinkSpec spec, DatabaseSettings settings) {
        Set<Capability> capabilities = EnumSet.of(
                Capability.STAGING, Capability.COMMIT_TOKEN, Capability.CLEANUP, Capability.SCHEMA_EVOLUTION);
        if (settings.keepsJournal()) {
            capabilities.add(Capability.ROLLBACK);
        }
        if (!kind.nativeLoads().isEmpty()) {
            capabilities.add(Capability.NATIVE_LOAD);
        }
        return new SinkDescription(
                spec.id(),
                kind.name(),
                kind.datasetUri(settings),
                EnumSet.allOf(WriteMode.class),
                capabilities,
                UnknownFields.REFUSED,
                BatchAtomicity.ATOMIC,
                true,
                kind.nativeLoads(),
                configSchema());
    }

    @Override
    public SinkDriver open(SinkSpec spec) {
        DatabaseSettings settings = DatabaseSettings.of(spec, kind.urlPrefix());
        return new DatabaseDriver(describe(spec, settings), connections(spec, settings));
    }

    @Override
    public Optional<SinkReader> reader(SinkSpec spec) {
        return Optional.of(new DatabaseReader(connections(spec, DatabaseSettings.of(spec, kind.urlPrefix()))));
    }

    private Connections connections(SinkSpec spec, DatabaseSettings settings) {
        return new Connections(
                kind,
                settings,
                spec.id(),
                free.computeIfAbsent(
                        spec.id() + " " + settings.mostConnections() + " " + settings,
                        sink -> new Semaphore(settings.mostConnections())),
                writers.computeIfAbsent(settings.database(), database -> new AtomicInteger()));
    }
}
