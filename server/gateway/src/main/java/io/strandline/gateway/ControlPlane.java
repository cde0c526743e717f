package io.strandline.gateway;

import io.strandline.catalog.CatalogEntries;
import io.strandline.catalog.Catalogs;
import io.strandline.catalog.DesiredState;
import io.strandline.catalog.FileInventory;
import io.strandline.catalog.Planner;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TableCredentials;
import io.strandline.catalog.TableMaintenance;
import io.strandline.catalog.TableReconciler;
import io.strandline.catalog.TableRefs;
import io.strandline.catalog.sql.CatalogModule;
import io.strandline.catalog.sql.MaintenanceModule;
import io.strandline.catalog.store.StoredDesiredTables;
import io.strandline.common.EffectResolver;
import io.strandline.common.LocationRules;
import io.strandline.gateway.call.JobStart;
import io.strandline.gateway.config.CatalogSettings;
import io.strandline.gateway.config.ConnectionSettings;
import io.strandline.gateway.config.GatewayConfig;
import io.strandline.gateway.config.LocationSettings;
import io.strandline.gateway.config.LogSettings;
import io.strandline.gateway.config.ManifestSettings;
import io.strandline.gateway.config.NotifySettings;
import io.strandline.gateway.config.PolicySettings;
import io.strandline.gateway.config.ReconcileSettings;
import io.strandline.gateway.config.StoreSettings;
import io.strandline.log.sql.LogSql;
import io.strandline.manifest.ManifestCommits;
import io.strandline.manifest.ManifestPlaces;
import io.strandline.manifest.ManifestUpkeep;
import io.strandline.manifest.sql.ManifestSql;
import io.strandline.manifest.store.StoredManifests;
import io.strandline.reconcile.Adoptions;
import io.strandline.reconcile.AutomaticRepairs;
import io.strandline.reconcile.Evidence;
import io.strandline.reconcile.Reconciler;
import io.strandline.reconcile.Repairs;
import io.strandline.reconcile.sql.ReconcileSql;
import io.strandline.reconcile.store.StoredHistory;
import io.strandline.reconcile.store.StoredOutbox;
import io.strandline.reconcile.store.StoredScans;
import io.strandline.reconcile.webhook.Endpoint;
import io.strandline.reconcile.webhook.Notifier;
import io.strandline.reconcile.webhook.NotifierOptions;
import io.strandline.registry.Connections;
import io.strandline.registry.DeclaredLocations;
import io.strandline.registry.Followers;
import io.strandline.registry.Locator;
import io.strandline.registry.Registrar;
import io.strandline.registry.SinkRegistrar;
import io.strandline.registry.SourceMover;
import io.strandline.registry.SourceRegistrar;
import io.strandline.registry.Webhooks;
import io.strandline.registry.sql.RegistrySql;
import io.strandline.registry.store.StoredMoves;
import io.strandline.registry.store.StoredRegistrations;
import io.strandline.registry.store.StoredSinks;
import io.strandline.registry.store.StoredSources;
import io.strandline.sqlkit.Queries;
import io.strandline.sqlkit.SqlModule;
import io.strandline.store.Jobs;
import io.strandline.store.Journal;
import io.strandline.store.JournalOptions;
import io.strandline.store.Leases;
import io.strandline.store.database.DatabaseAuditLog;
import io.strandline.store.database.DatabaseJobs;
import io.strandline.store.database.DatabaseJournal;
import io.strandline.store.database.DatabaseLeases;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.sql.StoreModule;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The adapters joined: what a configuration names, opened, as modules of SQL and a journal. The one place that knows which
 * backend serves which port.
 */
final class ControlPlane implements AutoCloseable {
    /** Look-ups of one comparison that run at a time. */
    private static final int LOOK_UPS = 8;

    private final Closing closing = new Closing();
    private final StoreDatabase store;
    private final DatabaseJournal journal;
    private final Jobs jobs;
    private final Leases leases;
    private final List<SqlModule> modules;
    private final Followers followers;
    private final AutomaticRepairs automaticRepairs;

    private ControlPlane(GatewayConfig config, Queries queries, Clock clock) {
        try {
            Connections connections = ConnectionSettings.of(config);
            List<Endpoint> webhooks = NotifySettings.endpoints(config);
            Catalogs catalogs = OpenCatalogs.of(CatalogSettings.of(config));
            catalogs.all().forEach(closing::add);
            this.store = closing.add(StoreDatabase.open(
                    StoreSettings.options(config.store()),
                    "catalog",
                    "registry",
                    "reconcile",
                    "manifest",
                    "log",
                    "sink"));
            OpenLogs logs = OpenLogs.of(LogSettings.of(config), store, clock, closing);
            this.journal = closing.add(DatabaseJournal.open(store, JournalOptions.defaults(), clock));
            this.leases = DatabaseLeases.open(store, clock);
            OpenSinks sinks =
                    new OpenSinks(config, catalogs, connections, store, leases, journal, queries, clock, closing);
            Parts parts = parts(config, connections, catalogs, store, logs, sinks, clock);
            this.modules = parts.modules();
            this.followers = parts.followers();
            this.automaticRepairs = parts.automaticRepairs();
            this.jobs = new DatabaseJobs(store, journal);
            journal.start(resolvers(modules, journal), logs.ownEvents());
            logs.startRelays(store, leases, closing);
            closing.add(new Notifier(webhooks, new StoredOutbox(store), leases, clock, NotifierOptions.DEFAULTS))
                    .start();
        } catch (RuntimeException | Error e) {
            closing.close();
            throw e;
        }
    }

