package io.strandline.sink.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.sink.Page;
import io.strandline.sink.RowSchema;
import io.strandline.sink.RunRecord;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Values of every type arrive as they are, and come back as they were; what a type cannot hold is refused. */
class DatabaseValuesTest {
    private static final String HARD =
            "tab\t, line\n, return\r, \\N \\. \\x41 'quote' \"double\" {a,b} \u00e4 \ud83d\ude00";

    private static final RowSchema SCHEMA = new RowSchema(List.of(
            column("id", SqlType.bigint()),
            column("b", SqlType.bool()),
            column("i", SqlType.integer()),
            column("r", SqlType.float32()),
            column("f", SqlType.float64()),
            column("d", SqlType.decimal(38, 10)),
            column("t", SqlType.text()),
            column("y", SqlType.binary()),
            column("dt", SqlType.date()),
            column("tm", SqlType.time()),
            column("ts", SqlType.localTimestamp()),
            column("tz", SqlType.timestamp()),
            column("u", SqlType.uuid()),
            column("l", SqlType.arrayOf(SqlType.text().orNull()))));

    private static RowSchema.Column column(String name, SqlType type) {
        return new RowSchema.Column(name, type.orNull());
    }

    private static SinkLab lab() {
        return Databases.POSTGRESQL.lab(
                "id BIGINT PRIMARY KEY, b BOOLEAN, i INTEGER, r REAL, f DOUBLE PRECISION, d NUMERIC(38,10),"
                        + " t TEXT, y BYTEA, dt DATE, tm TIME, ts TIMESTAMP, tz TIMESTAMPTZ, u UUID, l TEXT[], j JSON");
    }

    private static @Nullable Object[] values() {
        return new @Nullable Object[] {
            1L,
            true,
            Integer.MIN_VALUE,
            1.1f,
            Double.MIN_VALUE,
            new BigDecimal("1234567890123456789012345678.0123456789"),
            HARD,
            new byte[] {0, 92, -1},
            LocalDate.of(2024, 2, 29),
            LocalTime.of(23, 59, 59, 999_999_000),
            LocalDateTime.of(2024, 2, 29, 1, 2, 3, 4_000),
            Instant.parse("2024-02-29T01:02:03.000004Z"),
            UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"),
            Arrays.asList("a,b", null, "NULL", "q\"\\")
        };
    }

    private static Page page(@Nullable Object[] row) {
        return new Page(SCHEMA, List.<@Nullable Object[]>of(row));
    }

    @Test
    void valuesArriveAndComeBack() {
        SinkLab lab = lab();
        lab.run(WriteMode.APPEND, page(values()));
        String all =
                "SELECT row(b, i, r, f, d, y, dt, tm, ts, u, l, j)::text || tz::timestamptz AT TIME ZONE 'UTC' FROM"
                        + " TABLE_NAME";
        assertThat(Databases.query(lab, "SELECT t FROM TABLE_NAME")).containsExactly(HARD);
        assertThat(Databases.query(lab, all))
                .singleElement()
                .asString()
                .contains("-2147483648,1.1,5e-324,1234567890123456789012345678.0123456789")
                .contains(
                        "2024-02-29,23:59:59.999999,\"2024-02-29 01:02:03.000004\",00112233-4455-6677-8899-aabbccddeeff")
                .contains("2024-02-29 01:02:03.000004");
        assertThat(Databases.query(
                        lab,
                        "SELECT (l[1] = 'a,b' AND l[2] IS NULL AND l[3] = 'NULL' AND y = '\\x005cff')::text"
                                + " FROM TABLE_NAME"))
                .containsExactly("true");
        Databases.execute(lab, "UPDATE TABLE_NAME SET j = '{\"a\" :  1}'");
        List<@Nullable String> before = Databases.query(lab, all);
        RunRecord deleted = lab.run(WriteMode.DELETE, page(values()));
        assertThat(Databases.query(lab, all)).isEmpty();
        assertThat(lab.engine()
                        .rollback(deleted.id(), false, false, TestCall.CALL)
                        .applied())
                .isTrue();
        assertThat(Databases.query(lab, all)).isEqualTo(before);
    }

    @Test
    void whatATypeCannotHoldIsRefused() {
        SinkLab lab = lab();
        @Nullable Object[] nul = values();
        nul[6] = "a\0b";
        assertThatThrownBy(() -> lab.run(WriteMode.APPEND, page(nul))).hasMessageContaining("column t holds U+0000");
        @Nullable Object[] nanos = values();
        nanos[10] = LocalDateTime.of(2024, 2, 29, 1, 2, 3, 4);
        assertThatThrownBy(() -> lab.run(WriteMode.APPEND, page(nanos)))
                .hasMessageContaining("keeps 6 digits of a second");
        assertThat(Databases.query(lab, "SELECT id FROM TABLE_NAME")).isEmpty();
    }

    @Test
    void theColumnsHaveTheirTypes() {
        SinkLab lab = lab();
        try (var driver = lab.connector().open(lab.spec(WriteMode.APPEND))) {
            RowSchema live =
                    driver.currentSchema(SinkLab.context(WriteMode.APPEND)).orElseThrow();
            assertThat(live.columns().subList(1, SCHEMA.size()))
                    .isEqualTo(SCHEMA.columns().subList(1, SCHEMA.size()));
            assertThat(live.typeOf("j")).contains(SqlType.text().orNull());
        }
    }
}
