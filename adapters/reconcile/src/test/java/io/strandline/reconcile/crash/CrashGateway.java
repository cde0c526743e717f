package io.strandline.reconcile.crash;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.iceberg.IcebergCatalog;
import io.strandline.catalog.iceberg.LakeColumn;
import io.strandline.catalog.iceberg.LakeWriter;
import io.strandline.common.Caller;
import io.strandline.common.EffectResolver;
import io.strandline.common.Effects;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.SystemCall;
import io.strandline.common.TableRef;
import io.strandline.reconcile.Adoptions;
import io.strandline.reconcile.Evidence;
import io.strandline.reconcile.Reconciler;
import io.strandline.reconcile.Repairs;
import io.strandline.reconcile.store.StoredScans;
import io.strandline.registry.Connection;
import io.strandline.registry.Connections;
import io.strandline.registry.Registrar;
import io.strandline.registry.SourceRegistrar;
import io.strandline.registry.local.LocalFileLocator;
import io.strandline.registry.store.StoredRegistrations;
import io.strandline.registry.store.StoredSources;
import io.strandline.store.Journal;
import io.strandline.store.JournalOptions;
import io.strandline.store.database.DatabaseJournal;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/** The parts of a gateway that change something, joined as the server joins them, on a lake and a store that are real. */
final class CrashGateway implements AutoCloseable {
    static final Caller ANN = new Caller("ann", Role.ADMIN);
    static final List<String> SCRATCH = List.of("scratch");

    /** How a gateway of a test differs from one of the server. */
    record Settings(
            Path directory,
            StoreOptions store,
            Duration lease,
            Clock clock,
            UnaryOperator<Map<String, EffectResolver>> resolvers,
            UnaryOperator<Effects> effects) {
        static Settings of(Path directory, StoreOptions store, Duration lease) {
            return new Settings(
                    directory, store, lease, Clock.systemUTC(), UnaryOperator.identity(), UnaryOperator.identity());
        }

        Settings withClock(Clock other) {
            return new Settings(directory, store, lease, other, resolvers, effects);
        }

        Settings withResolvers(UnaryOperator<Map<String, EffectResolver>> others) {
            return new Settings(directory, store, lease, clock, others, effects);
        }

        Settings withEffects(UnaryOperator<Effects> others) {
            return new Settings(directory, store, lease, clock, resolvers, others);
        }
    }

    final IcebergCatalog catalog;
    final LakeWriter writer;
    final StoreDatabase store;
    final DatabaseJournal journal;
    final StoredRegistrations registrations;
    final StoredSources sources;
    final StoredScans scans;
    private final Settings settings;
    private final Calls calls;
    private final ExecutorService executor = Executors.newCachedThreadPool();

    CrashGateway(Settings settings) {
        this.settings = settings;
        this.catalog = CatalogFactory.create(
                "prod",
                Map.of(
                        "type",
                        "jdbc",
                        "uri",
                        "jdbc:sqlite:" + settings.directory().resolve("catalog.db"),
                        "warehouse",
                        settings.directory().resolve("warehouse").toString()));
        this.writer = LakeWriter.on(catalog);
        writer.createNamespace(SCRATCH);
        this.store = StoreDatabase.open(settings.store(), "registry", "reconcile");
        this.registrations = new StoredRegistrations(store);
        this.sources = new StoredSources(store);
        this.scans = new StoredScans(store);
        Connections connections = new Connections(List.of(
                new Connection("scratch", "prod", SCRATCH, false, List.of(at("uploads/")), null, null, "for tests")));
        Catalogs catalogs = new Catalogs(List.of(catalog));
        LocationRules rules = LocationRules.defaults();
        Evidence evidence = new Evidence(catalogs, registrations, sources, new LocalFileLocator(), rules);
        Registrar registrar = new Registrar(
                connections,
                catalogs,
                registrations,
                sources,
                rules,
                () -> UUID.randomUUID().toString());
        SourceRegistrar sourceRegistrar = new SourceRegistrar(sources, registrations, rules);
        Reconciler reconciler = new Reconciler(connections, evidence, scans, executor, 4, settings.clock());
        Repairs repairs = new Repairs(connections, evidence, reconciler, settings.clock());
        Adoptions adoptions = new Adoptions(connections, evidence, registrar);
        this.calls = new Calls(registrar, sourceRegistrar, reconciler, repairs, adoptions, this::object);
        this.journal = DatabaseJournal.open(
                store, new JournalOptions(1 << 20, Duration.ofDays(1), settings.lease()), settings.clock());
        Map<String, EffectResolver> resolvers = new HashMap<>(reconciler.resolvers());
        resolvers.putAll(repairs.resolvers());
        resolvers.putAll(registrar.resolvers());
        resolvers.putAll(sourceRegistrar.resolvers());
        journal.start(settings.resolvers().apply(resolvers));
    }

