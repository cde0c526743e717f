package io.strandline.catalog.sql;

import static io.strandline.catalog.sql.Rows.equal;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Partitions by every transform, statistics of columns, and branches, beside what Iceberg's own metadata tables show. */
class TransformsOracleTest {
    private static final Schema SCHEMA = new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "at", Types.TimestampType.withZone()),
            Types.NestedField.optional(3, "local", Types.TimestampType.withoutZone()),
            Types.NestedField.optional(4, "day", Types.DateType.get()),
            Types.NestedField.optional(5, "name", Types.StringType.get()),
            Types.NestedField.optional(6, "amount", Types.DecimalType.of(9, 2)),
            Types.NestedField.optional(7, "bytes", Types.BinaryType.get()),
            Types.NestedField.optional(8, "tag", Types.UUIDType.get()),
            Types.NestedField.optional(9, "number", Types.IntegerType.get()),
            Types.NestedField.optional(10, "ok", Types.BooleanType.get()),
            Types.NestedField.optional(11, "ratio", Types.DoubleType.get()));

    private static final List<String> BUCKETED =
            List.of("id", "at", "local", "day", "name", "amount", "bytes", "tag", "number");
    private static final List<String> KEPT =
            List.of("id", "at", "local", "day", "name", "amount", "tag", "number", "ok");
    private static final List<String> CUT = List.of("id", "name", "amount", "bytes", "number");

    @TempDir
    Path directory;

    private FileLake made;

    @BeforeEach
    void open() {
        made = new FileLake(directory);
    }

    @AfterEach
    void close() {
        made.close();
    }

    private static Map<String, PartitionSpec> specs() {
        Map<String, PartitionSpec> specs = new TreeMap<>();
        KEPT.forEach(column ->
                specs.put("identity_" + column, builder().identity(column).build()));
        BUCKETED.forEach(column ->
                specs.put("bucket_" + column, builder().bucket(column, 4).build()));
        CUT.forEach(column ->
                specs.put("truncate_" + column, builder().truncate(column, 3).build()));
        for (String column : List.of("at", "local", "day")) {
            specs.put("year_" + column, builder().year(column).build());
            specs.put("month_" + column, builder().month(column).build());
            specs.put("day_" + column, builder().day(column).build());
        }
        specs.put("hour_at", builder().hour("at").build());
        specs.put("hour_local", builder().hour("local").build());
        specs.put("void_name", builder().alwaysNull("name").build());
        specs.put(
                "several",
                builder()
                        .bucket("id", 3)
                        .month("at")
                        .truncate("name", 2)
                        .alwaysNull("day")
                        .build());
        return specs;
    }

    private static PartitionSpec.Builder builder() {
        return PartitionSpec.builderFor(SCHEMA);
    }

    private Table table(String name, int version, PartitionSpec spec) {
        return made.client
                .buildTable(TableIdentifier.of(Namespace.of("ns"), name), SCHEMA)
                .withPartitionSpec(spec)
                .withProperty("format-version", Integer.toString(version))
                .create();
    }

    /** A row in the representation that Iceberg's transforms take; now and then a NULL, and times before 1970. */
    private static GenericRecord row(Random random) {
        GenericRecord row = GenericRecord.create(SCHEMA);
        LocalDateTime time = LocalDateTime.ofEpochSecond(random.nextInt(), 123_456_000, ZoneOffset.UTC);
        row.set(0, random.nextLong());
        row.set(1, time.atOffset(ZoneOffset.UTC));
        row.set(2, time.plusDays(40));
        row.set(3, LocalDate.ofEpochDay(random.nextInt(40_000) - 20_000));
        row.set(
                4,
                List.of("", "a/b=c", "übergröße", "\uD83D\uDE00 wide", "\"quoted\"")
                        .get(random.nextInt(5)));
        row.set(5, BigDecimal.valueOf(random.nextInt(2_000_000) - 1_000_000, 2));
        row.set(6, ByteBuffer.wrap(Integer.toString(random.nextInt()).getBytes(StandardCharsets.UTF_8)));
        row.set(7, new UUID(random.nextLong(), random.nextLong()));
        row.set(8, random.nextInt());
        row.set(9, random.nextBoolean());
        row.set(10, random.nextGaussian());
        // index 0 is required, so it stays
        row.set(1 + random.nextInt(10), null);
        return row;
    }

    private static DataFile file(Table table, Random random, int number) {
        InternalRecordWrapper row = new InternalRecordWrapper(SCHEMA.asStruct()).wrap(row(random));
        Map<Integer, Long> counts = new HashMap<>();
        Map<Integer, Long> nulls = new HashMap<>();
        Map<Integer, ByteBuffer> bounds = new HashMap<>();
        for (int i = 0; i < SCHEMA.columns().size(); i++) {
            Types.NestedField column = SCHEMA.columns().get(i);
            Object value = row.get(i, Object.class);
            counts.put(column.fieldId(), 1L);
            nulls.put(column.fieldId(), value == null ? 1L : 0L);
            if (value != null) {
                bounds.put(column.fieldId(), Conversions.toByteBuffer(column.type(), value));
            }
        }
        PartitionKey key = new PartitionKey(table.spec(), SCHEMA);
        key.partition(row);
        return DataFiles.builder(table.spec())
                .withPath(table.location() + "/data/" + number + ".parquet")
                .withFormat(FileFormat.PARQUET)
                .withPartition(key)
                .withFileSizeInBytes(100 + number)
                .withMetrics(new Metrics(1L, Map.of(1, 8L, 5, 20L), counts, nulls, Map.of(11, 0L), bounds, bounds))
                .build();
    }

    private static void append(Table table, Random random, int from, String branch) {
        var append = table.newAppend();
        for (int i = from; i < from + 4; i++) {
            append.appendFile(file(table, random, i));
        }
        append.toBranch(branch).commit();
    }

    private void assertBoth(Table table, Long snapshot) {
        new FilesBesideIceberg(made, table).assertSame(snapshot);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void everyTransformIsShownAsIcebergShowsIt(int version) {
        Map<String, PartitionSpec> specs = specs();
        if (version != 2) {
            // what the versions write differently: a field that is void, and the numbers of fields
            specs.keySet().retainAll(Set.of("void_name", "several", "identity_tag", "truncate_bytes", "hour_at"));
        }
        specs.forEach((name, spec) -> {
            Table table = table(name + "_v" + version, version, spec);
            append(table, new Random(name.hashCode()), 0, "main");
            table.refresh();
            assertBoth(table, table.currentSnapshot().snapshotId());
        });
    }

    /** The head of a branch has files of its own, and those it shares with others. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void branchesAreShownAsIcebergShowsThem(int version) {
        Table table =
                table("branches_v" + version, version, builder().bucket("id", 3).build());
        Random random = new Random(version);
        append(table, random, 0, "main");
        table.manageSnapshots()
                .createBranch("audit", table.currentSnapshot().snapshotId())
                .commit();
        append(table, random, 10, "audit");
        append(table, random, 20, "main");
        append(table, random, 30, "audit");
        table.refresh();
        assertThat(table.refs()).containsOnlyKeys("main", "audit");
        table.refs().values().forEach(ref -> assertBoth(table, ref.snapshotId()));
        table.snapshots().forEach(snapshot -> assertBoth(table, snapshot.snapshotId()));
        assertThat(made.ours(
                        table,
                        "files",
                        equal("snapshot_id", table.refs().get("audit").snapshotId())))
                .hasSize(12);
    }
}
