package io.strandline.bench;

import io.strandline.bench.Bench.Line;
import io.strandline.catalog.Catalogs;
import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.iceberg.IcebergCatalog;
import io.strandline.catalog.iceberg.LakeColumn;
import io.strandline.catalog.iceberg.LakeWriter;
import io.strandline.catalog.iceberg.LocalFileIO;
import io.strandline.common.TableRef;
import io.strandline.sink.Page;
import io.strandline.sink.RollbackOptions;
import io.strandline.sink.RoundTrips;
import io.strandline.sink.RowPolicy;
import io.strandline.sink.RowSchema;
import io.strandline.sink.RunId;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRules;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.WriteCall;
import io.strandline.sink.WriteMode;
import io.strandline.sink.iceberg.IcebergConnector;
import io.strandline.sqlkit.SqlType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.parquet.Parquet;

/**
 * Rows a second into an Iceberg table, by the driver itself: pages, Arrow's vectors, upserts; and the floor, Iceberg's own Parquet
 * appender with the same schema and codec, in the same JVM.
 */
final class IcebergSinkBench {
    static final String NAME = "sinks.iceberg.";

    private static final int PAGE = 10_000;
    private static final TableIdentifier TABLE = TableIdentifier.of("sales", "orders");
    private static final TableRef REF = new TableRef("lake", List.of("sales"), "orders");

    private final IcebergCatalog catalog;
    private final JdbcCatalog client;
    private final int pages;

    private IcebergSinkBench(IcebergCatalog catalog, JdbcCatalog client, int pages) {
        this.catalog = catalog;
        this.client = client;
        this.pages = pages;
    }

