package io.strandline.sink.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.sink.RunId;
import io.strandline.sink.WriteMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of many rows, whose pages two threads write where one is free. */
class TwoFilesTest {
    private static final int PAGE = 10_000;
    private static final int PAGES = 16;

    @TempDir
    Path directory;

    private final SpareThreads spare = new SpareThreads(1);
    private TestLake lake;

    @BeforeEach
    void open() {
        lake = TestLake.in(directory, FullDisk.class.getName());
        FullDisk.LEFT.set(Integer.MAX_VALUE);
    }

    @AfterEach
    void close() {
        FullDisk.LEFT.set(Integer.MAX_VALUE);
        lake.close();
    }

    private RunOutput output(Table table) {
        return new RunOutput(TestLake.ref("orders"), table, WriteMode.APPEND, null, "run", spare);
    }

    /** Pages of Arrow, whose text is read into an array that is used again and again. */
    private static void write(RunOutput output, Table table, int pages) throws IOException {
        Schema schema = new Schema(List.of(
                Field.notNullable("id", new ArrowType.Int(64, true)), Field.nullable("note", ArrowType.Utf8.INSTANCE)));
        try (BufferAllocator memory = new RootAllocator();
                VectorSchemaRoot batch = VectorSchemaRoot.create(schema, memory)) {
            BigIntVector ids = (BigIntVector) batch.getVector("id");
            VarCharVector notes = (VarCharVector) batch.getVector("note");
            for (int page = 0; page < pages; page++) {
                for (int row = 0; row < PAGE; row++) {
                    long id = (long) page * PAGE + row;
                    ids.setSafe(row, id);
                    notes.setSafe(row, note(id).getBytes(StandardCharsets.UTF_8));
                }
                batch.setRowCount(PAGE);
                RowFaults faults = new RowFaults(PAGE);
                ColumnPage columns =
                        PageColumns.all(TestLake.ref("orders"), table.schema()).of(batch, faults);
                output.write(columns, Rows.without(faults, PAGE));
            }
        }
    }

    private static String note(long id) {
        return "note of " + id * 7;
    }

    private static List<DataFile> files(RunOutput output) throws IOException {
        return output.finish().stream().flatMap(group -> group.data().stream()).toList();
    }

    /** SNK-3: every row once and as it came, whoever wrote it. */
    @Test
    void aRunOfManyRowsMakesTwoFiles() throws IOException {
        Table table = lake.create("orders", TestLake.PLAIN, PartitionSpec.unpartitioned(), 2);
        RunOutput output = output(table);
        write(output, table, PAGES);
        List<DataFile> files = files(output);
        assertThat(files).hasSize(2);
        AppendFiles append = table.newAppend();
        files.forEach(append::appendFile);
        append.commit();
        assertThat(lake.rows("orders"))
                .isEqualTo(LongStream.range(0, (long) PAGES * PAGE)
                        .mapToObj(id -> "[" + id + ", " + note(id) + "]")
                        .sorted()
                        .toList());
    }

    /** Small runs make no two small files, and none waits for a thread that another run has. */
    @Test
    void aRunMakesOneFileIfItIsSmallOrNobodyIsFree() throws IOException {
        Table table = lake.create("orders", TestLake.PLAIN, PartitionSpec.unpartitioned(), 2);
        RunOutput small = output(table);
        write(small, table, 5);
        assertThat(files(small)).hasSize(1);
        RunOutput first = output(table);
        RunOutput second = output(table);
        write(first, table, PAGES);
        write(second, table, PAGES);
        assertThat(files(second)).hasSize(1);
        assertThat(files(first)).hasSize(2);
        assertThat(spare.take()).as("it was given back").isTrue();
    }

    /** What the other thread cannot write fails the page, and nothing of the run is left. */
    @Test
    void whatTheOtherCannotWriteFailsThePage() throws IOException {
        lake.create("orders", TestLake.PLAIN, PartitionSpec.unpartitioned(), 2)
                .updateProperties()
                .set(TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES, "65536")
                .commit();
        Table table = new IcebergTarget(TestLake.ref("orders"), lake.catalog)
                .open(TestLake.context(RunId.random(), WriteMode.APPEND, null))
                .unwrap(Table.class);
        RunOutput output = output(table);
        FullDisk.LEFT.set(1);
        assertThatThrownBy(() -> write(output, table, PAGES))
                .satisfies(
                        failure -> assertThat(Shown.causes((Exception) failure)).contains("No space left"));
        output.discard();
        assertThat(output.uncommitted()).isEmpty();
        assertThat(spare.take()).as("it was given back").isTrue();
    }
}