    Location at(String relative) {
        return Location.parse("file://" + settings.directory() + "/" + relative);
    }

    static TableRef ref(String name) {
        return new TableRef("prod", SCRATCH, name);
    }

    /** The stored file over which a table of that name lies. */
    Location object(String name) {
        return at("uploads/" + name + "/rows.csv");
    }

    /** A table: over a file of its own, external without a file, or managed, as its name begins. */
    void make(String name) {
        Location object = object(name);
        if (name.startsWith("file_")) {
            write(object);
        }
        writer.createTable(
                ref(name),
                List.of(LakeColumn.required("id", "long")),
                name.startsWith("own_")
                        ? Optional.empty()
                        : Optional.of(object.directory().text()),
                Map.of());
    }

    private static void write(Location object) {
        try {
            Path file = Path.of(object.path());
            Files.createDirectories(file.getParent());
            Files.write(file, new byte[] {'1', '\n'});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean exists(String name) {
        return catalog.exists(ref(name), system());
    }

    SystemCall system() {
        return new SystemCall(settings.clock().instant());
    }

    Journal.Request request(String key, String text) {
        return new Journal.Request(
                UUID.randomUUID().toString(),
                ANN,
                key,
                "hash of " + text,
                "CALL " + text,
                true,
                settings.clock().instant());
    }

    /** What the caller of a call under that key is told, as the server does it: once, however often it is asked. */
    String run(String key, String text) {
        Journal.Request request = request(key, text);
        Journal.Claim claim = journal.claim(request);
        if (claim instanceof Journal.InFlight) {
            return told(journal.awaitEnd(ANN.user(), key, Duration.ofSeconds(30), () -> {}));
        }
        if (claim instanceof Journal.Ended ended) {
            return told(ended.entry());
        }
        Journal.Running running = ((Journal.Fresh) claim).running();
        String answer;
        try {
            answer = calls.execute(
                    text,
                    new JournaledCall(
                            ANN,
                            request.statementId(),
                            request.startedAt(),
                            settings.effects().apply(running.effects())));
        } catch (StrandlineException e) {
            notStoredYet(
                    () -> running.fail(e.code().sqlState(), e.code().vendorCode(), StrandlineException.describe(e)));
            return "error " + e.code().sqlState();
        }
        notStoredYet(() -> running.succeed(answer));
        return "ok " + answer;
    }

    /** A store that does not take the end takes nothing back. */
    private static void notStoredYet(Runnable end) {
        try {
            end.run();
        } catch (StrandlineException e) {
            if (e.code() != ErrorCode.STORE) {
                throw e;
            }
        }
    }

    /** What the caller of a call that ended is told. */
    static String told(Journal.Entry entry) {
        if (entry.sqlState() != null) {
            return "error " + entry.sqlState();
        }
        return entry.answer() == null ? "lost " + entry.state() : "ok " + entry.answer();
    }

    /** Ends without a word, as far as a process can that goes on. */
    void die() {
        executor.shutdownNow();
        store.close();
        writer.close();
        catalog.close();
    }

    @Override
    public void close() {
        journal.close();
        die();
    }
}
