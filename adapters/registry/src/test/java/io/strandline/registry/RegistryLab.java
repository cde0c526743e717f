package io.strandline.registry;

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
import io.strandline.registry.local.LocalFileLocator;
import io.strandline.registry.store.StoredMoves;
import io.strandline.registry.store.StoredRegistrations;
import io.strandline.registry.store.StoredSinks;
import io.strandline.registry.store.StoredSources;
import io.strandline.registry.store.Stores;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.AuditEntry;
import io.strandline.store.JournalOptions;
import io.strandline.store.database.DatabaseAuditLog;
import io.strandline.store.database.DatabaseJournal;
import io.strandline.store.database.Dialect;
import io.strandline.store.database.StoreDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A real catalog, real files and a real store, with all that changes the registry. */
final class RegistryLab implements AutoCloseable {
    static final List<String> SCRATCH = List.of("scratch");

    final IcebergCatalog catalog;
    final LakeWriter writer;
    final StoreDatabase store;
    final DatabaseJournal journal;
    final StoredRegistrations registrations;
    final StoredSources stored;
    final StoredMoves moves;
    final Registrar registrar;
    final SourceRegistrar sources;
    final Followers followers;
    final SourceMover mover;
    final Webhooks webhooks;
    final StoredSinks sinks;
    final SinkRegistrar sinkRegistrar;
    private final Path directory;

    RegistryLab(Dialect dialect, Path directory) {
        this.directory = directory;
        catalog = CatalogFactory.create(
                "prod",
                Map.of(
                        "type",
                        "jdbc",
                        "uri",
                        "jdbc:sqlite:" + directory.resolve("catalog.db"),
                        "warehouse",
                        directory.resolve("lake").toString()));
        writer = LakeWriter.on(catalog);
        writer.createNamespace(SCRATCH);
        store = Stores.open(dialect, directory);
        registrations = new StoredRegistrations(store);
        stored = new StoredSources(store);
        moves = new StoredMoves(store);
        LocationRules rules = LocationRules.defaults();
        Connections connections = new Connections(
                List.of(connection("scratch", false), connection("other", false), connection("frozen", true)));
        Catalogs catalogs = new Catalogs(List.of(catalog));
        AtomicInteger ids = new AtomicInteger();
        registrar = new Registrar(
                connections,
                catalogs,
                registrations,
                stored,
                new LocalFileLocator(),
                rules,
                () -> "r" + ids.incrementAndGet());
        sources = new SourceRegistrar(connections, stored, registrations, rules);
        followers = new Followers(connections, catalogs, registrations, moves, stored, rules);
        mover = new SourceMover(connections, stored, moves, followers, rules);
        webhooks = new Webhooks(connections, catalogs, stored, registrations);
        sinks = new StoredSinks(store);
        sinkRegistrar = new SinkRegistrar(connections, catalogs, sinks);
        journal = DatabaseJournal.open(store, JournalOptions.defaults(), Clock.fixed(Statement.NOW, ZoneOffset.UTC));
        Map<String, EffectResolver> resolvers = new HashMap<>(registrar.resolvers());
        resolvers.putAll(sources.resolvers());
        resolvers.putAll(followers.resolvers());
        resolvers.putAll(mover.resolvers());
        resolvers.putAll(sinkRegistrar.resolvers());
        journal.start(resolvers);
    }

    private static Connection connection(String name, boolean readOnly) {
        return new Connection(name, "prod", SCRATCH, readOnly, List.of(), null, null, "");
    }

    <T> T as(Role role, Function<Statement, T> work) {
        try (Statement call = new Statement(journal, "ada", role)) {
            return work.apply(call);
        }
    }

    <T> T operator(Function<Statement, T> work) {
        return as(Role.OPERATOR, work);
    }

    /** A place below the uploads. */
    Location at(String path) {
        return Location.parse(directory.resolve("uploads").resolve(path).toString());
    }

    /** A file below the uploads, as somebody else writes it. */
    Location file(String path) {
        Path file = directory.resolve("uploads").resolve(path);
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, "1\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return at(path);
    }

    /** A stored file, known by its id, in a directory of that name. */
    void source(String id) {
        Location object = file(id + "/rows.csv");
        operator(call -> sources.register(SourceKind.FILE, id, object, null, false, call));
    }

    TableRef table(String name, Location place) {
        TableRef ref = new TableRef("prod", SCRATCH, name);
        writer.createTable(ref, List.of(LakeColumn.of("id", "long")), Optional.of(place.text()), Map.of());
        return ref;
    }

    void drop(String name) {
        as(Role.ADMIN, call -> catalog.drop(new TableRef("prod", SCRATCH, name), call));
    }

    Registration register(String connection, String table, SourceKind kind, String source, boolean follows) {
        RegisterRequest request = new RegisterRequest(connection, table, null, kind, source, follows, false);
        return operator(call -> registrar.register(request, call)).registration();
    }

    Registration kept(String id) {
        return registrations.byId(id).orElseThrow();
    }

    List<AuditEntry> audit() {
        return as(
                Role.ADMIN,
                call -> new DatabaseAuditLog(store)
                        .entries(Wanted.all(Set.of()), call)
                        .toList());
    }

    @Override
    public void close() {
        writer.close();
        catalog.close();
        journal.close();
        store.close();
    }
}