    /**
     * Opens everything the configuration names, and resolves what a dead gateway left unfinished (GW-1).
     *
     * @param queries asks queries of the engine over this, once it is there
     */
    static ControlPlane open(GatewayConfig config, Queries queries, Clock clock) {
        return new ControlPlane(config, queries, clock);
    }

    private record Parts(List<SqlModule> modules, Followers followers, AutomaticRepairs automaticRepairs) {}

    private Parts parts(
            GatewayConfig config,
            Connections connections,
            Catalogs catalogs,
            StoreDatabase store,
            OpenLogs logs,
            OpenSinks writing,
            Clock clock) {
        LocationRules rules = LocationSettings.of(config);
        Locator locator = Stores.open(config, rules, closing);
        StoredRegistrations registrations = new StoredRegistrations(store);
        StoredSources sources = new StoredSources(store);
        StoredScans scans =
                new StoredScans(store, NotifySettings.rules(config), StoreSettings.historyKept(config.store()));
        StoredMoves moves = new StoredMoves(store);
        Followers followers = new Followers(connections, catalogs, registrations, moves, sources, rules);
        DesiredState declared = new DesiredState(
                catalogs,
                new StoredDesiredTables(store),
                new TableReconciler(catalogs, new Planner(rules), clock, ReconcileSettings.maxAttempts(config)));
        StoredSinks sinks = new StoredSinks(store);
        StateCache states = StateCache.ofAQuarterOfTheHeap();
        FileInventory files = new FileInventory(
                catalogs,
                new DeclaredLocations(connections, rules),
                states,
                rules,
                clock,
                ReconcileSettings.maxAttempts(config));
        Evidence evidence = new Evidence(catalogs, registrations, sources, locator, rules, declared, sinks, files);
        ExecutorService lookUps =
                closing.addExecutor(Executors.newCachedThreadPool(Closing.daemons("strandline-lookup")));
        Registrar registrar = new Registrar(
                connections,
                catalogs,
                registrations,
                sources,
                locator,
                rules,
                () -> UUID.randomUUID().toString());
        Reconciler reconciler = new Reconciler(connections, evidence, scans, lookUps, LOOK_UPS, clock);
        Repairs repairs = new Repairs(connections, evidence, reconciler, clock);
        AutomaticRepairs automatic = new AutomaticRepairs(PolicySettings.of(config), repairs);
        List<SqlModule> joined = List.of(
                StoreModule.of(new DatabaseAuditLog(store)),
                new CatalogModule(catalogs, new DeclaredLocations(connections, rules), states, declared, writing),
                maintenance(config, connections, catalogs, states, rules, clock),
                RegistrySql.of(
                        connections,
                        registrations,
                        sources,
                        registrar,
                        new SourceRegistrar(connections, sources, registrations, rules),
                        new SourceMover(connections, sources, moves, followers, rules),
                        followers,
                        new Webhooks(connections, catalogs, sources, registrations),
                        sinks,
                        new SinkRegistrar(connections, catalogs, sinks)),
                ReconcileSql.of(
                        reconciler,
                        repairs,
                        automatic,
                        new Adoptions(connections, evidence, registrar),
                        scans,
                        new StoredHistory(store),
                        new StoredOutbox(store)),
                manifests(config, store, rules, clock),
                new LogSql(logs.logs(), logs.views()),
                writing.module());
        return new Parts(joined, followers, automatic);
    }

    private SqlModule manifests(GatewayConfig config, StoreDatabase store, LocationRules rules, Clock clock) {
        StoredManifests manifests = new StoredManifests(store, rules, clock);
        ManifestPlaces places =
                new ManifestPlaces(ManifestSettings.locations(config), rules, Stores.manifests(config, rules, closing));
        return ManifestSql.of(
                manifests,
                new ManifestCommits(manifests, places),
                new ManifestUpkeep(manifests, places, ManifestSettings.mostObjects(config)));
    }

    private static SqlModule maintenance(
            GatewayConfig config,
            Connections connections,
            Catalogs catalogs,
            StateCache states,
            LocationRules rules,
            Clock clock) {
        int attempts = ReconcileSettings.maxAttempts(config);
        CatalogEntries entries = new CatalogEntries(catalogs, states, rules, clock);
        return MaintenanceModule.of(
                new TableRefs(catalogs, clock, attempts),
                entries,
                new TableMaintenance(
                        catalogs, new DeclaredLocations(connections, rules), states, rules, clock, attempts),
                new TableCredentials(catalogs, rules, clock));
    }

    private static Map<String, EffectResolver> resolvers(List<SqlModule> modules, Journal journal) {
        Map<String, EffectResolver> resolvers = new HashMap<>();
        resolvers.put(JobStart.ACTION, JobStart.resolver(journal));
        modules.forEach(module -> resolvers.putAll(module.resolvers()));
        return resolvers;
    }

    /** The journal of changing statements. */
    DatabaseJournal journal() {
        return journal;
    }

    /** Where it keeps what must survive. */
    StoreDatabase store() {
        return store;
    }

    /** What one gateway at a time may do. */
    Leases leases() {
        return leases;
    }

    /** How far its statements are. */
    Jobs jobs() {
        return jobs;
    }

    /** What the adapters add to SQL. */
    List<SqlModule> modules() {
        return modules;
    }

    /** Who moves registrations after their sources. */
    Followers followers() {
        return followers;
    }

    /** What policies let be repaired after a scheduled scan. */
    AutomaticRepairs automaticRepairs() {
        return automaticRepairs;
    }

    @Override
    public void close() {
        closing.close();
    }
}
