package io.strandline.catalog.iceberg;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.TableVersion;
import io.strandline.catalog.TestCall;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read of a table is what was told to it, row by row, whatever was done to it since. */
class RowsTest {
    private static final LocalDateTime FINE = LocalDateTime.of(2026, 11, 30, 12, 34, 56, 123_456_000);

    @TempDir
    Path directory;

    private RowLake rows;

    @BeforeEach
    void open() {
        rows = new RowLake(directory);
    }

    @AfterEach
    void close() {
        rows.close();
    }

    private static Schema everyType() {
        return new Schema(
                required(1, "id", Types.LongType.get()),
                optional(2, "flag", Types.BooleanType.get()),
                optional(3, "small", Types.IntegerType.get()),
                optional(4, "single", Types.FloatType.get()),
                optional(5, "number", Types.DoubleType.get()),
                optional(6, "exact", Types.DecimalType.of(38, 2)),
                optional(7, "day", Types.DateType.get()),
                optional(8, "hour", Types.TimeType.get()),
                optional(9, "local", Types.TimestampType.withoutZone()),
                optional(10, "instant", Types.TimestampType.withZone()),
                optional(11, "local_ns", Types.TimestampNanoType.withoutZone()),
                optional(12, "instant_ns", Types.TimestampNanoType.withZone()),
                optional(13, "text", Types.StringType.get()),
                optional(14, "uuid", Types.UUIDType.get()),
                optional(15, "four", Types.FixedType.ofLength(4)),
                optional(16, "bytes", Types.BinaryType.get()),
                optional(17, "list", Types.ListType.ofOptional(104, innerType(110))),
                optional(
                        18,
                        "map",
                        Types.MapType.ofOptional(
                                105,
                                106,
                                Types.StringType.get(),
                                Types.MapType.ofOptional(107, 108, Types.IntegerType.get(), Types.UUIDType.get()))),
                optional(19, "row", innerType(120)));
    }

    private static Types.StructType innerType(int id) {
        return Types.StructType.of(
                optional(id, "when", Types.TimestampType.withZone()),
                optional(id + 1, "amounts", Types.ListType.ofOptional(id + 2, Types.DecimalType.of(38, 10))));
    }

    private static Record inner(Types.StructType type) {
        GenericRecord inner = GenericRecord.create(type);
        inner.setField("when", FINE.atOffset(ZoneOffset.UTC));
        List<BigDecimal> amounts = new ArrayList<>();
        amounts.add(new BigDecimal("1.0000000001"));
        amounts.add(null);
        inner.setField("amounts", amounts);
        return inner;
    }

    private static Record full(Schema schema, long id, double number) {
        return RowLake.row(
                schema,
                id,
                true,
                Integer.MIN_VALUE,
                (float) number,
                number,
                new BigDecimal("123456789012345678901234567890123456.78"),
                LocalDate.of(1, 1, 1),
                LocalTime.of(23, 59, 59, 999_999_000),
                FINE,
                FINE.minusYears(3000).atOffset(ZoneOffset.UTC),
                FINE.plusNanos(789),
                FINE.plusNanos(789).atOffset(ZoneOffset.UTC),
                "grüße 😀",
                new UUID(id, -id),
                new byte[] {0, 1, 2, (byte) 255},
                ByteBuffer.wrap(new byte[] {7}),
                List.of(inner(schema.findType("list").asListType().elementType().asStructType())),
                Map.of("a", Map.of(1, new UUID(1, 2))),
                inner(schema.findType("row").asStructType()));
    }

    @Test
    void everyTypeNestedAnyhowReadsAsItWasWritten() throws IOException {
        Table table = rows.create("types", 3, everyType(), PartitionSpec.unpartitioned());
        Schema schema = table.schema();
        List<Record> written = List.of(
                full(schema, 1, 1.5),
                full(schema, 2, Double.NaN),
                full(schema, 3, Double.NEGATIVE_INFINITY),
                full(schema, 4, -0.0),
                RowLake.row(schema, 5L));
        RowLake.append(table, written);
        assertWritten("types", written);
        List<Object> first = rows.ours(rows.now("types")).get(0);
        assertThat(first.subList(8, 12))
                .containsExactly(
                        FINE,
                        FINE.minusYears(3000).toInstant(ZoneOffset.UTC),
                        FINE.plusNanos(789),
                        FINE.plusNanos(789).toInstant(ZoneOffset.UTC));
    }

    /** A partition's value is read from the metadata, not from the file. */
    @Test
    void everyPrimitiveTypeCanBeAPartition() throws IOException {
        Schema schema = everyType();
        for (Types.NestedField field : schema.columns()) {
            boolean can = field.type().isPrimitiveType()
                    && !List.of("number", "single").contains(field.name());
            if (can) {
                String name = "by_" + field.name();
                Table table = rows.create(
                        name,
                        3,
                        schema,
                        PartitionSpec.builderFor(schema).identity(field.name()).build());
                List<Record> written = List.of(full(table.schema(), 1, 1.5), RowLake.row(table.schema(), 2L));
                RowLake.append(table, written);
                assertWritten(name, written);
            }
        }
    }

    private void assertWritten(String name, List<Record> written) {
        assertThat(rows.ours(rows.now(name)))
                .as(name)
                .containsExactlyInAnyOrderElementsOf(
                        written.stream().map(RowLake::plain).toList());
    }

