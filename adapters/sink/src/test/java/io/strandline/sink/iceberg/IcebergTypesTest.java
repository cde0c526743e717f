package io.strandline.sink.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.sink.Page;
import io.strandline.sink.PageReport;
import io.strandline.sink.RowOutcome;
import io.strandline.sink.RowPolicy;
import io.strandline.sink.RowSchema;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.WriteMode;
import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values of every type, as a reader finds them again. */
class IcebergTypesTest {
    private static final UUID ID = UUID.fromString("0b5e5f64-0b12-4a6e-9f0c-2a1b3c4d5e6f");

    @TempDir
    Path directory;

    private TestLake lake;

    @BeforeEach
    void open() {
        lake = TestLake.in(directory);
    }

    @AfterEach
    void close() {
        lake.close();
    }

    private static Types.NestedField column(int id, String name, Type type) {
        return Types.NestedField.optional(id, name, type);
    }

    static final List<Types.NestedField> ALL = List.of(
            column(1, "flag", Types.BooleanType.get()),
            column(2, "small", Types.IntegerType.get()),
            column(3, "large", Types.LongType.get()),
            column(4, "real", Types.FloatType.get()),
            column(5, "number", Types.DoubleType.get()),
            column(6, "price", Types.DecimalType.of(9, 2)),
            column(7, "sum", Types.DecimalType.of(18, 3)),
            column(8, "total", Types.DecimalType.of(38, 10)),
            column(9, "day", Types.DateType.get()),
            column(10, "hour", Types.TimeType.get()),
            column(11, "at", Types.TimestampType.withoutZone()),
            column(12, "instant", Types.TimestampType.withZone()),
            column(13, "at_ns", Types.TimestampNanoType.withoutZone()),
            column(14, "instant_ns", Types.TimestampNanoType.withZone()),
            column(15, "text", Types.StringType.get()),
            column(16, "uuid", Types.UUIDType.get()),
            column(17, "fixed", Types.FixedType.ofLength(3)),
            column(18, "bytes", Types.BinaryType.get()),
            column(19, "list", Types.ListType.ofOptional(20, Types.IntegerType.get())),
            column(21, "map", Types.MapType.ofOptional(22, 23, Types.StringType.get(), Types.LongType.get())),
            column(
                    24,
                    "struct",
                    Types.StructType.of(
                            Types.NestedField.required(25, "a", Types.IntegerType.get()),
                            column(
                                    26,
                                    "deep",
                                    Types.ListType.ofOptional(
                                            27, Types.StructType.of(column(28, "x", Types.StringType.get())))))));

    private static Page page(Object[]... rows) {
        return new Page(
                new RowSchema(ALL.stream()
                        .map(field -> new RowSchema.Column(
                                field.name(), SqlType.text().orNull()))
                        .toList()),
                List.of(rows));
    }

    private static Object[] full() {
        return new Object[] {
            true,
            -7,
            1L << 40,
            1.5f,
            -2.25,
            new BigDecimal("-1234567.89"),
            new BigDecimal("123456789012345.678"),
            new BigDecimal("-1234567890123456789012345678.0123456789"),
            LocalDate.of(1969, 12, 30),
            LocalTime.of(23, 59, 59, 999_999_000),
            LocalDateTime.of(1, 1, 1, 0, 0, 0, 1_000),
            Instant.parse("2024-02-29T12:00:00.123456Z"),
            LocalDateTime.of(1950, 5, 5, 5, 5, 5, 123_456_789),
            Instant.parse("2024-02-29T12:00:00.123456789Z"),
            "Ünï🌊",
            ID,
            new byte[] {1, 2, 3},
            new byte[0],
            Arrays.asList(1, null, 3),
            Map.of("k", 5L),
            Arrays.asList(4, List.of(List.of("y")))
        };
    }

    private PageReport write(SinkDriver driver, SinkCallContext context, Page page, RowPolicy policy) {
        return driver.write(page, policy, TestLake.call(context, 0, null));
    }

    /** All types, NULL in each, empty and NULL lists: what was written is read, digit for digit. */
    @Test
    void everyTypeIsReadAsItWasWritten() {
        lake.create("all", new Schema(ALL), PartitionSpec.unpartitioned(), 3);
        Object[] nulls = new Object[ALL.size()];
        Object[] empty = full();
        empty[18] = List.of();
        empty[19] = Map.of();
        empty[20] = Arrays.asList(1, null);
        SinkCallContext context = TestLake.context(RunId.random(), WriteMode.APPEND, null);
        try (SinkDriver driver = lake.driver("all")) {
            assertThat(write(driver, context, page(full(), nulls, empty), RowPolicy.WHOLE_PAGE))
                    .isEqualTo(PageReport.accepted(3));
            driver.flush(context);
        }
        assertThat(lake.rows("all"))
                .containsExactlyInAnyOrder(
                        Arrays.deepToString(full()), Arrays.deepToString(nulls), Arrays.deepToString(empty));
    }

