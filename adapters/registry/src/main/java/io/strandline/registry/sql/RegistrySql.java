package io.strandline.registry.sql;

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
import io.strandline.sqlkit.SchemaModule;
import io.strandline.sqlkit.SqlModule;
import java.util.List;

/** The schema {@code registry}. */
public final class RegistrySql {
    private RegistrySql() {}

    /** The schema over that registry. */
    public static SqlModule of(
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
        return new SchemaModule(
                "registry",
                "Connections, the tables registered on them, the sources those come from, and who writes tables.",
                List.of(
                        RegistryTables.connections(connections),
                        RegistryTables.registrations(registrations),
                        RegistryTables.sources(sources),
                        RegistryTables.sinks(sinks)),
                List.of(
                        RegistryProcedures.register(registrar),
                        RegistryProcedures.unregister(registrar),
                        SourceProcedures.registerSource(sourceRegistrar),
                        SourceProcedures.moveSource(sourceMover),
                        SourceProcedures.unregisterSource(sourceRegistrar, webhooks),
                        SourceProcedures.follow(followers),
                        SinkProcedures.registerSink(sinkRegistrar),
                        SinkProcedures.unregisterSink(sinkRegistrar)),
                SchemaModule.together(List.of(
                        registrar.resolvers(),
                        sourceRegistrar.resolvers(),
                        sourceMover.resolvers(),
                        followers.resolvers(),
                        sinkRegistrar.resolvers())));
    }
}
