package io.strandline.catalog.iceberg;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.rest.RESTCatalog;
import org.jspecify.annotations.Nullable;

/** Opens the backend a configuration asks for: the one place that chooses. */
final class Backends {
    private static final String DEFAULT_FILE_IO = "org.apache.iceberg.io.ResolvingFileIO";

    private Backends() {}

    static Backend open(CatalogConfig config) throws SQLException {
        return switch (config.type()) {
            case JDBC -> JdbcBackend.open(config, fileIo(config));
            case HADOOP -> new HadoopBackend(config, load(config, "org.apache.iceberg.hadoop.HadoopCatalog"));
            case REST -> new ClientBackend(config, rest(config));
            case IN_MEMORY -> new ClientBackend(config, load(config, InMemoryCatalog.class.getName()));
            case CUSTOM ->
                new ClientBackend(config, load(config, config.properties().getOrDefault("catalog-impl", "")));
        };
    }

    /** The FileIO of the configuration, for backends that read metadata files themselves. */
    static FileIO fileIo(CatalogConfig config) {
        if (config.type() == CatalogType.IN_MEMORY) {
            // Iceberg's catalog in memory keeps its files there too, whatever its properties say
            return new InMemoryFileIO();
        }
        String implementation = config.properties().getOrDefault("io-impl", DEFAULT_FILE_IO);
        return CatalogUtil.loadFileIO(implementation, config.properties(), hadoopConf(implementation));
    }

    private static Catalog load(CatalogConfig config, String implementation) {
        Map<String, String> properties = new HashMap<>(config.properties());
        properties.remove("catalog-impl");
        try {
            return CatalogUtil.loadCatalog(
                    implementation, config.nameInBackend(), properties, hadoopConf(implementation));
        } catch (LinkageError e) {
            throw new StrandlineException(
                    ErrorCode.BACKEND,
                    "catalog " + SqlNames.quoteIfNeeded(config.name()) + ": " + implementation
                            + " needs a class that is not on the class path (" + e.getMessage()
                            + "). Add its jar to the server's.",
                    e);
        }
    }

    private static Catalog rest(CatalogConfig config) {
        RESTCatalog catalog = new RESTCatalog(properties -> RestHttp.client(properties, config.timeLimit()));
        catalog.setConf(hadoopConf(RESTCatalog.class.getName()));
        catalog.initialize(config.nameInBackend(), new HashMap<>(config.properties()));
        return catalog;
    }

    /** Hadoop's configuration takes a third of a second to read, so it is made only for those that use it. */
    private static @Nullable Object hadoopConf(String implementation) {
        Supplier<Object> hadoop = () -> new Configuration(true);
        boolean without = implementation.equals(LocalFileIO.class.getName())
                || implementation.equals(InMemoryCatalog.class.getName());
        return without ? null : hadoop.get();
    }
}
