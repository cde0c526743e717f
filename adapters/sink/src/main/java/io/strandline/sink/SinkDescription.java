package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;

/**
 * What a sink is and can do, known from its configuration alone: asking for it touches no destination (SNK-1, SNK-27).
 *
 * @param id of the sink
 * @param connector name of the driver, a constant
 * @param datasetUri the destination by OpenLineage's naming, such as {@code postgres://host:5432/db.schema.table}; no secret
 * @param modes those it can write in
 * @param dedupsByKey whether keyed modes write a key once however often it comes
 * @param configSchema JSON Schema of the driver's settings
 */
public record SinkDescription(
        String id,
        String connector,
        String datasetUri,
        Set<WriteMode> modes,
        Set<Capability> capabilities,
        UnknownFields unknownFields,
        BatchAtomicity atomicity,
        boolean dedupsByKey,
        List<NativeLoad> nativeLoads,
        String configSchema) {
    public SinkDescription {
        requireNonNull(id, "id");
        requireNonNull(connector, "connector");
        requireNonNull(datasetUri, "datasetUri");
        modes = Set.copyOf(modes);
        capabilities = Set.copyOf(capabilities);
        requireNonNull(unknownFields, "unknownFields");
        requireNonNull(atomicity, "atomicity");
        nativeLoads = List.copyOf(nativeLoads);
        requireNonNull(configSchema, "configSchema");
    }

    /** Whether it can do that. */
    public boolean has(Capability capability) {
        return capabilities.contains(capability);
    }
}