    /** Each value that a type cannot hold is a fault of its row, which names the column. */
    @Test
    void whatDoesNotFitIsAFaultOfItsRow() {
        lake.create("all", new Schema(ALL), PartitionSpec.unpartitioned(), 3);
        Object[][] wrong = {
            {1, 1L << 40, "small"},
            {5, new BigDecimal("1.234"), "price"},
            {5, new BigDecimal("12345678.00"), "price"},
            {7, new BigDecimal("1e30"), "total"},
            {10, LocalDateTime.of(2024, 1, 1, 0, 0, 0, 1), "at"},
            {12, LocalDateTime.of(3000, 1, 1, 0, 0), "at_ns"},
            {13, LocalDateTime.of(2024, 1, 1, 0, 0), "instant_ns"},
            {14, 5, "text"},
            {14, "half \ud83c", "text"},
            {19, Map.of("\udf0a half", 5L), "map.key"},
            {16, new byte[] {1}, "fixed"},
            {18, Arrays.asList(1, "x"), "list.element"},
            {19, Map.of("k", "v"), "map.value"},
            {20, Arrays.asList(null, null), "struct.a"},
            {20, List.of(1), "struct"},
            {3, 0.1, "real"},
        };
        Object[][] rows = new Object[wrong.length + 1][];
        for (int i = 0; i < wrong.length; i++) {
            rows[i] = full();
            rows[i][(int) wrong[i][0]] = wrong[i][1];
        }
        rows[wrong.length] = full();
        SinkCallContext context = TestLake.context(RunId.random(), WriteMode.APPEND, null);
        try (SinkDriver driver = lake.driver("all")) {
            PageReport.Rows report = (PageReport.Rows) write(driver, context, page(rows), RowPolicy.PER_ROW);
            for (int i = 0; i < wrong.length; i++) {
                assertThat(report.outcomes().get(i).toString()).contains("column " + wrong[i][2]);
            }
            assertThat(report.outcomes().get(wrong.length)).isEqualTo(RowOutcome.ACCEPTED);
            driver.flush(context);
        }
        assertThat(lake.rows("all")).hasSize(1);
    }

    /** Bounds and counts of NaN are as readers prune by them (Iceberg spec). */
    @Test
    void metricsAreThoseOfTheValues() {
        lake.create(
                "numbers",
                new Schema(column(1, "number", Types.DoubleType.get()), column(2, "large", Types.LongType.get())),
                PartitionSpec.unpartitioned(),
                2);
        SinkCallContext context = TestLake.context(RunId.random(), WriteMode.APPEND, null);
        RowSchema schema = new RowSchema(List.of(
                new RowSchema.Column("large", SqlType.bigint()), new RowSchema.Column("number", SqlType.float64())));
        Page page = new Page(
                schema,
                List.of(new Object[] {5L, Double.NaN}, new Object[] {-5L, 2.5}, new Object[] {7L, -1.0}, new Object[] {
                    null, null
                }));
        try (SinkDriver driver = lake.driver("numbers")) {
            write(driver, context, page, RowPolicy.WHOLE_PAGE);
            driver.flush(context);
        }
        DataFile file = SnapshotChanges.builderFor(lake.table("numbers"))
                .build()
                .addedDataFiles()
                .iterator()
                .next();
        assertThat(file.nanValueCounts()).containsEntry(1, 1L);
        assertThat(file.nullValueCounts()).containsEntry(1, 1L).containsEntry(2, 1L);
        assertThat(file.valueCounts()).containsEntry(1, 4L);
        assertThat((Double) Conversions.fromByteBuffer(
                        Types.DoubleType.get(), file.lowerBounds().get(1)))
                .isEqualTo(-1.0);
        assertThat((Double) Conversions.fromByteBuffer(
                        Types.DoubleType.get(), file.upperBounds().get(1)))
                .isEqualTo(2.5);
        assertThat((Long) Conversions.fromByteBuffer(
                        Types.LongType.get(), file.lowerBounds().get(2)))
                .isEqualTo(-5L);
    }
}
