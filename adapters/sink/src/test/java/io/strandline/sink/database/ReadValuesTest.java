package io.strandline.sink.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.sink.RowSchema;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values come as the database holds them, or it is said that they are none of their type. */
class ReadValuesTest {
    private static final String COLUMNS = "id BIGINT NOT NULL PRIMARY KEY, name TEXT, amount DECIMAL(10,2), x ";

    private static @Nullable Object read(Databases database, String type, String sql) {
        SinkLab lab = database.lab(COLUMNS + type);
        Databases.execute(lab, "INSERT INTO TABLE_NAME (id, x) VALUES (1, " + sql + ")");
        RowSchema.Column column;
        try (var driver = lab.connector().open(lab.spec(WriteMode.APPEND))) {
            column = driver.currentSchema(SinkLab.context(WriteMode.APPEND))
                    .orElseThrow()
                    .columns()
                    .get(3);
        }
        try (Stream<@Nullable Object[]> rows = lab.connector()
                .reader(lab.spec(WriteMode.APPEND))
                .orElseThrow()
                .read(List.of(column), List.of(), TestCall.CALL)) {
            return rows.toList().get(0)[0];
        }
    }

    private static @Nullable Object element(String type, String value) {
        Object list = read(Databases.POSTGRESQL, type + "[]", "ARRAY[" + value + ", NULL]::" + type + "[]");
        assertThat(list).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(2).endsWith((Object) null);
        return ((List<?>) list).get(0);
    }

    /** Elements of arrays too, whatever the zone of this process. */
    @Test
    void elementsAreAsColumnsAre() {
        assertThat(element("time", "'10:00:00.123456'")).isEqualTo(LocalTime.parse("10:00:00.123456"));
        assertThat(element("timestamp", "'2026-03-29 02:30:00.123456'"))
                .isEqualTo(LocalDateTime.parse("2026-03-29T02:30:00.123456"));
        assertThat(element("timestamptz", "'2026-03-29 02:30:00.123456Z'"))
                .isEqualTo(Instant.parse("2026-03-29T02:30:00.123456Z"));
        assertThat(element("text", "'a,\"{b}\\'")).isEqualTo("a,\"{b}\\");
        assertThat(element("bytea", "'\\x005cff'")).isEqualTo(new byte[] {0, 92, -1});
        assertThat(element("boolean", "true")).isEqualTo(true);
        assertThat(element("int4", "-5")).isEqualTo(-5);
        assertThat(element("float8", "1e300")).isEqualTo(1e300);
    }

    @Test
    void arraysOfArraysAreRefused() {
        SinkLab.assertRefused(
                ErrorCode.CORRUPT, () -> read(Databases.POSTGRESQL, "text[]", "ARRAY[ARRAY['a'], ARRAY['b']]"));
        SinkLab.assertRefused(
                ErrorCode.CORRUPT, () -> read(Databases.POSTGRESQL, "int[]", "ARRAY[ARRAY[1], ARRAY[2]]"));
    }

    /** As SQLite's own functions take them. */
    @ParameterizedTest
    @CsvSource({
        "2026-01-01 00:00:00-05:00, 2026-01-01T05:00:00Z",
        "2026-01-01T00:00+02:00, 2025-12-31T22:00:00Z",
        "2026-01-01 00:00:00.25Z, 2026-01-01T00:00:00.25Z",
        "2026-01-01 00:00:00, 2026-01-01T00:00:00Z",
        "2026-01-01, 2026-01-01T00:00:00Z"
    })
    void momentsOfSqliteHaveOffsets(String held, Instant shown) {
        assertThat(read(Databases.SQLITE, "TIMESTAMPTZ", "'" + held + "'")).isEqualTo(shown);
    }

    /** No day is made of one that there is not: UPDATE would write it back. */
    @ParameterizedTest
    @ValueSource(strings = {"2026-02-30 00:00:00Z", "2026-01-01T24:00:00Z", "2026-13-01"})
    void momentsThatThereAreNotAreRefused(String held) {
        SinkLab.assertRefused(ErrorCode.CORRUPT, () -> read(Databases.SQLITE, "TIMESTAMPTZ", "'" + held + "'"));
    }
}
