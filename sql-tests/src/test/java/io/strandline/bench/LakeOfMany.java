package io.strandline.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * A JDBC catalog on SQLite over local files: many small tables of twenty columns in twenty namespaces, every second one with a
 * snapshot, and {@code big.big}, a table of very many data files in a hundred manifests and a hundred partitions. Data files
 * are entries only.
 */
final class LakeOfMany {
    static final String NAME = "lake";
    static final int NAMESPACES = 20;
    static final int COLUMNS = 20;
    private static final int COMMITS = 100;
    private static final int PARTITIONS = 100;
    private static final int RECORDS = 10_000;

    private LakeOfMany() {}

    /** Properties of the catalog, as Iceberg's own client takes them. */
    static Map<String, String> properties(Path folder) {
        return Map.of(
                "uri", "jdbc:sqlite:" + folder.resolve("catalog.db"),
                "warehouse", "file://" + folder.resolve("warehouse"),
                "jdbc.schema-version", "V1",
                "clients", "8",
                "io-impl", "io.strandline.catalog.iceberg.LocalFileIO");
    }

    /** Iceberg's own client of it. */
    static JdbcCatalog client(Path folder) {
        JdbcCatalog client = new JdbcCatalog();
        client.initialize(NAME, properties(folder));
        return client;
    }

    static String namespace(int i) {
        return String.format(Locale.ROOT, "ns%02d", i % NAMESPACES);
    }

    static String table(int i) {
        return String.format(Locale.ROOT, "t%05d", i);
    }

    /** The partition of which a benchmark asks: it lies in ten of the hundred manifests. */
    static int partition() {
        return 42;
    }

    static void create(Path folder, int tables, int files) throws IOException, SQLException {
        Files.createDirectories(folder);
        try (JdbcCatalog client = client(folder)) {
            for (int i = 0; i < NAMESPACES; i++) {
                client.createNamespace(Namespace.of(namespace(i)));
            }
            client.createNamespace(Namespace.of("template"));
            client.createNamespace(Namespace.of("big"));
            copies(folder, List.of(template(client, "empty", false), template(client, "written", true)), tables);
            big(client, files);
        }
    }

    private static Schema small() {
        List<Types.NestedField> fields = new ArrayList<>();
        fields.add(Types.NestedField.required(1, "id", Types.LongType.get()));
        fields.add(Types.NestedField.optional(2, "ts", Types.TimestampType.withZone()));
        List<Type> types = List.of(
                Types.StringType.get(), Types.DoubleType.get(), Types.IntegerType.get(), Types.DecimalType.of(18, 4));
        while (fields.size() < COLUMNS) {
            int id = fields.size() + 1;
            fields.add(Types.NestedField.optional(id, "c" + id, types.get(id % types.size())));
        }
        return new Schema(fields);
    }

    private static BaseTable template(JdbcCatalog client, String name, boolean written) {
        BaseTable table = (BaseTable) client.createTable(TableIdentifier.of("template", name), small());
        if (written) {
            table.newFastAppend()
                    .appendFile(DataFiles.builder(table.spec())
                            .withPath(table.location() + "/data/f0.parquet")
                            .withFormat("parquet")
                            .withFileSizeInBytes(1 << 20)
                            .withRecordCount(RECORDS)
                            .build())
                    .commit();
        }
        return table;
    }

