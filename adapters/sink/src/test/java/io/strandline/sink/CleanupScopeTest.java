package io.strandline.sink;

import static io.strandline.sink.contract.SinkLab.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.common.TableRef;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import io.strandline.sink.memory.MemoryConnector;
import io.strandline.sink.memory.MemoryTable;
import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The part of a table that a run covers is of its columns' types, or refused before anything is written (SNK-8). */
class CleanupScopeTest {
    private final MemoryTable table = new MemoryTable();
    private final SinkLab lab = new SinkLab(
            new MemoryConnector(table), new TableRef("sink_lab", List.of("main"), "t"), Map.of(), table::rows);

    /** A value as JSON has it, and as the column has it; null if it has none such. */
    private record Example(
            SqlType type, Object json, @Nullable Object value) {}

    static List<Example> examples() {
        UUID uuid = new UUID(1, 2);
        return List.of(
                new Example(SqlType.bigint(), 2026, 2026L),
                new Example(SqlType.bigint(), "2026", null),
                new Example(SqlType.bigint(), new BigDecimal("1.5"), null),
                new Example(SqlType.integer(), 7, 7),
                new Example(SqlType.integer(), 1L << 40, null),
                new Example(SqlType.decimal(10, 2), new BigDecimal("1.5"), new BigDecimal("1.50")),
                new Example(SqlType.decimal(10, 2), new BigDecimal("1.505"), null),
                new Example(SqlType.float64(), 2, 2.0),
                new Example(SqlType.text(), "eu", "eu"),
                new Example(SqlType.text(), 7, null),
                new Example(SqlType.bool(), true, true),
                new Example(SqlType.date(), "2026-01-31", LocalDate.of(2026, 1, 31)),
                new Example(SqlType.date(), "31.1.2026", null),
                new Example(SqlType.date(), 20260131, null),
                new Example(SqlType.time(), "12:30:00", LocalTime.of(12, 30)),
                new Example(SqlType.localTimestamp(), "2026-01-31 12:30:00", LocalDateTime.of(2026, 1, 31, 12, 30)),
                new Example(SqlType.timestamp(), "1970-01-01T00:00:01Z", Instant.ofEpochSecond(1)),
                new Example(SqlType.uuid(), uuid.toString(), uuid),
                new Example(SqlType.uuid(), "1-2", null),
                new Example(SqlType.binary(), "00", null));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aValueIsOfItsColumnsTypeOrRefused(Example example) {
        RowSchema live = new RowSchema(List.of(new RowSchema.Column("c", example.type())));
        SinkDescription sink = lab.connector().describe(lab.spec(WriteMode.UPSERT));
        if (example.value() == null) {
            assertRefused(ErrorCode.BAD_VALUE, () -> CleanupScope.typed(Map.of("c", example.json()), live, sink));
        } else {
            assertThat(CleanupScope.typed(Map.of("c", example.json()), live, sink))
                    .isEqualTo(Map.of("c", example.value()));
        }
    }

    private Run begin(Map<String, Object> part) {
        return begin(part, RunOptions.DEFAULTS);
    }

    private Run begin(Map<String, Object> part, RunOptions options) {
        return lab.engine()
                .begin(
                        new RunRequest(lab.spec(WriteMode.UPSERT), WriteMode.UPSERT, null, null, options, part),
                        TestCall.CALL);
    }

    @Test
    void aCleanupByWhatJsonHasDeletesTheRowsOfThePart() {
        table.put(1L, "a", new BigDecimal("1.50"));
        table.put(2L, "b", new BigDecimal("1.50"));
        table.put(3L, "c", new BigDecimal("9.00"));
        try (Run run = begin(Map.of("amount", new BigDecimal("1.5")))) {
            run.write(new Page(
                    SinkLab.SCHEMA,
                    List.<@Nullable Object[]>of(new @Nullable Object[] {1L, "new", new BigDecimal("1.50")})));
            run.commit();
        }
        assertThat(table.rows()).isEqualTo(List.of(SinkLab.row(1, "new", "1.50"), SinkLab.row(3, "c", "9.00")));
    }

    @Test
    void aPartThatNoRowCanBeInIsRefusedAtTheBeginning() {
        assertRefused(ErrorCode.BAD_VALUE, () -> begin(Map.of("amount", "much")));
        assertRefused(ErrorCode.NO_SUCH_COLUMN, () -> begin(Map.of("region", "eu")));
        assertThat(lab.runs().interrupt()).isEmpty();
    }

    @Test
    void aRunThatSkippedARowDeletesNothing() {
        table.put(1L, "a", new BigDecimal("1.50"));
        RunOptions skipping = RunOptions.DEFAULTS.with(OnMissingKey.SKIP);
        try (Run run = begin(Map.of("amount", new BigDecimal("1.50")), skipping)) {
            run.write(new Page(
                    SinkLab.SCHEMA,
                    List.<@Nullable Object[]>of(
                            new @Nullable Object[] {null, "a", new BigDecimal("1.50")},
                            new @Nullable Object[] {2L, "b", new BigDecimal("1.50")})));
            assertThat(run.commit().counts().skipped()).isEqualTo(1);
        }
        assertThat(table.rows()).isEqualTo(List.of(SinkLab.row(1, "a", "1.50"), SinkLab.row(2, "b", "1.50")));
    }
}
