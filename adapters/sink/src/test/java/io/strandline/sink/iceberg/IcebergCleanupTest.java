package io.strandline.sink.iceberg;

import static io.strandline.sink.iceberg.TestLake.context;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.CleanupRequest;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.WriteMode;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A cleanup compares values as the table stores them, of whichever class they come (SNK-8). */
class IcebergCleanupTest {
    private static final UUID ID = new UUID(1, 2);
    private static final OffsetDateTime TIME = OffsetDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
    private static final Schema TYPED = new Schema(
            Types.NestedField.required(1, "id", Types.DecimalType.of(10, 2)),
            Types.NestedField.optional(2, "year", Types.LongType.get()),
            Types.NestedField.optional(3, "day", Types.DateType.get()),
            Types.NestedField.optional(4, "amount", Types.DecimalType.of(20, 2)),
            Types.NestedField.optional(5, "uid", Types.UUIDType.get()),
            Types.NestedField.optional(6, "at", Types.TimestampType.withZone()));

    static final List<Map<String, Object>> SCOPES = List.of(
            Map.of("year", 2026),
            Map.of("year", 2026L),
            Map.of("year", new BigDecimal("2026")),
            Map.of("day", LocalDate.of(2026, 1, 1)),
            Map.of("amount", new BigDecimal("1.5")),
            Map.of("amount", new BigDecimal("1.500"), "year", 2026),
            Map.of("uid", ID),
            Map.of("at", TIME),
            Map.of("at", TIME.withOffsetSameInstant(ZoneOffset.ofHours(2)), "uid", ID),
            Map.of("at", TIME.toInstant()));

    @TempDir
    Path directory;

    private TestLake lake;

    @BeforeEach
    void open() {
        lake = TestLake.in(directory);
        Table table = lake.create("typed", TYPED, PartitionSpec.unpartitioned(), 2);
        table.newAppend()
                .appendFile(TestFiles.write(
                        table,
                        List.of(
                                row("1.00", 2026L, LocalDate.of(2026, 1, 1), "1.50", ID, TIME),
                                row("2.00", 2026L, LocalDate.of(2026, 1, 1), "1.50", ID, TIME),
                                row(
                                        "3.00",
                                        2027L,
                                        LocalDate.of(2026, 1, 2),
                                        "1.51",
                                        new UUID(1, 3),
                                        TIME.plusNanos(1_000)))))
                .commit();
    }

    @AfterEach
    void close() {
        lake.close();
    }

    private static List<Object> row(String id, long year, LocalDate day, String amount, UUID uid, OffsetDateTime at) {
        return List.of(new BigDecimal(id), year, day, new BigDecimal(amount), uid, at);
    }

    private long cleanUp(Map<String, Object> scope, Object seen) {
        try (SinkDriver driver = lake.driver("typed")) {
            return driver.cleanup()
                    .orElseThrow()
                    .cleanUp(
                            new CleanupRequest(scope, List.of("id"), List.of(List.of(seen))),
                            context(RunId.random(), WriteMode.UPSERT, null));
        }
    }

    private List<Object> ids() {
        return lake.values("typed").stream().map(row -> row.get(0)).toList();
    }

    /** The part is found, and the key that was seen under another scale stays. */
    @ParameterizedTest
    @FieldSource("SCOPES")
    void valuesAreComparedAsTheyAreStored(Map<String, Object> scope) {
        assertThat(cleanUp(scope, new BigDecimal("2"))).isEqualTo(1);
        assertThat(ids()).containsExactlyInAnyOrder(new BigDecimal("2.00"), new BigDecimal("3.00"));
    }

    /** A source's whole number is the destination's decimal. */
    @Test
    void aSeenKeyOfAnotherClassStays() {
        assertThat(cleanUp(Map.of("year", 2026L), 1)).isEqualTo(1);
        assertThat(ids()).containsExactlyInAnyOrder(new BigDecimal("1.00"), new BigDecimal("3.00"));
    }

    /** What no row can have is an error, and not a part without rows. */
    @Test
    void aValueThatTheColumnCannotHoldIsRefused() {
        for (Map<String, Object> scope : List.<Map<String, Object>>of(
                Map.of("year", "2026"), Map.of("day", 20_454L), Map.of("amount", new BigDecimal("1.505")))) {
            assertThatExceptionOfType(StrandlineException.class)
                    .isThrownBy(() -> cleanUp(scope, 1))
                    .withMessageContaining("column " + scope.keySet().iterator().next())
                    .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_VALUE));
        }
        assertThat(ids()).hasSize(3);
    }
}