    private static Schema orders() {
        return new Schema(
                required(1, "id", Types.IntegerType.get()),
                optional(2, "day", Types.DateType.get()),
                optional(3, "name", Types.StringType.get()),
                optional(4, "amount", Types.DecimalType.of(9, 2)));
    }

    private static List<Record> some(Table table, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> {
                    GenericRecord row = GenericRecord.create(table.schema());
                    for (Types.NestedField field : table.schema().columns()) {
                        row.setField(field.name(), value(field, i));
                    }
                    return (Record) row;
                })
                .toList();
    }

    private static Object value(Types.NestedField field, int i) {
        return switch (field.type().typeId()) {
            case INTEGER -> i;
            case LONG -> (long) i;
            case DATE -> i % 5 == 0 ? null : LocalDate.of(2026, 11, 1 + i % 7);
            case STRING -> i % 7 == 0 ? null : "name " + i % 11;
            case DECIMAL -> BigDecimal.valueOf(i, 2).setScale(((Types.DecimalType) field.type()).scale());
            default -> throw new AssertionError(field);
        };
    }

    private static List<PartitionSpec> specs(Schema schema) {
        return List.of(
                PartitionSpec.unpartitioned(),
                PartitionSpec.builderFor(schema).identity("day").build(),
                PartitionSpec.builderFor(schema)
                        .bucket("id", 3)
                        .truncate("name", 6)
                        .build(),
                PartitionSpec.builderFor(schema).month("day").build());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aTableThatWasChangedInEveryWayReadsAsItWasAtEachOfItsVersions(int formatVersion) throws IOException {
        int made = 0;
        for (PartitionSpec spec : specs(orders())) {
            String name = "v" + formatVersion + "_" + made++;
            Table table = rows.create(name, formatVersion, orders(), spec);
            ToldRows told = new ToldRows(table);
            change(table, formatVersion, told);
            assertThat(rows.ours(rows.now(name)))
                    .as(name)
                    .containsExactlyInAnyOrderElementsOf(told.rows(table.schema()));
            for (Snapshot snapshot : table.snapshots()) {
                assertThat(at(name, new TableVersion.OfSnapshot(snapshot.snapshotId())))
                        .as(name + " " + snapshot)
                        .containsExactlyInAnyOrderElementsOf(told.at(snapshot));
            }
            Snapshot last = table.currentSnapshot();
            assertThat(at(name, new TableVersion.OfTime(Instant.ofEpochMilli(last.timestampMillis()))))
                    .containsExactlyInAnyOrderElementsOf(told.at(last));
            Snapshot first = table.snapshot("first");
            assertThat(at(name, new TableVersion.OfRef("first")))
                    .hasSize(20)
                    .containsExactlyInAnyOrderElementsOf(told.at(first));
            // a branch has the columns of today
            assertThat(at(name, new TableVersion.OfRef("aside")))
                    .containsExactlyInAnyOrderElementsOf(told.at(first, table.schema()));
        }
    }

    private List<List<Object>> at(String name, TableVersion version) {
        return rows.ours(rows.lake
                .catalog
                .rows()
                .orElseThrow()
                .at(rows.ref(name), version, new TestCall())
                .orElseThrow());
    }

    private static void change(Table table, int formatVersion, ToldRows told) throws IOException {
        Map<DataFile, List<Record>> first = told.append(some(table, 0, 20));
        long tagged = table.currentSnapshot().snapshotId();
        table.manageSnapshots()
                .createTag("first", tagged)
                .createBranch("aside", tagged)
                .commit();
        table.updateSchema()
                .renameColumn("name", "customer")
                .addColumn("note", Types.StringType.get())
                .updateColumn("id", Types.LongType.get())
                .updateColumn("amount", Types.DecimalType.of(12, 2))
                .commit();
        told.append(some(table, 20, 50));
        table.updateSpec().addField("note").commit();
        told.append(some(table, 50, 60));
        if (formatVersion > 1) {
            DataFile one = Collections.max(first.keySet(), Comparator.comparing(DataFile::recordCount));
            List<Record> in = first.get(one);
            Schema key = table.schema().select("id");
            Object id = in.get(1).getField("id");
            RowLake.delete(table, RowLake.byKey(table, one, List.of(RowLake.row(key, ((Integer) id).longValue())), 1));
            told.gone(List.of(in.get(1)));
            RowLake.delete(table, RowLake.byPosition(table, formatVersion, one, 0));
            told.gone(List.of(in.get(0)));
        }
        if (formatVersion > 2) {
            table.updateSchema()
                    .addColumn("kept", Types.LongType.get(), "", Literal.of(7L))
                    .commit();
        }
        table.updateSpec().removeField("note").commit();
        table.updateSchema().deleteColumn("amount").commit();
        told.append(some(table, 60, 70));
    }

    /** The key of a delete is a column that was dropped since. */
    @Test
    void deletesByAColumnThatWasDroppedStillHold() throws IOException {
        Table table = rows.create("dropped", 2, orders(), PartitionSpec.unpartitioned());
        DataFile file =
                RowLake.append(table, some(table, 0, 20)).keySet().iterator().next();
        Record key = RowLake.row(table.schema().select("name"), "name 3");
        RowLake.delete(table, RowLake.byKey(table, file, List.of(key), 3));
        table.updateSchema().deleteColumn("name").commit();
        assertThat(rows.ours(rows.now("dropped")))
                .hasSize(19)
                .extracting(row -> row.get(0))
                .doesNotContain(3);
    }
}
