package io.strandline.reconcile.crash;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.Planner;
import io.strandline.catalog.TableReconciler;
import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.iceberg.IcebergCatalog;
import io.strandline.catalog.iceberg.LakeColumn;
import io.strandline.catalog.iceberg.LakeWriter;
import io.strandline.common.Caller;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.SystemCall;
import io.strandline.common.TableRef;
import io.strandline.reconcile.Adoptions;
import io.strandline.reconcile.Evidence;
import io.strandline.reconcile.FindingKind;
import io.strandline.reconcile.Notice;
import io.strandline.reconcile.NoticeRule;
import io.strandline.reconcile.Outbox;
import io.strandline.reconcile.Reconciler;
import io.strandline.reconcile.Repairs;
import io.strandline.reconcile.Severity;
import io.strandline.reconcile.store.StoredOutbox;
import io.strandline.reconcile.store.StoredScans;
import io.strandline.reconcile.webhook.Endpoint;
import io.strandline.reconcile.webhook.Notifier;
import io.strandline.reconcile.webhook.NotifierOptions;
import io.strandline.registry.Connection;
import io.strandline.registry.Connections;
import io.strandline.registry.Followers;
import io.strandline.registry.Registrar;
import io.strandline.registry.Source;
import io.strandline.registry.SourceMover;
import io.strandline.registry.SourceRegistrar;
import io.strandline.registry.local.LocalFileLocator;
import io.strandline.registry.store.StoredMoves;
import io.strandline.registry.store.StoredRegistrations;
import io.strandline.registry.store.StoredSources;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.Journal;
import io.strandline.store.JournalOptions;
import io.strandline.store.database.DatabaseJournal;
import io.strandline.store.database.DatabaseLeases;
import io.strandline.store.database.StoreDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The parts of a gateway that change something, joined as the server joins them, on a lake and a store that are real. */
final class CrashGateway implements AutoCloseable {
    static final Caller ANN = new Caller("ann", Role.ADMIN);
    static final List<String> SCRATCH = List.of("scratch");
    private static final NoticeRule TOLD = new NoticeRule(EnumSet.allOf(FindingKind.class), Severity.INFO);
    private static final NotifierOptions QUICK = new NotifierOptions(
            Duration.ofMillis(10),
            Duration.ofMillis(200),
            100,
            Duration.ofMillis(10),
            Duration.ofMillis(20),
            Duration.ofDays(3),
            Duration.ofDays(7));

    final IcebergCatalog catalog;
    final LakeWriter writer;
    final StoreDatabase store;
    final DatabaseJournal journal;
    final StoredRegistrations registrations;
    private final StoredSources sources;
    final StoredScans scans;
    final Outbox outbox;
    private final CrashSettings settings;
    private final Calls calls;
    private final @Nullable Notifier notifier;
    private final ExecutorService executor = Executors.newCachedThreadPool();

    CrashGateway(CrashSettings settings) {
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
        this.scans = new StoredScans(store, Map.of("scratch", TOLD), Duration.ofDays(400));
        this.outbox = new StoredOutbox(store);
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
        SourceRegistrar sourceRegistrar = new SourceRegistrar(connections, sources, registrations, rules);
        StoredMoves moves = new StoredMoves(store);
        Followers followers = new Followers(connections, catalogs, registrations, moves, sources, rules);
        SourceMover mover = new SourceMover(connections, sources, moves, followers, rules);
        Reconciler reconciler = new Reconciler(connections, evidence, scans, executor, 4, settings.clock());
        Repairs repairs = new Repairs(connections, evidence, reconciler, settings.clock());
        Adoptions adoptions = new Adoptions(connections, evidence, registrar);
        TableReconciler tables =
                new TableReconciler(catalogs, new Planner(rules), settings.clock(), TableReconciler.DEFAULT_ATTEMPTS);
        this.calls = new Calls(registrar, sourceRegistrar, mover, reconciler, repairs, adoptions, tables, this::object);
        this.journal = DatabaseJournal.open(
                store, new JournalOptions(1 << 20, Duration.ofDays(1), settings.lease()), settings.clock());
        Map<String, EffectResolver> resolvers = new HashMap<>(reconciler.resolvers());
        resolvers.putAll(repairs.resolvers());
        resolvers.putAll(registrar.resolvers());
        resolvers.putAll(sourceRegistrar.resolvers());
        resolvers.putAll(followers.resolvers());
        resolvers.putAll(mover.resolvers());
        resolvers.putAll(tables.resolvers());
        journal.start(settings.resolvers().apply(resolvers));
        this.notifier = settings.webhook() == null ? null : notifier(settings.webhook());
    }

    private Notifier notifier(Endpoint webhook) {
        Notifier started = new Notifier(
                List.of(webhook),
                settings.twin().outbox(outbox),
                DatabaseLeases.open(store, settings.clock()),
                settings.clock(),
                QUICK);
        started.start();
        return started;
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

    /** Somebody else makes the table anew over another file. */
    void move(String name) {
        Location object = object(Calls.moved(name));
        write(object);
        writer.moveTable(ref(name), object.directory().text());
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

    Stream<Source> sources() {
        return sources.read(Wanted.all(Set.of()), system());
    }

    Stream<Notice> notices() {
        return outbox.notices(Wanted.all(Set.of()), system());
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
                            settings.twin().effects(running.effects())));
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
        if (notifier != null) {
            notifier.close();
        }
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
