package io.strandline.reconcile;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.iceberg.IcebergCatalog;
import io.strandline.catalog.iceberg.LakeColumn;
import io.strandline.catalog.iceberg.LakeWriter;
import io.strandline.common.EffectResolver;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.Role;
import io.strandline.common.TableRef;
import io.strandline.reconcile.store.StoredHistory;
import io.strandline.reconcile.store.StoredScans;
import io.strandline.registry.Connection;
import io.strandline.registry.Connections;
import io.strandline.registry.Locator;
import io.strandline.registry.Registrar;
import io.strandline.registry.Registration;
import io.strandline.registry.Source;
import io.strandline.registry.SourceKind;
import io.strandline.registry.local.LocalFileLocator;
import io.strandline.registry.store.StoredRegistrations;
import io.strandline.registry.store.StoredSinks;
import io.strandline.registry.store.StoredSources;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.AuditEntry;
import io.strandline.store.JournalOptions;
import io.strandline.store.database.DatabaseAuditLog;
import io.strandline.store.database.DatabaseJournal;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A real lake, a real store, and the connections of these tests: nothing here is pretended but what the hooks do. */
final class Lab implements AutoCloseable {
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    static final int LOOK_UPS = 4;
    static final List<String> SCRATCH = List.of("scratch");

    final Path directory;
    private final String prefix;
    final IcebergCatalog real;
    final HookedCatalog catalog;
    final LakeWriter writer;
    final StoreDatabase store;
    final DatabaseJournal journal;
    final HookedRegistrations registrations;
    final StoredSources sources;
    final StoredSinks sinks;
    final StoredScans scans;
    final StoredHistory history;
    final Connections connections;
    final Evidence evidence;
    final Reconciler reconciler;
    final Repairs repairs;
    final Adoptions adoptions;
    volatile Locator locator = new LocalFileLocator();
    private final ExecutorService executor = Executors.newCachedThreadPool();
    final Map<String, EffectResolver> resolvers = new HashMap<>();
    private int statements;
    private int ids;

    Lab(Path directory) {
        this(
                directory,
                "jdbc:sqlite:" + directory.resolve("store.db"),
                "jdbc:sqlite:" + directory.resolve("catalog.db"),
                "s");
    }

    /** A gateway's part of a lake that others may share; the prefix is that of its statements' ids. */
    Lab(Path directory, String storeUrl, String catalogUri, String prefix) {
        this.directory = directory;
        this.prefix = prefix;
        this.real = CatalogFactory.create(
                "prod",
                Map.of(
                        "type",
                        "jdbc",
                        "uri",
                        catalogUri,
                        "warehouse",
                        directory.resolve("warehouse").toString()));
        this.catalog = new HookedCatalog(real);
        this.writer = LakeWriter.on(real);
        writer.createNamespace(SCRATCH);
        this.store = StoreDatabase.open(StoreOptions.of(storeUrl), "registry", "reconcile");
        this.registrations = new HookedRegistrations(new StoredRegistrations(store));
        this.sources = new StoredSources(store);
        this.sinks = new StoredSinks(store);
        this.scans = new StoredScans(store);
        this.history = new StoredHistory(store);
        this.connections = new Connections(List.of(
                connection("scratch", SCRATCH, false, null),
                connection("twin", SCRATCH, false, null),
                connection("frozen", SCRATCH, true, null),
                connection("bare", null, false, null),
                connection("tight", SCRATCH, false, 2)));
        this.evidence = new Evidence(
                new Catalogs(List.of(catalog)),
                registrations,
                sources,
                (object, call) -> locator.exists(object, call),
                LocationRules.defaults(),
                null,
                sinks,
                LabFiles.inventory(catalog, at("uploads")));
        this.reconciler = new Reconciler(connections, evidence, scans, executor, LOOK_UPS, CLOCK);
        this.repairs = new Repairs(connections, evidence, reconciler, CLOCK);
        Registrar registrar = new Registrar(
                connections,
                new Catalogs(List.of(catalog)),
                registrations,
                sources,
                LocationRules.defaults(),
                () -> "made" + ++ids);
        this.adoptions = new Adoptions(connections, evidence, registrar);
        this.journal = DatabaseJournal.open(store, JournalOptions.defaults(), CLOCK);
        resolvers.putAll(reconciler.resolvers());
        resolvers.putAll(repairs.resolvers());
        resolvers.putAll(registrar.resolvers());
        journal.start(resolvers);
    }

    private Connection connection(
            String name, @Nullable List<String> namespace, boolean readOnly, @Nullable Integer limit) {
        return new Connection(
                name,
                "prod",
                namespace,
                readOnly,
                List.of(at("uploads/"), at("managed/resources")),
                at("managed"),
                limit,
                "for tests");
    }

