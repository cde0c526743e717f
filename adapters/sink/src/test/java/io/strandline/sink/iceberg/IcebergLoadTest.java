package io.strandline.sink.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.strandline.catalog.Catalogs;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.CommitToken;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.Run;
import io.strandline.sink.RunEngine;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunRequest;
import io.strandline.sink.RunRules;
import io.strandline.sink.SinkSpec;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.inmemory.InMemoryOutputFile;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parquet files of others become files of a table (SNK-22). */
class IcebergLoadTest {
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

    private SinkLab lab(String name) {
        return new SinkLab(
                new IcebergConnector(new Catalogs(List.of(lake.catalog))),
                TestLake.ref(name),
                Map.of(),
                () -> List.copyOf(lake.values(name)));
    }

    private static RunRecord load(SinkLab lab, WriteMode mode, byte[] file) {
        try (Run run = lab.engine().begin(request(lab.spec(mode), mode, null), TestCall.CALL)) {
            run.load("parquet", new ByteArrayInputStream(file), null);
            return run.commit();
        }
    }

    /** Each under a token of its own. */
    private static RunRecord loadInTurn(SinkLab lab, byte[]... files) {
        try (Run run =
                lab.engine().begin(request(lab.spec(WriteMode.APPEND), WriteMode.APPEND, "scope"), TestCall.CALL)) {
            for (int i = 0; i < files.length; i++) {
                run.load("parquet", new ByteArrayInputStream(files[i]), CommitToken.of(i + 1));
            }
            return run.commit();
        }
    }

    private static RunRequest request(SinkSpec spec, WriteMode mode, String scope) {
        return new RunRequest(spec, mode, null, scope, RunOptions.DEFAULTS, Map.of());
    }

