package io.strandline.gateway;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.LakeTable;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.sql.LakeWriters;
import io.strandline.common.Caller;
import io.strandline.common.TableRef;
import io.strandline.gateway.config.GatewayConfig;
import io.strandline.gateway.config.SinkSettings;
import io.strandline.gateway.config.StoreSettings;
import io.strandline.registry.Connections;
import io.strandline.registry.store.StoredSinks;
import io.strandline.sink.DeclaredSinks;
import io.strandline.sink.RunEngine;
import io.strandline.sink.SinkConnector;
import io.strandline.sink.database.DatabaseConnector;
import io.strandline.sink.iceberg.IcebergConnector;
import io.strandline.sink.sql.SinkSql;
import io.strandline.sink.sql.SinkWriters;
import io.strandline.sink.sql.TableKeys;
import io.strandline.sink.store.RunUpkeep;
import io.strandline.sink.store.StoredRuns;
import io.strandline.sink.store.StoredSinkDeclarations;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.Queries;
import io.strandline.sqlkit.TableWriter;
import io.strandline.store.Journal;
import io.strandline.store.Leases;
import io.strandline.store.database.StoreDatabase;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;

/** The sinks of a configuration, and which driver serves each. */
final class OpenSinks implements LakeWriters {
    private final Catalogs catalogs;
    private final SinkWriters writers;
    private final SinkSql module;

    /** Whether a driver writes the tables of catalogs, so that each is a sink by itself. */
    private final boolean hasTableDriver;

    /**
     * Those of the configuration and of the store. No destination is asked.
     *
     * @param queries asks queries, once the engine is there
     * @param closing ends what says that this gateway lives
     * @throws io.strandline.common.StrandlineException {@code CONFIGURATION} naming what is wrong
     */
    OpenSinks(
            GatewayConfig config,
            Catalogs catalogs,
            Connections connections,
            StoreDatabase store,
            Leases leases,
            Journal journal,
            Queries queries,
            Clock clock,
            Closing closing) {
        this.catalogs = catalogs;
        List<SinkConnector> connectors =
                List.of(new IcebergConnector(catalogs), DatabaseConnector.postgresql(), DatabaseConnector.sqlite());
        this.hasTableDriver =
                connectors.stream().anyMatch(connector -> connector.name().equals(DeclaredSinks.TABLE_DRIVER));
        DeclaredSinks sinks = new DeclaredSinks(
                connectors, SinkSettings.of(config), new StoredSinkDeclarations(store), this::takesRows);
        String owner = UUID.randomUUID().toString();
        StoredRuns kept = new StoredRuns(store, leases, owner);
        RunEngine runs = new RunEngine(sinks, kept, new RulePredicates(journal, clock), owner, clock);
        this.writers = new SinkWriters(
                sinks,
                runs,
                TableKeys.of(catalogs),
                (caller, table) -> mayWrite(connections, caller, table),
                new RegisteredSinks(new StoredSinks(store), catalogs),
                closing.addExecutor(Executors.newCachedThreadPool(Closing.daemons("strandline-write"))));
        this.module = new SinkSql(sinks, writers, runs, kept, queries);
        closing.add(new RunUpkeep(kept, StoreSettings.historyKept(config.store()), clock));
    }

    /** The schema {@code sink}. */
    SinkSql module() {
        return module;
    }

    private boolean takesRows(String catalog) {
        return hasTableDriver
                && catalogs.all().stream()
                        .filter(known -> known.name().equals(catalog))
                        .findFirst()
                        .flatMap(TableCatalog::writes)
                        .isPresent();
    }

    /** In the namespaces of the connections that were granted, as far as these may be written. */
    private static boolean mayWrite(Connections connections, Caller caller, TableRef table) {
        return connections.all().stream()
                .anyMatch(connection -> caller.grants().connection(connection.name())
                        && !connection.readOnly()
                        && connection.catalog().equals(table.catalog())
                        && table.namespace().equals(connection.namespace()));
    }

    @Override
    public Optional<TableWriter> of(LakeTable table, List<? extends Column<?>> columns) {
        return takesRows(table.ref().catalog()) ? Optional.of(writers.of(table.ref(), columns)) : Optional.empty();
    }
}