    Location at(String relative) {
        return Location.parse("file://" + directory.resolve("files") + "/" + relative);
    }

    static TableRef ref(String name) {
        return new TableRef("prod", SCRATCH, name);
    }

    Statement statement(Role role) {
        return new Statement(journal, role, prefix + ++statements);
    }

    /** A table of one row at that place below the files; null for a place in the warehouse. */
    TableRef table(String name, @Nullable String place) {
        TableRef ref = ref(name);
        writer.createTable(
                ref,
                List.of(LakeColumn.required("id", "long")),
                Optional.ofNullable(place).map(relative -> at(relative).text()),
                Map.of());
        writer.append(ref, List.of(List.of(1L)));
        return ref;
    }

    /** A stored file in a directory of its own below the uploads, and a table over that directory. */
    TableRef tableOverFile(String name, String fileId) {
        file(fileId, "uploads/" + fileId);
        return table(name, "uploads/" + fileId);
    }

    /** A stored file that is there, and known. */
    void file(String id, String place) {
        Location object = at(place + "/rows.csv");
        write(object, "1\n");
        sources.insert(new Source(SourceKind.FILE, id, object, object.directory(), "ada", NOW));
    }

    static void write(Location object, String text) {
        try {
            Path path = Path.of(object.path());
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Registration register(String id, String connection, String table, Location location, SourceKind kind) {
        Registration registration =
                new Registration(id, connection, ref(table), location, kind, id + "-source", "ada", NOW, null);
        registrations.insert(registration);
        return registration;
    }

    Registration register(String id, String table, Location location) {
        return register(id, "scratch", table, location, SourceKind.FILE);
    }

    boolean exists(TableRef table) {
        try (Statement call = statement(Role.ADMIN)) {
            return catalog.exists(table, call);
        }
    }

    /** Takes the metadata file away that the catalog's entry names; nobody has read it before. */
    void loseMetadata(String place) {
        try {
            Files.delete(metadataFile(place));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path metadataFile(String place) throws IOException {
        try (var files = Files.list(Path.of(at(place).path()).resolve("metadata"))) {
            return files.filter(file -> file.toString().endsWith(".metadata.json"))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    void dropBehindTheScenes(TableRef table) {
        try (Statement call = statement(Role.ADMIN)) {
            real.drop(table, call);
        }
    }

    void forgetBehindTheScenes(String registrationId) {
        new StoredRegistrations(store).delete(registrationId);
    }

    /** From now on the journal takes no new row. */
    void breakAudit() {
        store.change(dsl -> dsl.execute(
                "CREATE TRIGGER broken BEFORE INSERT ON effect BEGIN SELECT RAISE(ABORT, 'broken by the test'); END"));
    }

    /** From now on the journal takes no outcome. */
    void breakAuditAfterDrop() {
        store.change(dsl -> dsl.execute(
                "CREATE TRIGGER broken BEFORE UPDATE ON effect BEGIN SELECT RAISE(ABORT, 'broken by the test'); END"));
    }

    void mendAudit() {
        store.change(dsl -> dsl.execute("DROP TRIGGER broken"));
    }

    /** Whether the Parquet files of a table are still where it was. */
    boolean hasDataFiles(String place) {
        try (var files = Files.walk(Path.of(at(place).path()))) {
            return files.anyMatch(file -> file.toString().endsWith(".parquet"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    RepairOutcome drop(String table) {
        return repair("scratch", new RepairItem("drop", table, null));
    }

    RepairOutcome forget(String registrationId) {
        return repair("scratch", new RepairItem("forget", null, registrationId));
    }

    RepairOutcome repair(String connection, RepairItem item) {
        try (Statement call = statement(Role.ADMIN)) {
            return repairs.carryOut(connection, List.of(item), false, call).get(0);
        }
    }

    static Predicate<Connection> named(String... names) {
        return connection -> Set.of(names).contains(connection.name());
    }

    List<Finding> findings(String connection) {
        try (Statement call = statement(Role.READER)) {
            return reconciler.findings(named(connection), null, call).toList();
        }
    }

    /** The audit, oldest first. */
    List<AuditEntry> audit() {
        try (Statement call = statement(Role.ADMIN)) {
            return new DatabaseAuditLog(store)
                    .entries(Wanted.all(Set.of()), call)
                    .toList();
        }
    }

    AuditEntry lastAudit() {
        List<AuditEntry> entries = audit();
        return entries.get(entries.size() - 1);
    }

    @Override
    public void close() {
        executor.shutdownNow();
        writer.close();
        catalog.close();
        journal.close();
        store.close();
    }
}
