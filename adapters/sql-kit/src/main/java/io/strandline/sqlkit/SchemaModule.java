package io.strandline.sqlkit;

import static java.util.Objects.requireNonNull;

import io.strandline.common.EffectResolver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A module of tables and procedures alone. Immutable. */
public record SchemaModule(
        String schema,
        String remarks,
        List<VirtualTable<?>> tables,
        List<Procedure<?>> procedures,
        Map<String, EffectResolver> resolvers)
        implements SqlModule {
    public SchemaModule {
        requireNonNull(schema, "schema");
        requireNonNull(remarks, "remarks");
        tables = List.copyOf(tables);
        procedures = List.copyOf(procedures);
        resolvers = Map.copyOf(resolvers);
    }

    /**
     * Who resolves the changes of several, put together.
     *
     * @throws IllegalArgumentException if two resolve the same action
     */
    public static Map<String, EffectResolver> together(List<Map<String, EffectResolver>> several) {
        Map<String, EffectResolver> all = new HashMap<>();
        for (Map<String, EffectResolver> each : several) {
            each.forEach((action, resolver) -> {
                if (all.putIfAbsent(action, resolver) != null) {
                    throw new IllegalArgumentException("two resolve the action " + action);
                }
            });
        }
        return Map.copyOf(all);
    }
}