    /** What a writer would have made, without its ten thousand commits: every table has a metadata file of its own. */
    private static void copies(Path folder, List<BaseTable> templates, int tables) throws IOException, SQLException {
        List<String> texts = new ArrayList<>();
        for (BaseTable template : templates) {
            String file = template.operations().current().metadataFileLocation();
            texts.add(Files.readString(Path.of(file.substring("file://".length()))));
        }
        try (Connection connection =
                        DriverManager.getConnection(properties(folder).get("uri"));
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO iceberg_tables (catalog_name,"
                                + " table_namespace, table_name, metadata_location, iceberg_type) VALUES (?, ?, ?, ?, 'TABLE')")) {
            connection.setAutoCommit(false);
            for (int i = 0; i < tables; i++) {
                BaseTable template = templates.get(i / NAMESPACES % 2);
                String uuid = UUID.nameUUIDFromBytes(table(i).getBytes(StandardCharsets.UTF_8))
                        .toString();
                Path root = folder.resolve("warehouse").resolve(namespace(i)).resolve(table(i));
                Path file = root.resolve("metadata").resolve("00000-" + uuid + ".metadata.json");
                Files.createDirectories(file.getParent());
                // the snapshot's manifest list stays the template's: nobody asks for the files of these tables
                Files.writeString(
                        file,
                        texts.get(i / NAMESPACES % 2)
                                .replace(
                                        "\"location\":\"" + template.location() + "\"",
                                        "\"location\":\"file://" + root + "\"")
                                .replace(template.uuid().toString(), uuid));
                insert.setString(1, NAME);
                insert.setString(2, namespace(i));
                insert.setString(3, table(i));
                insert.setString(4, "file://" + file);
                insert.addBatch();
            }
            insert.executeBatch();
            connection.commit();
        }
    }

    private static void big(JdbcCatalog client, int files) {
        Schema schema = new Schema(
                Types.NestedField.required(1, "id", Types.LongType.get()),
                Types.NestedField.optional(2, "ts", Types.TimestampType.withZone()),
                Types.NestedField.required(3, "part", Types.IntegerType.get()),
                Types.NestedField.optional(4, "name", Types.StringType.get()),
                Types.NestedField.optional(5, "amount", Types.DoubleType.get()),
                Types.NestedField.optional(6, "qty", Types.IntegerType.get()));
        Table table = client.buildTable(TableIdentifier.of("big", "big"), schema)
                .withPartitionSpec(
                        PartitionSpec.builderFor(schema).identity("part").build())
                .create();
        int each = files / COMMITS;
        for (int commit = 0; commit < COMMITS; commit++) {
            AppendFiles append = table.newFastAppend();
            for (int i = 0; i < each; i++) {
                // a commit is of ten partitions, and a partition in ten commits
                append.appendFile(file(table, (commit + i % 10) % PARTITIONS, (long) commit * each + i));
            }
            append.commit();
        }
    }

    private static DataFile file(Table table, int partition, long number) {
        Map<Integer, Long> sizes = new HashMap<>();
        Map<Integer, Long> counts = new HashMap<>();
        Map<Integer, Long> nulls = new HashMap<>();
        for (int field = 1; field <= 6; field++) {
            sizes.put(field, 1_000L + field + number % 97);
            counts.put(field, (long) RECORDS);
            nulls.put(field, number % 7);
        }
        return DataFiles.builder(table.spec())
                .withPath(String.format(
                        Locale.ROOT,
                        "%s/data/part=%d/%08d-%016x.parquet",
                        table.location(),
                        partition,
                        number,
                        number * 0x9E3779B97F4A7C15L))
                .withFormat("parquet")
                .withPartitionPath("part=" + partition)
                .withFileSizeInBytes(1_000_000 + number % 1_000)
                .withMetrics(new Metrics(
                        (long) RECORDS,
                        sizes,
                        counts,
                        nulls,
                        Map.of(),
                        bounds(partition, number, 0),
                        bounds(partition, number, 999)))
                .withSplitOffsets(List.of(4L))
                .build();
    }

    private static Map<Integer, ByteBuffer> bounds(int partition, long number, int above) {
        return Map.of(
                1, bound(Types.LongType.get(), number * RECORDS + above),
                2, bound(Types.TimestampType.withZone(), 1_700_000_000_000_000L + number * 1_000 + above),
                3, bound(Types.IntegerType.get(), partition),
                4, bound(Types.StringType.get(), (above == 0 ? "aaaa" : "zzzz") + number),
                5, bound(Types.DoubleType.get(), 0.5 + above),
                6, bound(Types.IntegerType.get(), above));
    }

    private static ByteBuffer bound(Type type, Object value) {
        return Conversions.toByteBuffer(type, value);
    }
}