    static List<Line> run(boolean quick) throws Exception {
        Path directory = Files.createTempDirectory("sinks");
        Map<String, String> properties = Map.of(
                "type",
                "jdbc",
                "uri",
                "jdbc:sqlite:" + directory.resolve("catalog.db"),
                "warehouse",
                directory.resolve("warehouse").toUri().toString(),
                "io-impl",
                LocalFileIO.class.getName());
        try (IcebergCatalog catalog = CatalogFactory.create("lake", properties);
                LakeWriter writer = LakeWriter.on(catalog);
                JdbcCatalog client = new JdbcCatalog(ignored -> new LocalFileIO(), null, false)) {
            writer.createNamespace(REF.namespace());
            writer.createTable(
                    REF,
                    LakeColumn.required("id", "long"),
                    LakeColumn.of("name", "string"),
                    LakeColumn.of("amount", "double"),
                    LakeColumn.of("at", "timestamp"));
            client.initialize("lake", properties);
            return new IcebergSinkBench(catalog, client, quick ? 20 : 100).measure(quick ? 2 : 5);
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** One measured thing. */
    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    private List<Line> measure(int rounds) throws Exception {
        List<Line> lines = new ArrayList<>();
        try (RootAllocator allocator = new RootAllocator();
                VectorSchemaRoot batch = batch(allocator)) {
            List<Double> floor = new ArrayList<>();
            List<Double> rows = new ArrayList<>();
            List<Double> columns = new ArrayList<>();
            for (int round = 0; round <= rounds; round++) {
                // by turns, so that what disturbs one disturbs all; the first round warms up
                floor.add(seconds(this::appender));
                rows.add(seconds(() -> pages(WriteMode.APPEND)));
                columns.add(seconds(() -> vectors(batch)));
            }
            double rest = best(floor);
            lines.add(rate("floor", rest));
            lines.add(rate("append_pages", best(rows)));
            lines.add(rate("append_arrow", best(columns)));
            lines.add(new Line(NAME + "append_pages.by_floor", best(rows) / rest, "times"));
            lines.add(new Line(NAME + "append_arrow.by_floor", best(columns) / rest, "times"));
            RunId[] run = new RunId[1];
            double appended = seconds(() -> run[0] = pages(WriteMode.APPEND));
            lines.add(new Line(NAME + "append_run", appended, "s"));
            lines.add(new Line(NAME + "append_rollback", seconds(() -> rollback(run[0], WriteMode.APPEND)), "s"));
            lines.add(rate("upsert_pages", seconds(() -> run[0] = pages(WriteMode.UPSERT))));
            lines.add(new Line(NAME + "upsert_rollback", seconds(() -> rollback(run[0], WriteMode.UPSERT)), "s"));
        }
        return lines;
    }

    private static double best(List<Double> rounds) {
        return rounds.stream().skip(1).mapToDouble(Double::doubleValue).min().orElseThrow();
    }

    private Line rate(String name, double seconds) {
        return new Line(NAME + name, pages * (double) PAGE / seconds, "rows/s");
    }

    private static double seconds(Work work) throws Exception {
        long begun = System.nanoTime();
        work.run();
        return (System.nanoTime() - begun) / 1e9;
    }

    private static String name(long id) {
        return "customer " + id % 1_000;
    }

    private static long micros(long id) {
        return 1_700_000_000_000_000L + id * 1_000;
    }

    /** Rows are made as they are written, as by who reads them from elsewhere. */
    private void appender() throws Exception {
        Table table = client.loadTable(TABLE);
        DataWriter<Record> writer = Parquet.writeData(
                        table.io().newOutputFile(table.locationProvider().newDataLocation(RunId.random() + ".parquet")))
                .forTable(table)
                .createWriterFunc(GenericParquetWriter::create)
                .build();
        try (writer) {
            for (long id = 0; id < (long) pages * PAGE; id++) {
                Object[] values = values(id);
                GenericRecord record = GenericRecord.create(table.schema());
                for (int i = 0; i < values.length; i++) {
                    record.set(i, values[i]);
                }
                writer.write(record);
            }
        }
        table.newAppend().appendFile(writer.toDataFile()).commit();
    }

    private static Object[] values(long id) {
        long micros = micros(id);
        return new Object[] {
            id,
            name(id),
            id * 0.25,
            LocalDateTime.ofEpochSecond(micros / 1_000_000, (int) (micros % 1_000_000) * 1_000, ZoneOffset.UTC)
        };
    }

    private static RowSchema schema() {
        return new RowSchema(List.of(
                new RowSchema.Column("id", SqlType.bigint()),
                new RowSchema.Column("name", SqlType.text().orNull()),
                new RowSchema.Column("amount", SqlType.float64().orNull()),
                new RowSchema.Column("at", SqlType.localTimestamp().orNull())));
    }

    private static SinkCallContext context(RunId run, WriteMode mode) {
        return new SinkCallContext(
                run, "bench", mode, List.of("id"), null, "bench", "bench", Instant.EPOCH, new RoundTrips());
    }

    private SinkDriver driver() {
        return new IcebergConnector(new Catalogs(List.of(catalog)))
                .open(new SinkSpec(
                        "bench",
                        IcebergConnector.NAME,
                        REF,
                        Map.of(),
                        WriteMode.APPEND,
                        List.of("id"),
                        RunOptions.DEFAULTS,
                        RunRules.NONE,
                        "catalog"));
    }

    private RunId pages(WriteMode mode) {
        RunId run = RunId.random();
        SinkCallContext context = context(run, mode);
        RowSchema schema = schema();
        try (SinkDriver driver = driver()) {
            for (int page = 0; page < pages; page++) {
                List<Object[]> rows = new ArrayList<>(PAGE);
                for (long id = (long) page * PAGE; id < (page + 1L) * PAGE; id++) {
                    rows.add(values(id));
                }
                driver.write(
                        new Page(schema, rows), RowPolicy.WHOLE_PAGE, new WriteCall(context, page, null, report -> {}));
            }
            driver.flush(context);
            driver.completeRun(context);
        }
        return run;
    }

    private static VectorSchemaRoot batch(RootAllocator allocator) {
        VectorSchemaRoot batch = VectorSchemaRoot.create(
                new Schema(List.of(
                        new Field("id", FieldType.notNullable(new ArrowType.Int(64, true)), null),
                        new Field("name", FieldType.nullable(ArrowType.Utf8.INSTANCE), null),
                        new Field(
                                "amount",
                                FieldType.nullable(new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
                                null),
                        new Field(
                                "at", FieldType.nullable(new ArrowType.Timestamp(TimeUnit.MICROSECOND, null)), null))),
                allocator);
        batch.allocateNew();
        batch.setRowCount(PAGE);
        return batch;
    }

    private void vectors(VectorSchemaRoot batch) {
        SinkCallContext context = context(RunId.random(), WriteMode.APPEND);
        BigIntVector ids = (BigIntVector) batch.getVector("id");
        VarCharVector names = (VarCharVector) batch.getVector("name");
        Float8Vector amounts = (Float8Vector) batch.getVector("amount");
        TimeStampMicroVector times = (TimeStampMicroVector) batch.getVector("at");
        try (SinkDriver driver = driver()) {
            for (int page = 0; page < pages; page++) {
                for (int row = 0; row < PAGE; row++) {
                    long id = (long) page * PAGE + row;
                    ids.setSafe(row, id);
                    names.setSafe(row, name(id).getBytes(StandardCharsets.UTF_8));
                    amounts.setSafe(row, id * 0.25);
                    times.setSafe(row, micros(id));
                }
                batch.setRowCount(PAGE);
                driver.columnar()
                        .orElseThrow()
                        .write(batch, RowPolicy.WHOLE_PAGE, new WriteCall(context, page, null, report -> {}));
            }
            driver.flush(context);
            driver.completeRun(context);
        }
    }

    private void rollback(RunId run, WriteMode mode) {
        try (SinkDriver driver = driver()) {
            boolean applied = driver.rollback()
                    .orElseThrow()
                    .rollback(new RollbackOptions(false, false, List.of()), context(run, mode))
                    .applied();
            if (!applied) {
                throw new IllegalStateException("run " + run + " was not rolled back");
            }
        }
    }
}
