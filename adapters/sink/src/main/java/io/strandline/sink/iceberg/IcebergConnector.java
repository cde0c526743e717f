package io.strandline.sink.iceberg;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.TableCatalog;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.sink.BatchAtomicity;
import io.strandline.sink.Capability;
import io.strandline.sink.NativeLoad;
import io.strandline.sink.SinkConnector;
import io.strandline.sink.SinkDescription;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.UnknownFields;
import io.strandline.sink.WriteMode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Sinks that are tables of the configured catalogs. Thread-safe. */
public final class IcebergConnector implements SinkConnector {
    /** Its name in configurations. */
    public static final String NAME = "iceberg";

    private static final String CONFIG_SCHEMA = """
            {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {}, \
            "additionalProperties": false}""";

    private static final Set<Capability> CAPABILITIES = EnumSet.of(
            Capability.STAGING,
            Capability.COMMIT_TOKEN,
            Capability.CLEANUP,
            Capability.SCHEMA_EVOLUTION,
            Capability.ROLLBACK,
            Capability.COLUMNAR,
            Capability.NATIVE_LOAD);

    private static final List<NativeLoad> LOADS =
            List.of(new NativeLoad("parquet", EnumSet.of(WriteMode.APPEND, WriteMode.OVERWRITE)));

    private final Catalogs catalogs;
    private final SpareThreads spare = SpareThreads.ofMachine();

    /** Of the tables of those catalogs. */
    public IcebergConnector(Catalogs catalogs) {
        this.catalogs = catalogs;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String configSchema() {
        return CONFIG_SCHEMA;
    }

    @Override
    public SinkDescription describe(SinkSpec spec) {
        if (!spec.settings().isEmpty()) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION,
                    "sink " + spec.id() + ": driver " + NAME + " has no setting "
                            + spec.settings().keySet().iterator().next()
                            + "; its table says the rest. Remove it.");
        }
        return new SinkDescription(
                spec.id(),
                NAME,
                datasetUri(catalogs.get(spec.table().catalog()), spec.table()),
                EnumSet.allOf(WriteMode.class),
                CAPABILITIES,
                UnknownFields.REFUSED,
                BatchAtomicity.ATOMIC,
                true,
                LOADS,
                CONFIG_SCHEMA);
    }

    @Override
    public SinkDriver open(SinkSpec spec) {
        return new IcebergDriver(
                describe(spec),
                new IcebergTarget(spec.table(), catalogs.get(spec.table().catalog())),
                spare);
    }

    /** The warehouse, as a namespace of OpenLineage's, and the table in it; for a catalog without one its name. */
    private static String datasetUri(TableCatalog catalog, TableRef table) {
        String warehouse = catalog.properties().getOrDefault("warehouse", "iceberg://" + catalog.name());
        List<String> path = new ArrayList<>(table.namespace());
        path.add(table.name());
        String namespace = warehouse.startsWith("/") ? "file:" + warehouse : warehouse;
        return namespace.replaceFirst("/+$", "") + "/" + String.join("/", path);
    }
}
