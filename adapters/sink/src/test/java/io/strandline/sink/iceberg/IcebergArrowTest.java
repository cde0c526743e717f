package io.strandline.sink.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.DriverSink;
import io.strandline.sink.OnMissingKey;
import io.strandline.sink.PageReport;
import io.strandline.sink.RowOutcome;
import io.strandline.sink.RowPolicy;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.WriteMode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampMilliVector;
import org.apache.arrow.vector.TimeStampNanoVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns of Arrow, as a reader of the table finds them again (SNK-3). */
class IcebergArrowTest {
    private static final List<Types.NestedField> ALL = IcebergTypesTest.ALL;

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

    private static VectorSchemaRoot batch(BufferAllocator allocator, int rows) {
        Field element = new Field("element", FieldType.nullable(new ArrowType.Int(32, true)), null);
        VectorSchemaRoot root = VectorSchemaRoot.create(
                new org.apache.arrow.vector.types.pojo.Schema(List.of(
                        new Field("text", FieldType.nullable(ArrowType.Utf8.INSTANCE), null),
                        new Field("large", FieldType.nullable(new ArrowType.Int(32, true)), null),
                        new Field("total", FieldType.nullable(new ArrowType.Decimal(20, 4, 128)), null),
                        new Field("price", FieldType.nullable(new ArrowType.Decimal(9, 2, 128)), null),
                        new Field("at", FieldType.nullable(new ArrowType.Timestamp(TimeUnit.NANOSECOND, null)), null),
                        new Field(
                                "at_ns", FieldType.nullable(new ArrowType.Timestamp(TimeUnit.MILLISECOND, null)), null),
                        new Field("list", FieldType.nullable(ArrowType.List.INSTANCE), List.of(element)),
                        new Field(
                                "struct",
                                FieldType.nullable(ArrowType.Struct.INSTANCE),
                                List.of(new Field("a", FieldType.nullable(new ArrowType.Int(32, true)), null))))),
                allocator);
        VarCharVector text = (VarCharVector) root.getVector("text");
        IntVector large = (IntVector) root.getVector("large");
        DecimalVector total = (DecimalVector) root.getVector("total");
        DecimalVector price = (DecimalVector) root.getVector("price");
        TimeStampNanoVector at = (TimeStampNanoVector) root.getVector("at");
        TimeStampMilliVector atNs = (TimeStampMilliVector) root.getVector("at_ns");
        ListVector list = (ListVector) root.getVector("list");
        StructVector struct = (StructVector) root.getVector("struct");
        IntVector a = (IntVector) struct.getChild("a");
        root.allocateNew();
        for (int row = 0; row < rows; row++) {
            if (row % 3 == 2) {
                continue;
            }
            text.setSafe(row, ("text " + row).getBytes(StandardCharsets.UTF_8));
            large.setSafe(row, row - 1);
            total.setSafe(row, BigDecimal.valueOf(-row, 4));
            price.setSafe(row, BigDecimal.valueOf(-row, 2));
            at.setSafe(row, row * 1_000L);
            atNs.setSafe(row, row);
            int begin = list.startNewValue(row);
            for (int i = 0; i < row % 4; i++) {
                ((IntVector) list.getDataVector()).setSafe(begin + i, i);
            }
            list.endValue(row, row % 4);
            struct.setIndexDefined(row);
            a.setSafe(row, row);
        }
        root.setRowCount(rows);
        return root;
    }