    private static byte[] file(Schema schema, Object[]... rows) {
        InMemoryOutputFile file = new InMemoryOutputFile();
        try (FileAppender<Record> writer = Parquet.write(file)
                .schema(schema)
                .createWriterFunc(GenericParquetWriter::create)
                .build()) {
            for (Object[] row : rows) {
                GenericRecord record = GenericRecord.create(schema);
                for (int i = 0; i < row.length; i++) {
                    record.set(i, row[i]);
                }
                writer.add(record);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return file.toByteArray();
    }

    private static byte[] orders(long from, long to) {
        Object[][] rows = new Object[(int) (to - from)][];
        Arrays.setAll(rows, i -> new Object[] {from + i, "loaded"});
        return file(TestLake.PLAIN, rows);
    }

    /** As programs write it that know nothing of Iceberg: every column may be NULL, and none has an id. */
    private byte[] plain(String message, Object... idsAndNotes) throws IOException {
        MessageType type = MessageTypeParser.parseMessageType(message);
        Path file = Files.createTempDirectory(directory, "made").resolve("plain.parquet");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withType(type)
                .build()) {
            SimpleGroupFactory groups = new SimpleGroupFactory(type);
            for (int i = 0; i < idsAndNotes.length; i += 2) {
                Group group = groups.newGroup().append("note", (String) idsAndNotes[i + 1]);
                if (idsAndNotes[i] != null) {
                    group.append("id", (long) idsAndNotes[i]);
                }
                writer.write(group);
            }
        }
        return Files.readAllBytes(file);
    }

    private long dataFiles() throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("warehouse"))) {
            return files.filter(file -> file.toString().endsWith(".parquet")).count();
        }
    }

    /** Each file lands with its token, is counted by its rows, and is undone as rows are. */
    @Test
    void aFileBecomesRowsOfTheTable() throws IOException {
        lake.create("orders");
        SinkLab lab = lab("orders");
        lab.run(WriteMode.APPEND, TestLake.page(1, "before"));
        byte[] none = plain("message m { required int64 id = 1; optional binary note (UTF8) = 2; }");
        RunRecord run = loadInTurn(lab, orders(10, 13), none, orders(20, 22));
        assertThat(run.counts().offered()).isEqualTo(5);
        assertThat(run.counts().accepted()).isEqualTo(5);
        assertThat(lake.rows("orders"))
                .containsExactly(
                        "[1, before]", "[10, loaded]", "[11, loaded]", "[12, loaded]", "[20, loaded]", "[21, loaded]");
        assertThat(lab.token("scope")).isEqualTo(CommitToken.of(3));
        loadInTurn(lab, orders(10, 13));
        assertThat(lake.rows("orders")).as("a token that is there").hasSize(6);
        RollbackOutcome undone = lab.engine().rollback(run.id(), false, false, TestCall.CALL);
        assertThat(undone.deleted()).isEqualTo(5);
        assertThat(lake.rows("orders")).containsExactly("[1, before]");
    }

    @Test
    void aFileReplacesAllRows() {
        lake.create("orders");
        SinkLab lab = lab("orders");
        lab.run(WriteMode.APPEND, TestLake.page(1, "before"));
        load(lab, WriteMode.OVERWRITE, orders(10, 12));
        assertThat(lake.rows("orders")).containsExactly("[10, loaded]", "[11, loaded]");
    }

    /** Columns without ids are told by the table's name mapping, or not at all; types may be narrower, where that loses nothing. */
    @Test
    void columnsAreFoundByTheNameMapping() throws IOException {
        lake.create("orders");
        SinkLab lab = lab("orders");
        byte[] file = plain("message m { optional binary note (UTF8); optional int64 id; }", 7L, "seven");
        refused(lab, file, "no field ids", "schema.name-mapping.default");
        lake.table("orders")
                .updateProperties()
                .set(TableProperties.DEFAULT_NAME_MAPPING, NameMappingParser.toJson(MappingUtil.create(TestLake.PLAIN)))
                .commit();
        load(lab, WriteMode.APPEND, file);
        assertThat(lake.rows("orders")).containsExactly("[7, seven]");
        byte[] unnamed = plain("message m { optional binary note (UTF8); optional int64 id; }", null, "none");
        refused(lab, unnamed, "id should be required");
        byte[] other =
                plain("message m { optional binary note (UTF8); required int64 id; optional int32 more; }", 8L, "n");
        refused(lab, other, "column more");
    }

    private static void refused(SinkLab lab, byte[] file, String... why) {
        List<List<?>> before = lab.rows().get();
        assertThatExceptionOfType(StrandlineException.class)
                .isThrownBy(() -> load(lab, WriteMode.APPEND, file))
                .satisfies(e -> {
                    assertThat(e.getMessage()).contains(why);
                    assertThat(e.code()).isEqualTo(ErrorCode.BAD_VALUE);
                });
        assertThat(lab.rows().get()).hasSameSizeAs(before);
    }

    /** A file that is not of the table's columns, or not whole, is no part of the table, and nothing is left of it. */
    @Test
    void whatIsNoFileOfTheTableIsRefused() throws IOException {
        lake.create("orders");
        SinkLab lab = lab("orders");
        byte[] sound = orders(1, 1_000);
        refused(lab, new byte[0], "no whole Parquet file");
        refused(lab, "id,note\n1,a\n".getBytes(java.nio.charset.StandardCharsets.UTF_8), "no whole Parquet file");
        refused(lab, Arrays.copyOf(sound, sound.length - 20), "no whole Parquet file");
        byte[] turned = sound.clone();
        turned[sound.length / 3] ^= 1;
        refused(lab, turned, "no whole Parquet file");
        Schema swapped = new Schema(
                Types.NestedField.required(1, "note", Types.LongType.get()),
                Types.NestedField.optional(2, "id", Types.StringType.get()));
        refused(lab, file(swapped, new Object[] {1L, "a"}), "column note has the field id of id");
        Schema text = new Schema(Types.NestedField.required(1, "id", Types.StringType.get()));
        refused(lab, file(text, new Object[] {"1"}), "id");
        Schema missing = new Schema(Types.NestedField.optional(2, "note", Types.StringType.get()));
        refused(lab, file(missing, new Object[] {"a"}), "id is required, but is missing");
        assertThat(dataFiles()).isZero();
        Schema narrow = new Schema(Types.NestedField.required(1, "id", Types.IntegerType.get()));
        load(lab, WriteMode.APPEND, file(narrow, new Object[] {5}));
        assertThat(lake.rows("orders")).containsExactly("[5, null]");
    }

    /** What looks at rows is not passed by, and no byte is read before that is known. */
    @Test
    void rulesAndPartitionsAndKeysRefuseBeforeTheFirstByte() {
        lake.create("orders");
        lake.create(
                "parts",
                TestLake.PLAIN,
                PartitionSpec.builderFor(TestLake.PLAIN).identity("note").build(),
                2);
        byte[] file = orders(1, 3);
        SinkLab lab = lab("orders");
        SinkSpec plain = lab.spec(WriteMode.APPEND);
        SinkSpec masked = new SinkSpec(
                plain.id(),
                plain.driver(),
                plain.table(),
                plain.settings(),
                plain.mode(),
                plain.key(),
                plain.options(),
                new RunRules(Map.of("note", RunRules.Mask.REDACT), List.of(), null),
                "configuration");
        refusedUnread(lab.engine(), request(masked, WriteMode.APPEND, null), ErrorCode.REFUSED, file);
        refusedUnread(lab.engine(), request(plain, WriteMode.UPSERT, null), ErrorCode.NOT_SUPPORTED, file);
        SinkLab parts = lab("parts");
        refusedUnread(
                parts.engine(), request(parts.spec(WriteMode.APPEND), WriteMode.APPEND, null), ErrorCode.REFUSED, file);
        assertThat(lake.rows("orders")).isEmpty();
    }

    private static void refusedUnread(RunEngine engine, RunRequest request, ErrorCode code, byte[] file) {
        ByteArrayInputStream bytes = new ByteArrayInputStream(file);
        try (Run run = engine.begin(request, TestCall.CALL)) {
            assertThatExceptionOfType(StrandlineException.class)
                    .isThrownBy(() -> run.load("parquet", bytes, null))
                    .satisfies(e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
        }
        assertThat(bytes.available()).isEqualTo(file.length);
    }
}
