package io.strandline.catalog.sql;

import static io.strandline.catalog.sql.Rows.equal;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.iceberg.ProbeFileIO;
import io.strandline.sqlkit.Condition;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;

/** A catalog with tables whose files are entries only, and what the schema {@code catalog} shows of them. */
final class FileLake implements AutoCloseable {
    private static final Schema SCHEMA = new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "day", Types.DateType.get()),
            Types.NestedField.optional(3, "name", Types.StringType.get()));

    final DamagedLake lake;
    final CatalogModule module;
    final JdbcCatalog client = new JdbcCatalog();

    FileLake(Path directory) {
        lake = new DamagedLake(directory, "30s");
        lake.writer.createNamespace(List.of("ns"));
        module = new CatalogModule(lake.catalogs, ExternalLocations.none(), new StateCache(1 << 20));
        client.initialize(
                "lake",
                Map.of(
                        "uri",
                        "jdbc:sqlite:" + directory.resolve("catalog.db"),
                        "warehouse",
                        directory.resolve("warehouse").toString(),
                        "io-impl",
                        "io.strandline.catalog.iceberg.LocalFileIO"));
    }

    Table table(String name, int formatVersion, PartitionSpec spec) {
        return client.buildTable(TableIdentifier.of(Namespace.of("ns"), name), SCHEMA)
                .withPartitionSpec(spec)
                .withProperty("format-version", Integer.toString(formatVersion))
                .create();
    }

    static PartitionSpec byDayAndName() {
        return PartitionSpec.builderFor(SCHEMA).identity("day").identity("name").build();
    }

    static DataFile file(Table table, String name, String partition, int records) {
        return DataFiles.builder(table.spec())
                .withPath(table.location() + "/data/" + name + ".parquet")
                .withFormat(FileFormat.PARQUET)
                .withPartitionPath(partition)
                .withFileSizeInBytes(1000 + records)
                .withSplitOffsets(List.of(4L))
                .withMetrics(new Metrics(
                        (long) records,
                        Map.of(1, 80L),
                        Map.of(1, (long) records),
                        Map.of(1, 0L),
                        Map.of(),
                        Map.of(1, bound(7)),
                        Map.of(1, bound(7 + records))))
                .build();
    }

    static ByteBuffer bound(long value) {
        return Conversions.toByteBuffer(Types.LongType.get(), value);
    }

    /** Files of several commits, some removed again, deletes of all kinds that the format version has, another spec. */
    Table grown(int formatVersion) {
        Table table = table("v" + formatVersion, formatVersion, byDayAndName());
        DataFile first = file(table, "first", "day=2026-11-29/name=a", 10);
        table.newAppend().appendFile(first).commit();
        table.newAppend()
                .appendFile(file(table, "second", "day=2026-11-30/name=a", 20))
                .appendFile(file(table, "gone", "day=2026-11-30/name=__HIVE_DEFAULT_PARTITION__", 5))
                .commit();
        table.newDelete().deleteFile(table.location() + "/data/gone.parquet").commit();
        if (formatVersion > 1) {
            RowDelta deletes = table.newRowDelta()
                    .addDeletes(FileMetadata.deleteFileBuilder(table.spec())
                            .ofEqualityDeletes(1)
                            .withPath(table.location() + "/data/eq.parquet")
                            .withFormat(FileFormat.PARQUET)
                            .withPartitionPath("day=2026-11-29/name=a")
                            .withFileSizeInBytes(99)
                            .withRecordCount(1)
                            .build());
            FileMetadata.Builder positions = FileMetadata.deleteFileBuilder(table.spec())
                    .ofPositionDeletes()
                    .withPath(table.location() + "/data/pos.bin")
                    .withPartitionPath("day=2026-11-29/name=a")
                    .withFileSizeInBytes(77)
                    .withRecordCount(2);
            if (formatVersion == 2) {
                positions.withFormat(FileFormat.PARQUET);
            } else {
                positions
                        .withFormat(FileFormat.PUFFIN)
                        .withReferencedDataFile(first.location())
                        .withContentOffset(4)
                        .withContentSizeInBytes(40);
            }
            deletes.addDeletes(positions.build()).commit();
        }
        table.updateSpec().removeField("name").commit();
        // format version 1 keeps a dropped field, which then is void
        String day = "day=2026-12-01" + (formatVersion == 1 ? "/name=__HIVE_DEFAULT_PARTITION__" : "");
        table.newAppend().appendFile(file(table, "third", day, 30)).commit();
        return table;
    }

    /** Our rows of that table, all of which could be read. */
    List<Map<String, Object>> ours(Table table, String name, Condition... conditions) {
        List<Condition> all = new ArrayList<>(List.of(conditions));
        all.add(equal("table_name", table.name().replaceAll(".*[.]", "")));
        List<Map<String, Object>> rows = Rows.of(module, name, new TestCall(), all.toArray(Condition[]::new));
        assertThat(rows).allSatisfy(row -> assertThat(row).containsEntry("status", "ok"));
        return rows;
    }

    /** Some columns of rows. */
    static List<List<Object>> of(List<Map<String, Object>> rows, String... columns) {
        return rows.stream()
                .map(row -> {
                    List<Object> values = new ArrayList<>();
                    Stream.of(columns).forEach(column -> values.add(row.get(column)));
                    return values;
                })
                .toList();
    }

    @Override
    public void close() {
        ProbeFileIO.reset();
        client.close();
        lake.close();
    }
}