    /** SNK-3: columns are written as they are, with what the table has wider; the rest is NULL. */
    @Test
    void arrowsVectorsBecomeTheSameRows() {
        lake.create("all", new Schema(ALL), PartitionSpec.unpartitioned(), 3);
        SinkCallContext context = TestLake.context(RunId.random(), WriteMode.APPEND, null);
        try (BufferAllocator allocator = new RootAllocator();
                VectorSchemaRoot batch = batch(allocator, 9);
                SinkDriver driver = lake.driver("all")) {
            PageReport report =
                    driver.columnar().orElseThrow().write(batch, RowPolicy.WHOLE_PAGE, TestLake.call(context, 0, null));
            assertThat(report).isEqualTo(PageReport.accepted(9));
            driver.flush(context);
        }
        List<String> expected = IntStream.range(0, 9)
                .mapToObj(row -> {
                    Object[] values = new Object[ALL.size()];
                    if (row % 3 != 2) {
                        values[2] = row - 1L;
                        values[5] = BigDecimal.valueOf(-row, 2);
                        values[7] = BigDecimal.valueOf(-row, 4).setScale(10);
                        values[10] = LocalDateTime.of(1970, 1, 1, 0, 0, 0, row * 1_000);
                        values[12] = LocalDateTime.of(1970, 1, 1, 0, 0, 0, row * 1_000_000);
                        values[14] = "text " + row;
                        values[18] = IntStream.range(0, row % 4).boxed().toList();
                        values[20] = Arrays.asList(row, null);
                    }
                    return Arrays.deepToString(values);
                })
                .sorted()
                .toList();
        assertThat(lake.rows("all")).isEqualTo(expected);
    }

    /** A vector that could lose something is refused as a whole, a value that does is a fault of its row. */
    @Test
    void arrowsValuesThatDoNotFitAreFaults() {
        lake.create("all", new Schema(ALL), PartitionSpec.unpartitioned(), 3);
        SinkCallContext context = TestLake.context(RunId.random(), WriteMode.APPEND, null);
        try (BufferAllocator allocator = new RootAllocator();
                VectorSchemaRoot batch = batch(allocator, 3);
                BigIntVector small = new BigIntVector("small", allocator);
                BigIntVector unknown = new BigIntVector("unknown", allocator);
                SinkDriver driver = lake.driver("all")) {
            ((TimeStampNanoVector) batch.getVector("at")).setSafe(1, 1_001L);
            ((IntVector) ((StructVector) batch.getVector("struct")).getChild("a")).setNull(0);
            assertThat(driver.columnar()
                            .orElseThrow()
                            .write(batch, RowPolicy.PER_ROW, TestLake.call(context, 0, null))
                            .toString())
                    .contains("column struct.a is NULL")
                    .contains("column at: it has parts of a microsecond")
                    .contains("Accepted");
            for (BigIntVector vector : List.of(small, unknown)) {
                vector.allocateNew(1);
                vector.setSafe(0, 1);
                vector.setValueCount(1);
                assertThatExceptionOfType(StrandlineException.class)
                        .isThrownBy(() -> driver.columnar()
                                .orElseThrow()
                                .write(VectorSchemaRoot.of(vector), RowPolicy.PER_ROW, TestLake.call(context, 1, null)))
                        .withMessageContaining(vector.getName());
            }
            driver.flush(context);
        }
        assertThat(lake.rows("all")).hasSize(1);
    }

    /** Bytes that are no text are a fault of their row, also where the buffer as a whole would be one. */
    @Test
    void textThatIsNoUtf8IsAFault() {
        lake.create("orders");
        SinkCallContext context = TestLake.context(RunId.random(), WriteMode.APPEND, null);
        byte[] letter = "é".getBytes(StandardCharsets.UTF_8);
        byte[][] values = {
            "plain".getBytes(StandardCharsets.UTF_8),
            {letter[0]},
            {letter[1]},
            letter,
            {(byte) 0xED, (byte) 0xA0, (byte) 0x80}
        };
        try (BufferAllocator allocator = new RootAllocator();
                BigIntVector id = new BigIntVector("id", allocator);
                VarCharVector note = new VarCharVector("note", allocator);
                SinkDriver driver = lake.driver("orders")) {
            for (int row = 0; row < values.length; row++) {
                id.setSafe(row, row);
                note.setSafe(row, values[row]);
            }
            id.setValueCount(values.length);
            note.setValueCount(values.length);
            PageReport report = driver.columnar()
                    .orElseThrow()
                    .write(VectorSchemaRoot.of(id, note), RowPolicy.PER_ROW, TestLake.call(context, 0, null));
            assertThat(((PageReport.Rows) report).outcomes())
                    .extracting(outcome -> outcome instanceof RowOutcome.Failed failed ? failed.reason() : "")
                    .satisfiesExactly(
                            ok -> assertThat(ok).isEmpty(),
                            half -> assertThat(half).contains("column note").contains("UTF-8"),
                            half -> assertThat(half).contains("column note").contains("UTF-8"),
                            ok -> assertThat(ok).isEmpty(),
                            surrogate -> assertThat(surrogate).contains("column note"));
            driver.flush(context);
        }
        assertThat(lake.rows("orders")).containsExactly("[0, plain]", "[3, é]");
    }

