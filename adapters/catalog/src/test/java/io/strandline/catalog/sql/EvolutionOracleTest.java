package io.strandline.catalog.sql;

import static io.strandline.catalog.sql.Rows.equal;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files of every schema and partition spec that a table has had, beside what Iceberg's own metadata tables show: columns that were
 * renamed, widened, dropped and made anew, nested ones, nanoseconds.
 */
class EvolutionOracleTest {
    private static final Types.StructType ITEM = Types.StructType.of(
            Types.NestedField.optional(21, "sku", Types.StringType.get()),
            Types.NestedField.optional(22, "pieces", Types.IntegerType.get()));

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

    private static Schema schema(int version) {
        List<Types.NestedField> columns = new ArrayList<>(List.of(
                Types.NestedField.required(1, "id", Types.IntegerType.get()),
                Types.NestedField.optional(2, "ratio", Types.FloatType.get()),
                Types.NestedField.optional(3, "amount", Types.DecimalType.of(5, 2)),
                Types.NestedField.optional(4, "gone", Types.StringType.get()),
                Types.NestedField.optional(5, "area", Types.StringType.get()),
                Types.NestedField.optional(6, "item", ITEM),
                Types.NestedField.optional(7, "numbers", Types.ListType.ofOptional(23, Types.IntegerType.get())),
                Types.NestedField.optional(
                        8, "named", Types.MapType.ofOptional(24, 25, Types.StringType.get(), Types.FloatType.get()))));
        if (version > 2) {
            columns.add(Types.NestedField.optional(9, "at", Types.TimestampNanoType.withoutZone()));
            columns.add(Types.NestedField.optional(10, "at_zone", Types.TimestampNanoType.withZone()));
        }
        return new Schema(columns);
    }

    private static ByteBuffer bound(Type type, int number) {
        Object value = switch (type.typeId()) {
            case INTEGER -> number;
            case LONG -> number + 5_000_000_000L;
            case FLOAT -> number + 0.5f;
            case DOUBLE -> number + 0.25d;
            case DECIMAL -> BigDecimal.valueOf(number, ((Types.DecimalType) type).scale());
            case TIMESTAMP_NANO -> number * 1_000_000_007L;
            default -> "text " + number;
        };
        return Conversions.toByteBuffer(type, value);
    }

    /** A file as a writer of the table's schema of now would have left it, whose statistics are of every column with a value. */
    private static DataFile file(Table table, int number) {
        Map<Integer, Long> counts = new HashMap<>();
        Map<Integer, ByteBuffer> lower = new HashMap<>();
        Map<Integer, ByteBuffer> upper = new HashMap<>();
        TypeUtil.indexById(table.schema().asStruct()).forEach((id, field) -> {
            if (field.type().isPrimitiveType()) {
                counts.put(id, 10L + number);
                lower.put(id, bound(field.type(), number));
                upper.put(id, bound(field.type(), number + 10));
            }
        });
        PartitionSpec spec = table.spec();
        PartitionData partition = new PartitionData(spec.partitionType());
        for (int i = 0; i < spec.fields().size(); i++) {
            if (spec.fields().get(i).transform().isVoid()) {
                continue;
            }
            Type type = spec.partitionType().fields().get(i).type();
            partition.set(
                    i,
                    switch (type.typeId()) {
                        case INTEGER -> number;
                        case LONG -> number + 5_000_000_000L;
                        default -> "part " + number;
                    });
        }
        return DataFiles.builder(spec)
                .withPath(table.location() + "/data/" + number + ".parquet")
                .withFormat(FileFormat.PARQUET)
                .withPartition(partition)
                .withFileSizeInBytes(100 + number)
                .withMetrics(new Metrics(10L + number, counts, counts, Map.of(1, 0L), Map.of(), lower, upper))
                .build();
    }

    private static void append(Table table, int number) {
        table.newAppend().appendFile(file(table, number)).commit();
        table.refresh();
    }

    /** Each step leaves a file; all of them are in the last snapshot. */
    private Table evolved(int version) {
        Schema schema = schema(version);
        Table table = made.client
                .buildTable(TableIdentifier.of(Namespace.of("ns"), "evolved_v" + version), schema)
                .withPartitionSpec(PartitionSpec.builderFor(schema)
                        .identity("area")
                        .bucket("id", 4)
                        .build())
                .withProperty("format-version", Integer.toString(version))
                .create();
        append(table, 1);
        table.updateSchema()
                .renameColumn("id", "key")
                .updateColumn("id", Types.LongType.get())
                .updateColumn("ratio", Types.DoubleType.get())
                .updateColumn("amount", Types.DecimalType.of(9, 2))
                .renameColumn("item.sku", "article")
                .updateColumn("item.pieces", Types.LongType.get())
                .updateColumn("numbers.element", Types.LongType.get())
                .updateColumn("named.value", Types.DoubleType.get())
                .commit();
        append(table, 2);
        table.updateSpec().removeField("area").addField("key").commit();
        append(table, 3);
        table.updateSchema()
                .deleteColumn("gone")
                .deleteColumn("item.article")
                .addColumn("gone", Types.LongType.get())
                .addColumn("item", "article", Types.LongType.get())
                .commit();
        append(table, 4);
        table.updateSpec().addField("area_too", Expressions.ref("area")).commit();
        append(table, 5);
        table.updateSpec()
                .removeField("key")
                .addField("wide", Expressions.truncate("key", 100))
                .commit();
        append(table, 6);
        return table;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void filesOfEverySchemaAreShownAsIcebergShowsThem(int version) {
        Table table = evolved(version);
        FilesBesideIceberg beside = new FilesBesideIceberg(made, table);
        assertThat(table.specs().size()).isGreaterThanOrEqualTo(4);
        table.snapshots().forEach(snapshot -> beside.assertSame(snapshot.snapshotId()));
        assertThat(made.ours(table, "files")).hasSize(6);
    }

    /**
     * What partitioned a table once, and is no column any more. Iceberg forgets such a field: of files we show it, and partitions
     * are summed up over its values.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void partitionsOfADroppedColumnAreShownAsIcebergShowsThem(int version) {
        Table table = evolved(version);
        table.updateSpec().removeField("area_too").commit();
        append(table, 7);
        table.updateSchema().deleteColumn("area").commit();
        append(table, 8);
        new FilesBesideIceberg(made, table).assertSame(table.currentSnapshot().snapshotId());
        String first = "{\"area\":\"part 1\",\"id_bucket\":1}";
        assertThat(made.ours(table, "files", equal("partition_values", first))).hasSize(1);
        assertThat(FileLake.of(made.ours(table, "partitions"), "partition_values"))
                .contains(List.of("{\"area\":null,\"id_bucket\":1}"));
    }

    /** Of a column that was dropped the statistics stay, by the path it had, or by its id where another has that path now. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void statisticsOfDroppedColumnsAreTold(int version) {
        Table table = evolved(version);
        table.updateSchema().deleteColumn("numbers").commit();
        table.refresh();
        int article = table.schemas().get(0).findField("item.sku").fieldId();
        Object first = made.ours(table, "files").stream()
                .filter(row -> String.valueOf(row.get("file_path")).endsWith("/1.parquet"))
                .findFirst()
                .orElseThrow()
                .get("column_statistics");
        assertThat(String.valueOf(first))
                .contains("\"numbers.element\":{", "\"4\":{", "\"" + article + "\":{", "\"text 1\"")
                .doesNotContain("\"gone\":{", "\"item.article\":{");
    }
}
