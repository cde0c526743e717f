package io.strandline.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.gateway.session.SessionSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Period;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every type of SQL as Arrow's own reader reads it. */
class ArrowTypesTest {
    @TempDir
    static Path directory;

    private static ArrowGateway gateway;

    @BeforeAll
    static void start() {
        gateway = ArrowGateway.start(directory, Users.NONE, SessionSettings.DEFAULTS);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private static Object value(String expression, String... more) throws IOException {
        List<Map<String, Object>> rows = gateway.rows("SELECT " + expression + " AS v", more);
        assertThat(rows).hasSize(1);
        return rows.get(0).get("v");
    }

    private static Field field(String expression, String... more) throws IOException {
        byte[] body = gateway.get(gateway.request("SELECT " + expression + " AS v", more))
                .body();
        try (RootAllocator memory = new RootAllocator();
                ArrowStreamReader reader = new ArrowStreamReader(new ByteArrayInputStream(body), memory)) {
            return reader.getVectorSchemaRoot().getSchema().findField("v");
        }
    }

    @Test
    void numbers() throws IOException {
        assertThat(value("TRUE")).isEqualTo(true);
        assertThat(value("CAST(-7 AS TINYINT)")).isEqualTo((byte) -7);
        assertThat(value("CAST(-300 AS SMALLINT)")).isEqualTo((short) -300);
        assertThat(value("CAST(-70000 AS INTEGER)")).isEqualTo(-70000);
        assertThat(value("CAST(9223372036854775807 AS BIGINT)")).isEqualTo(Long.MAX_VALUE);
        assertThat(value("CAST(1.5 AS REAL)")).isEqualTo(1.5f);
        assertThat(value("CAST(0.1 AS DOUBLE)")).isEqualTo(0.1);
        assertThat(value("CAST('NaN' AS DOUBLE)")).isEqualTo(Double.NaN);
        assertThat(value("1e0/0")).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(value("CAST('-Infinity' AS DOUBLE)")).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    @Test
    void decimalsOf38Digits() throws IOException {
        String digits = "1234567890123456789012345678.0123456789";
        assertThat(value("CAST('" + digits + "' AS DECIMAL(38, 10))")).isEqualTo(new BigDecimal(digits));
        assertThat(value("CAST('-" + digits + "' AS DECIMAL(38, 10))")).isEqualTo(new BigDecimal("-" + digits));
        assertThat(field("CAST('" + digits + "' AS DECIMAL(38, 10))").getType()).hasToString("Decimal(38, 10, 128)");
        assertThat(value("CAST(1 AS DECIMAL(20, 0))")).isEqualTo(new BigDecimal("1"));
    }

    /** GW-9: what has no zone is not shifted; what has one is an instant, to be shown in the query's zone. */
    @Test
    void times() throws IOException {
        assertThat(value("DATE '1500-03-01'"))
                .isEqualTo((int) LocalDate.of(1500, 3, 1).toEpochDay());
        assertThat(value("TIME '12:34:56.789'", "&time_zone=Asia/Kolkata"))
                .isEqualTo(LocalDateTime.of(1970, 1, 1, 12, 34, 56, 789_000_000));
        String zoneless = "TIMESTAMP '2026-03-29 02:30:00.123'";
        assertThat(value(zoneless, "&time_zone=Europe/Berlin"))
                .isEqualTo(LocalDateTime.of(2026, 3, 29, 2, 30, 0, 123_000_000));
        assertThat(field(zoneless).getType()).hasToString("Timestamp(MILLISECOND, null)");
        String instant = "(SELECT seen_at FROM space.planets WHERE id = 2)";
        assertThat(field(instant).getType()).hasToString("Timestamp(MILLISECOND, UTC)");
        assertThat(value(instant)).isEqualTo(1_774_747_800_000L);
        assertThat(field(instant, "&time_zone=Europe/Berlin").getType())
                .hasToString("Timestamp(MILLISECOND, Europe/Berlin)");
        assertThat(value(instant, "&time_zone=Europe/Berlin")).isEqualTo(1_774_747_800_000L);
    }

    @Test
    void intervals() throws IOException {
        assertThat(value("INTERVAL '1-2' YEAR TO MONTH")).isEqualTo(Period.ofMonths(14));
        assertThat(value("INTERVAL '1 02:03:04.005' DAY TO SECOND(3)"))
                .isEqualTo(Duration.ofDays(1)
                        .plusHours(2)
                        .plusMinutes(3)
                        .plusSeconds(4)
                        .plusMillis(5));
    }

    @Test
    void textAndBytes() throws IOException {
        assertThat(value("'表é😀 ''quoted'''")).isEqualTo("表é😀 'quoted'");
        assertThat(value("''")).isEqualTo("");
        assertThat((byte[]) value("X'00ff10'")).containsExactly(0, 0xff, 0x10);
        String id = "550e8400-e29b-41d4-a716-446655440000";
        ByteBuffer bytes = ByteBuffer.wrap((byte[]) value("CAST('" + id + "' AS UUID)"));
        assertThat(new UUID(bytes.getLong(), bytes.getLong())).hasToString(id);
        assertThat(field("CAST('" + id + "' AS UUID)").getMetadata())
                .containsEntry("ARROW:extension:name", "arrow.uuid");
    }

    @Test
    void listsAndMaps() throws IOException {
        assertThat(value("ARRAY[1, NULL, 3]")).isEqualTo(Arrays.asList(1, null, 3));
        assertThat(value("ARRAY[ARRAY['a', NULL], ARRAY['b']]")).asString().isEqualTo("[[\"a\",null],[\"b\"]]");
        assertThat(value("MAP['one', 1, 'two', 2]"))
                .asString()
                .isEqualTo("[{\"key\":\"one\",\"value\":1},{\"key\":\"two\",\"value\":2}]");
        assertThat(field("MAP['one', 1]").getType()).hasToString("Map(false)");
    }

    /** A value is at its place whatever is NULL before it: also in lists, maps and rows. */
    @Test
    void nulls() throws IOException {
        assertThat(value("NULL")).isNull();
        List<Map<String, Object>> rows = gateway.rows("SELECT CASE WHEN id <> 2 THEN id END AS n,"
                + " CASE WHEN id <> 2 THEN name END AS t, CASE WHEN id <> 2 THEN tags END AS l,"
                + " CASE WHEN id <> 2 THEN MAP[name, id] END AS m, CASE WHEN id <> 2 THEN mass END AS d"
                + " FROM space.planets WHERE id < 4 ORDER BY id");
        assertThat(rows).hasSize(3);
        assertThat(rows.get(1).values()).containsOnlyNulls();
        assertThat(rows.get(2).get("n")).isEqualTo(3L);
        assertThat(rows.get(2).get("t")).isEqualTo("earth");
        assertThat(rows.get(2).get("l")).hasToString("[\"earth\",null]");
        assertThat(rows.get(2).get("m")).hasToString("[{\"key\":\"earth\",\"value\":3}]");
        assertThat(rows.get(2).get("d")).isEqualTo(new BigDecimal("1234567890123456789012345681.0123456789"));
    }

    /** The schema is there when no row is. */
    @Test
    void noRows() throws IOException {
        assertThat(gateway.rows("SELECT * FROM space.planets WHERE id = 99")).isEmpty();
        assertThat(field("(SELECT name FROM space.planets WHERE id = 99)").getType())
                .hasToString("Utf8");
    }

    /** GW-4. */
    @Test
    void parametersAreConverted() throws IOException {
        assertThat(gateway.rows(
                        "SELECT id FROM space.planets WHERE id > ? AND name LIKE ?",
                        "&parameter=2&parameter=" + ArrowGateway.encode("%表é😀")))
                .containsExactly(Map.of("id", 4L));
    }
}
