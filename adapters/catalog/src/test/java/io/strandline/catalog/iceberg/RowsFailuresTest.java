package io.strandline.catalog.iceberg;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.strandline.catalog.FieldType;
import io.strandline.catalog.LakeTable;
import io.strandline.catalog.RowsWanted;
import io.strandline.catalog.TableField;
import io.strandline.catalog.TableRows;
import io.strandline.catalog.TableVersion;
import io.strandline.catalog.TestCall;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What reading rows says of what cannot be read, and that it stops when nobody reads on (GW-5). */
class RowsFailuresTest {
    private static final Schema SCHEMA = new Schema(optional(1, "id", Types.LongType.get()));
    private static final Duration STUCK = Duration.ofSeconds(30);
    private static final RowsWanted ALL = new RowsWanted(List.of(0), List.of(), OptionalLong.empty());

    @TempDir
    Path directory;

    private RowLake rows;
    private Table table;

    @BeforeEach
    void open() {
        rows = new RowLake(directory);
        table = rows.create("t", 2, SCHEMA, PartitionSpec.unpartitioned());
        ProbeFileIO.reset();
    }

    @AfterEach
    void close() {
        rows.close();
    }

    private DataFile append(long... ids) {
        return RowLake.append(
                        table,
                        java.util.Arrays.stream(ids)
                                .mapToObj(id -> RowLake.row(table.schema(), id))
                                .toList())
                .keySet()
                .iterator()
                .next();
    }

    private TableRows source() {
        return rows.lake.catalog.rows().orElseThrow();
    }

    private void assertFails(ErrorCode code, String... parts) {
        assertThatThrownBy(() -> rows.ours(rows.now("t")))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContainingAll(parts);
    }

    @Test
    void aDataFileThatIsGoneIsNamed() throws IOException {
        append(1);
        DataFile lost = append(2);
        Files.delete(Path.of(lost.location().replace("file:", "")));
        assertFails(ErrorCode.CORRUPT, lost.location(), "not there");
    }

    @Test
    void aDataFileThatIsCutIsNamed() throws IOException {
        DataFile cut = append(1);
        Files.write(Path.of(cut.location().replace("file:", "")), new byte[100]);
        assertFails(ErrorCode.BACKEND, cut.location());
    }

    @Test
    void aFormatThatCannotBeReadIsNamed() {
        table.newAppend()
                .appendFile(DataFiles.builder(table.spec())
                        .withPath(table.location() + "/data/x.orc")
                        .withFormat("orc")
                        .withFileSizeInBytes(10)
                        .withRecordCount(1)
                        .build())
                .commit();
        assertFails(ErrorCode.NOT_SUPPORTED, "x.orc", "ORC");
    }

    /** CAT-14 */
    @Test
    void aTableWithoutASnapshotHasNoRows() {
        assertThat(rows.ours(rows.now("t"))).isEmpty();
    }

    @Test
    void versionsThatThereAreNotSayWhatThereIs() {
        append(1);
        assertNone(new TableVersion.OfSnapshot(77), "snapshot 77", "$snapshots");
        assertNone(new TableVersion.OfRef("mian"), "did you mean \"main\"?");
        assertNone(new TableVersion.OfTime(Instant.EPOCH), "its history begins at");
    }

    private void assertNone(TableVersion version, String... parts) {
        assertThatThrownBy(() -> source().at(rows.ref("t"), version, new TestCall()))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_SUCH_OBJECT))
                .hasMessageContainingAll(parts);
    }

    /** Between planning and reading. */
    @Test
    void aSchemaThatChangedMeanwhileIsAConflict() {
        append(1);
        LakeTable planned = rows.now("t");
        table.updateSchema().addColumn("more", Types.StringType.get()).commit();
        assertThatThrownBy(() -> rows.ours(planned))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
    }

    /** Who removes schemas and adds another may give its id again. */
    @Test
    void otherColumnsUnderTheSameSchemaIdAreAConflict() {
        append(1);
        LakeTable now = rows.now("t");
        for (TableField other : List.of(
                new TableField(1, "id", FieldType.Primitive.of("string"), true, null, null, null),
                new TableField(1, "key", FieldType.Primitive.of("long"), true, null, null, null),
                new TableField(2, "id", FieldType.Primitive.of("long"), true, null, null, null))) {
            LakeTable planned = new LakeTable(now.ref(), now.version(), now.uuid(), now.schemaId(), List.of(other));
            assertThatThrownBy(() -> rows.ours(planned))
                    .isInstanceOfSatisfying(
                            StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
        }
    }

    /** GW-5: S3's plain client hears no interrupt. */
    @Test
    void aCancelEndsAPlanThatHearsNoInterrupt() {
        append(1);
        LakeTable planned = rows.now("t");
        ProbeFileIO.reset();
        ProbeFileIO.silence(".avro");
        ProbeFileIO.deafen();
        TestCall call = new TestCall();
        Thread canceller = new Thread(() -> {
            Awaitility.await().until(() -> !ProbeFileIO.opened(".avro").isEmpty());
            call.cancel();
        });
        canceller.start();
        assertTimeoutPreemptively(
                STUCK,
                () -> assertThatThrownBy(() -> {
                            try (Stream<Object[]> read = source().read(planned, ALL, call)) {
                                assertThat(read.toList()).isEmpty();
                            }
                        })
                        .isInstanceOfSatisfying(
                                StrandlineException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED)));
    }

    @Test
    void aLimitStopsReading() {
        for (long i = 0; i < 20; i++) {
            append(i);
        }
        LakeTable planned = rows.now("t");
        ProbeFileIO.reset();
        RowsWanted two = new RowsWanted(List.of(0), List.of(), OptionalLong.of(2));
        try (Stream<Object[]> read = source().read(planned, two, new TestCall())) {
            Iterator<Object[]> each = read.iterator();
            each.next();
            each.next();
        }
        assertThat(ProbeFileIO.opened(".parquet")).hasSizeLessThan(5);
    }

    /** GW-5: a store that does not answer holds nobody. */
    @Test
    void aCancelEndsAReadThatWaits() {
        DataFile silent = append(1);
        LakeTable planned = rows.now("t");
        ProbeFileIO.silence(silent.location());
        TestCall call = new TestCall();
        Thread canceller = new Thread(() -> {
            Awaitility.await().until(() -> !ProbeFileIO.opened(".parquet").isEmpty());
            call.cancel();
        });
        canceller.start();
        assertThatThrownBy(() -> {
                    try (Stream<Object[]> read = source().read(planned, ALL, call)) {
                        assertThat(read.toList()).isEmpty();
                    }
                })
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    }

    @Test
    void whatIsClosedEarlyReadsNoFurther() {
        for (long i = 0; i < 20; i++) {
            append(i);
        }
        LakeTable planned = rows.now("t");
        ProbeFileIO.reset();
        try (Stream<Object[]> read = source().read(planned, ALL, new TestCall())) {
            assertThat(read.iterator().next()).hasSize(1);
        }
        assertThat(ProbeFileIO.opened(".parquet")).hasSizeLessThan(8);
    }
}
