package io.strandline.registry.sql;

import io.strandline.common.EffectResolver;
import io.strandline.registry.Connections;
import io.strandline.registry.Registrar;
import io.strandline.registry.Registrations;
import io.strandline.registry.SourceRegistrar;
import io.strandline.registry.Sources;
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
            SourceRegistrar sourceRegistrar) {
        this.tables = List.of(
                RegistryTables.connections(connections),
                RegistryTables.registrations(registrations),
                RegistryTables.sources(sources));
        this.procedures = List.of(
                RegistryProcedures.register(registrar),
                RegistryProcedures.unregister(registrar),
                RegistryProcedures.registerSource(sourceRegistrar),
                RegistryProcedures.unregisterSource(sourceRegistrar));
        resolvers.putAll(registrar.resolvers());
        resolvers.putAll(sourceRegistrar.resolvers());
    }

    @Override
    public String schema() {
        return "registry";
    }

    @Override
    public String remarks() {
        return "Connections, the tables registered on them, and the stored files those come from.";
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