    /** Offsets that lead elsewhere are the sender's error, in which column; the run goes on. */
    @Test
    void offsetsThatLeadOutOfTheirBufferAreRefused() {
        lake.create("all", new Schema(ALL), PartitionSpec.unpartitioned(), 3);
        SinkCallContext context = TestLake.context(RunId.random(), WriteMode.APPEND, null);
        List<List<Integer>> offsets =
                List.of(List.of(0, 5, 2, 9), List.of(0, -4, 2, 9), List.of(0, 1, 2, 1_000_000), List.of(-1, 1, 2, 3));
        try (BufferAllocator allocator = new RootAllocator();
                DriverSink sink = new DriverSink(lake.driver("all"), context, OnMissingKey.FAIL)) {
            for (String column : List.of("text", "list")) {
                for (List<Integer> bad : offsets) {
                    try (VectorSchemaRoot batch = batch(allocator, 3)) {
                        ArrowBuf buffer = batch.getVector(column).getOffsetBuffer();
                        for (int i = 0; i < bad.size(); i++) {
                            buffer.setInt(i * 4L, bad.get(i));
                        }
                        assertThatExceptionOfType(StrandlineException.class)
                                .isThrownBy(() -> sink.write(batch, 0, RowPolicy.WHOLE_PAGE, 0, null))
                                .withMessageContaining("column " + column)
                                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_VALUE));
                    }
                }
            }
            try (VectorSchemaRoot batch = batch(allocator, 9)) {
                sink.write(batch, 0, RowPolicy.WHOLE_PAGE, 1, null);
            }
            sink.driver().flush(context);
        }
        assertThat(lake.rows("all")).hasSize(9);
    }

    /** Arrow's own type lets a value be what the type does not mean: such is a fault of its row, and not a wrong value. */
    @Test
    void valuesOutsideOfTheirTypeAreFaults() {
        Schema schema = new Schema(
                Types.NestedField.optional(1, "price", Types.DecimalType.of(9, 2)),
                Types.NestedField.optional(2, "time", Types.TimeType.get()));
        lake.create("bounds", schema, PartitionSpec.unpartitioned(), 2);
        SinkCallContext context = TestLake.context(RunId.random(), WriteMode.APPEND, null);
        try (BufferAllocator allocator = new RootAllocator();
                DecimalVector price = new DecimalVector("price", allocator, 9, 2);
                TimeMicroVector time = new TimeMicroVector("time", allocator);
                SinkDriver driver = lake.driver("bounds")) {
            for (int row = 0; row < 6; row++) {
                price.setSafe(row, new BigDecimal("9999999.99"));
                time.setSafe(row, 86_399_999_999L);
            }
            price.getDataBuffer().setLong(DecimalVector.TYPE_WIDTH, 1_000_000_000L);
            price.getDataBuffer().setLong(2 * DecimalVector.TYPE_WIDTH + 8, 1);
            price.setSafe(3, new BigDecimal("-9999999.99"));
            time.setSafe(4, 86_400_000_000L);
            time.setSafe(5, -1);
            price.setValueCount(6);
            time.setValueCount(6);
            PageReport report = driver.columnar()
                    .orElseThrow()
                    .write(VectorSchemaRoot.of(price, time), RowPolicy.PER_ROW, TestLake.call(context, 0, null));
            assertThat(((PageReport.Rows) report).outcomes())
                    .extracting(outcome -> outcome instanceof RowOutcome.Failed failed ? failed.reason() : "")
                    .satisfiesExactly(
                            ok -> assertThat(ok).isEmpty(),
                            large -> assertThat(large).contains("column price").contains("digits"),
                            large -> assertThat(large).contains("column price").contains("digits"),
                            ok -> assertThat(ok).isEmpty(),
                            late -> assertThat(late).contains("column time"),
                            early -> assertThat(early).contains("column time"));
            driver.flush(context);
        }
        assertThat(lake.rows("bounds"))
                .containsExactly("[-9999999.99, 23:59:59.999999]", "[9999999.99, 23:59:59.999999]");
    }
}
