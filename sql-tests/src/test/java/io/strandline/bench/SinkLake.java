package io.strandline.bench;

import io.strandline.catalog.iceberg.LocalFileIO;
import io.strandline.gateway.demo.DemoLake;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.parquet.Parquet;

/** A lake for {@link SinkRows}, by Iceberg's own client: makes its tables, and writes their files as the floor does. */
final class SinkLake implements AutoCloseable {
    private static final String NAMESPACE = "scratch";

    private final Path config;
    private final JdbcCatalog client = new JdbcCatalog(ignored -> new LocalFileIO(), null, false);

    private SinkLake(Path config) {
        this.config = config;
        client.initialize(
                DemoLake.CATALOG,
                Map.of(
                        CatalogProperties.URI,
                        "jdbc:sqlite:" + config.resolveSibling("lake.db"),
                        CatalogProperties.WAREHOUSE_LOCATION,
                        "file://" + config.resolveSibling("warehouse")));
    }

    /** The lake of that configuration. */
    static SinkLake of(Path config) {
        return new SinkLake(config);
    }

    /** A new one. */
    static SinkLake create() {
        try {
            Path folder = Files.createTempDirectory("strandline-bench").resolve("lake");
            return of(DemoLake.create(folder, 0).config());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The configuration of its gateway. */
    Path config() {
        return config;
    }

    /** Makes a table; its name in SQL. */
    String table(String name, Map<String, String> properties) {
        client.createTable(
                TableIdentifier.of(NAMESPACE, name), SinkRows.SCHEMA, PartitionSpec.unpartitioned(), null, properties);
        return DemoLake.CATALOG + "." + NAMESPACE + "." + name;
    }

    /** Writes so many rows with Iceberg's Parquet appender alone, into a file like the table's that nobody keeps. */
    void append(String name, int rows) throws IOException {
        Table table = client.loadTable(TableIdentifier.of(NAMESPACE, name));
        String file = table.locationProvider().newDataLocation(UUID.randomUUID() + ".parquet");
        DataWriter<Record> writer = Parquet.writeData(table.io().newOutputFile(file))
                .forTable(table)
                .createWriterFunc(GenericParquetWriter::create)
                .build();
        try (writer) {
            GenericRecord row = GenericRecord.create(table.schema());
            for (long id = 0; id < rows; id++) {
                SinkRows.fill(row, id);
                writer.write(row);
            }
        }
        if (writer.toDataFile().recordCount() != rows) {
            throw new IllegalStateException("the appender lost rows");
        }
        table.io().deleteFile(file);
    }

    @Override
    public void close() {
        client.close();
    }
}
