package io.strandline.registry.sql;

import io.strandline.common.EffectResolver;
import io.strandline.registry.Connections;
import io.strandline.registry.Followers;
import io.strandline.registry.Registrar;
import io.strandline.registry.Registrations;
import io.strandline.registry.SinkRegistrar;
import io.strandline.registry.Sinks;
import io.strandline.registry.SourceMover;
import io.strandline.registry.SourceRegistrar;
import io.strandline.registry.Sources;
import io.strandline.registry.Webhooks;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.VirtualTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The schema {@code registry}. */
public final class RegistrySql implements SqlModule {
    private final List<VirtualTable<?>> tables;
    private final List<Procedure<?>> procedures;
    private final Map<String, EffectResolver> resolvers = new HashMap<>();

    /** The schema over that registry. */
    public RegistrySql(
            Connections connections,
            Registrations registrations,
            Sources sources,
            Registrar registrar,
            SourceRegistrar sourceRegistrar,
            SourceMover sourceMover,
            Followers followers,
            Webhooks webhooks,
            Sinks sinks,
            SinkRegistrar sinkRegistrar) {
        this.tables = List.of(
                RegistryTables.connections(connections),
                RegistryTables.registrations(registrations),
                RegistryTables.sources(sources),
                RegistryTables.sinks(sinks));
        this.procedures = List.of(
                RegistryProcedures.register(registrar),
                RegistryProcedures.unregister(registrar),
                SourceProcedures.registerSource(sourceRegistrar),
                SourceProcedures.moveSource(sourceMover),
                SourceProcedures.unregisterSource(sourceRegistrar, webhooks),
                SourceProcedures.follow(followers),
                SinkProcedures.registerSink(sinkRegistrar),
                SinkProcedures.unregisterSink(sinkRegistrar));
        resolvers.putAll(registrar.resolvers());
        resolvers.putAll(sourceRegistrar.resolvers());
        resolvers.putAll(sourceMover.resolvers());
        resolvers.putAll(followers.resolvers());
        resolvers.putAll(sinkRegistrar.resolvers());
    }

    @Override
    public String schema() {
        return "registry";
    }

    @Override
    public String remarks() {
        return "Connections, the tables registered on them, the sources those come from, and who writes tables.";
    }

    @Override
    public List<VirtualTable<?>> tables() {
        return tables;
    }

    @Override
    public List<Procedure<?>> procedures() {
        return procedures;
    }

    @Override
    public Map<String, EffectResolver> resolvers() {
        return Map.copyOf(resolvers);
    }
}
