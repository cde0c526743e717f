package io.strandline.sink.database;

import static io.strandline.sink.contract.SinkLab.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.sink.OnDrift;
import io.strandline.sink.Page;
import io.strandline.sink.RowSchema;
import io.strandline.sink.Run;
import io.strandline.sink.RunOptions;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunRequest;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tables of SQLite follow columns that come, and say what they cannot follow (SNK-9). */
class SqliteEvolutionTest {
    private final SinkLab lab = Databases.SQLITE.lab();

    private RunRecord run(SqlType type, Object... values) {
        List<RowSchema.Column> columns = new ArrayList<>(SinkLab.SCHEMA.columns());
        columns.add(new RowSchema.Column("x", type.orNull()));
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Object value : values) {
            rows.add(new @Nullable Object[] {rows.size() + 1L, "n", new BigDecimal("1.00"), value});
        }
        RunRequest request = new RunRequest(
                lab.spec(WriteMode.UPSERT),
                WriteMode.UPSERT,
                null,
                null,
                RunOptions.DEFAULTS.with(OnDrift.EVOLVE),
                Map.of());
        try (Run run = lab.engine().begin(request, TestCall.CALL)) {
            run.write(new Page(new RowSchema(columns), rows));
            return run.commit();
        }
    }

    private List<@Nullable String> held() {
        return Databases.query(lab, "SELECT x FROM TABLE_NAME ORDER BY id");
    }

    @Test
    void columnsComeAndTheirValuesAreUndone() {
        run(SqlType.integer(), 7);
        assertThat(held()).containsExactly("7");
        // every type of whole numbers holds all of them there
        RunRecord wider = run(SqlType.bigint(), 1L << 40, 8L);
        assertThat(held()).containsExactly("1099511627776", "8");
        assertThat(lab.engine()
                        .rollback(wider.id(), false, false, TestCall.CALL)
                        .applied())
                .isTrue();
        assertThat(held()).containsExactly("7");
    }

    @Test
    void timesComeAsTheyAre() {
        LocalDateTime time = LocalDateTime.of(2026, 1, 1, 0, 0, 0, 123_456_789);
        run(SqlType.localTimestamp(), time);
        assertThat(held()).containsExactly("2026-01-01T00:00:00.123456789");
        run(SqlType.localTimestamp(), time.plusNanos(2));
        assertThat(held()).containsExactly("2026-01-01T00:00:00.123456791");
    }

    @Test
    void whatItCannotFollowIsRefusedAndNothingChanged() {
        assertRefused(ErrorCode.REFUSED, () -> run(SqlType.arrayOf(SqlType.text()), List.of("a")));
        run(SqlType.decimal(10, 2), new BigDecimal("1.50"));
        assertRefused(ErrorCode.REFUSED, () -> run(SqlType.decimal(12, 2), new BigDecimal("1234567890.25")));
        assertThat(Databases.query(lab, "SELECT type FROM pragma_table_info('TABLE_NAME') WHERE name = 'x'"))
                .containsExactly("DECIMAL(10, 2)");
        assertThat(held()).containsExactly("1.5");
    }
}
