package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.clients.TypeSamples.Sample;
import io.strandline.fixture.DemoGateway;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every type, over each codec, in JVMs of several zones and languages, as result and as parameter: what went in comes out
 * (GW-9). Our driver reads and binds every class of JDBC 4.2; the stock client is held to what it can carry.
 */
class TypesTest {
    private static final List<String> PLACES = List.of("UTC en-US", "America/New_York en-US", "Europe/Istanbul tr-TR");
    private static final List<String> CODECS = List.of("json", "protobuf");

    @TempDir
    static Path folder;

    private static DemoGateway gateway;
    private static final TimeZone ZONE = TimeZone.getDefault();
    private static final Locale LANGUAGE = Locale.getDefault();

    @BeforeAll
    static void serve() {
        gateway = DemoGateway.start(folder.resolve("lake"));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @AfterEach
    void goHome() {
        TimeZone.setDefault(ZONE);
        Locale.setDefault(LANGUAGE);
    }

    private interface Check {
        void on(Connection connection, ZoneId zone) throws Exception;
    }

    private static DynamicNode in(String place, String url, Check check) {
        return DynamicTest.dynamicTest(
                place + " " + url.substring(0, url.indexOf('=') < 0 ? 20 : url.indexOf(';')), () -> {
                    String[] parts = place.split(" ", -1);
                    TimeZone.setDefault(TimeZone.getTimeZone(parts[0]));
                    Locale.setDefault(Locale.forLanguageTag(parts[1]));
                    try (Connection connection = DriverManager.getConnection(url)) {
                        check.on(connection, ZoneId.of(parts[0]));
                    }
                });
    }

    private static Stream<DynamicNode> overDriver(Check check) {
        return PLACES.stream().map(place -> in(place, gateway.jdbcUrl(), check));
    }

    /** As a result: text, and every class the value can be. */
    @TestFactory
    Stream<DynamicNode> ourDriverReadsThemAsEveryClass() {
        return overDriver((connection, zone) -> {
            for (Sample sample : TypeSamples.ALL) {
                try (Statement statement = connection.createStatement();
                        ResultSet row = statement.executeQuery("SELECT " + sample.literal())) {
                    assertThat(row.next()).isTrue();
                    assertReads(sample, row, zone);
                }
            }
        });
    }

    /** As a parameter, from every class. */
    @TestFactory
    Stream<DynamicNode> ourDriverBindsThemFromEveryClass() {
        return overDriver((connection, zone) -> {
            for (Sample sample : TypeSamples.ALL) {
                try (PreparedStatement query = connection.prepareStatement("SELECT CAST(? AS " + sample.type() + ")")) {
                    for (Object value : sample.valuesHere()) {
                        query.setObject(1, value);
                        try (ResultSet row = query.executeQuery()) {
                            assertThat(row.next()).isTrue();
                            assertReads(sample, row, zone);
                        }
                        assertThat((Throwable) query.getWarnings()).isNull();
                    }
                    query.setObject(1, null);
                    try (ResultSet row = query.executeQuery()) {
                        assertThat(row.next()).isTrue();
                        assertThat(row.getObject(1))
                                .as("NULL as %s", sample.type())
                                .isNull();
                    }
                }
            }
        });
    }

    private static void assertReads(Sample sample, ResultSet row, ZoneId zone) throws SQLException {
        assertThat(row.getString(1)).as("%s in %s", sample, zone).isEqualTo(sample.text(zone));
        for (Object value : sample.valuesHere()) {
            Object read =
                    value instanceof Calendar ? row.getTimestamp(1).toInstant() : row.getObject(1, value.getClass());
            assertThat(instantOr(read))
                    .as("%s as %s in %s", sample, value.getClass(), zone)
                    .isEqualTo(value instanceof String ? sample.text(zone) : instantOr(value));
        }
        if (sample.values().get(0) instanceof LocalTime time) {
            OffsetTime read = row.getObject(1, OffsetTime.class);
            assertThat(read.toLocalTime()).isEqualTo(time);
        }
    }

    /** Points in time are the same whatever their offset. */
    private static Object instantOr(Object value) {
        if (value instanceof OffsetDateTime time) {
            return time.toInstant();
        }
        if (value instanceof Calendar calendar) {
            return calendar.toInstant();
        }
        return value instanceof ZonedDateTime time ? time.toInstant() : value;
    }

    /** An offset time is the clock of the session's zone at that time. */
    @TestFactory
    Stream<DynamicNode> ourDriverBindsOffsetTimesAndBytesAndArrays() {
        return overDriver((connection, zone) -> {
            OffsetTime time = LocalTime.parse("12:00:00.5").atOffset(ZoneOffset.UTC);
            ZoneOffset offset = zone.getRules().getOffset(Instant.EPOCH);
            try (PreparedStatement query = connection.prepareStatement(
                    "SELECT CAST(? AS TIME), CAST(? AS VARBINARY), CAST(? AS VARCHAR ARRAY), CAST(? AS BIGINT ARRAY)")) {
                query.setObject(1, time);
                query.setBytes(2, new byte[] {0, -1, 127, -128});
                query.setArray(3, connection.createArrayOf("VARCHAR", new Object[] {"表é😀", null, ""}));
                query.setObject(4, new Object[] {9007199254740993L, null});
                try (ResultSet row = query.executeQuery()) {
                    assertThat(row.next()).isTrue();
                    assertThat(row.getObject(1, OffsetTime.class)).isEqualTo(time.withOffsetSameInstant(offset));
                    assertThat(row.getBytes(2)).containsExactly(0, -1, 127, -128);
                    assertThat((Object[]) row.getArray(3).getArray()).containsExactly("表é😀", null, "");
                    assertThat((Object[]) row.getArray(4).getArray()).containsExactly(9007199254740993L, null);
                }
            }
        });
    }

    /** Arrays of every kind, with nulls and nested, in text and as arrays. */
    @TestFactory
    Stream<DynamicNode> ourDriverReadsArrays() {
        return overDriver((connection, zone) -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT ARRAY[TIMESTAMP '2026-03-08 02:30:00.5', NULL],"
                            + " ARRAY[CAST('2026-03-08T07:00:00Z' AS TIMESTAMP WITH LOCAL TIME ZONE)],"
                            + " ARRAY[X'00ff', NULL], ARRAY[ARRAY[CAST('NaN' AS DOUBLE), NULL], NULL],"
                            + " ARRAY[12345678901234567890123456789012345678], ARRAY[DATE '1582-10-10']")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getString(1)).isEqualTo("[2026-03-08 02:30:00.5, null]");
                Instant instant = Instant.parse("2026-03-08T07:00:00Z");
                String local = instant.atZone(zone).toLocalDateTime().toString().replace('T', ' ');
                assertThat(row.getString(2)).isEqualTo("[" + local + ":00]");
                assertThat((Object[]) row.getArray(2).getArray()).containsExactly(Timestamp.from(instant));
                assertThat(row.getString(3)).isEqualTo("[00ff, null]");
                assertThat(row.getString(4)).isEqualTo("[[NaN, null], null]");
                Array nested = (Array) ((Object[]) row.getArray(4).getArray())[0];
                assertThat((Object[]) nested.getArray()).containsExactly(Double.NaN, null);
                assertThat(row.getString(5)).isEqualTo("[12345678901234567890123456789012345678]");
                assertThat(row.getString(6)).isEqualTo("[1582-10-10]");
            }
        });
    }

    private static Stream<DynamicNode> overStock(Check check) {
        return PLACES.stream()
                .flatMap(place -> CODECS.stream()
                        .map(codec -> in(
                                place,
                                "jdbc:avatica:remote:serialization=" + codec + ";timeZone=UTC;url=" + gateway.httpUrl(),
                                check)));
    }

    /** The stock client reads every type's text; an instant's is that of UTC, the zone its URL names. */
    @TestFactory
    Stream<DynamicNode> theStockClientReadsThem() {
        return overStock((connection, zone) -> {
            for (Sample sample : TypeSamples.ALL) {
                try (Statement statement = connection.createStatement();
                        ResultSet row = statement.executeQuery("SELECT " + sample.literal())) {
                    assertThat(row.next()).isTrue();
                    assertThat(text(row)).as("%s in %s", sample, zone).isEqualTo(sample.text(ZoneOffset.UTC));
                }
            }
        });
    }

    /**
     * Arrays with nulls as arrays, nested ones as text too; bytes as bytes; what JDBC has no type for as text. By JSON this
     * client itself rounds whole decimals beyond BIGINT within arrays.
     */
    @TestFactory
    Stream<DynamicNode> theStockClientReadsArraysBytesAndStructures() {
        return overStock((connection, zone) -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT ARRAY[1, NULL, -3], ARRAY['表é😀', NULL, ''],"
                            + " ARRAY[9007199254740993, NULL], ARRAY[TRUE, NULL], ARRAY[1.5e0, NULL],"
                            + " ARRAY[1234567890123456789012345678.0123456789, NULL],"
                            + " ARRAY[ARRAY[1, NULL], NULL, CAST(ARRAY[2] AS INTEGER ARRAY)],"
                            + " ARRAY[X'00ff', NULL], CAST(NULL AS INTEGER ARRAY), X'00ff807f', CAST(NULL AS VARBINARY),"
                            + " MAP['a', 1, 'b', CAST(NULL AS INTEGER)], ROW(1, 'x', CAST(NULL AS DATE)),"
                            + " ARRAY[DATE '1969-12-31', NULL], ARRAY[MAP['k', X'01']]")) {
                assertThat(row.next()).isTrue();
                assertThat(elements(row, 1)).containsExactly(1, null, -3);
                assertThat(elements(row, 2)).containsExactly("表é😀", null, "");
                assertThat(elements(row, 3)).containsExactly(9007199254740993L, null);
                assertThat(elements(row, 4)).containsExactly(true, null);
                assertThat(elements(row, 5)).containsExactly(1.5, null);
                assertThat(elements(row, 6))
                        .containsExactly(new BigDecimal("1234567890123456789012345678.0123456789"), null);
                assertThat(row.getString(7)).isEqualTo("[[1, null], null, [2]]");
                assertThat((byte[]) elements(row, 8)[0]).containsExactly(0, -1);
                assertThat(row.getArray(9)).isNull();
                assertThat(row.getBytes(10)).containsExactly(0, -1, -128, 127);
                assertThat(row.getBytes(11)).isNull();
                assertThat(row.getString(12)).isEqualTo("{\"a\":1,\"b\":null}");
                assertThat(row.getString(13)).isEqualTo("{\"EXPR$0\":1,\"EXPR$1\":\"x\",\"EXPR$2\":null}");
                assertThat(elements(row, 14)).containsExactly(Date.valueOf("1969-12-31"), null);
                assertThat(elements(row, 15)).singleElement().asString().contains("k");
            }
        });
    }

    /**
     * Dates and timestamps, and instants in the session's zone, are the same wall clock in every zone of the JVM. Of times this client
     * gives the milliseconds, and texts of such arrays it shifts by the JVM's zone.
     */
    @TestFactory
    Stream<DynamicNode> theStockClientReadsArraysOfTimes() {
        return overStock((connection, zone) -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT ARRAY[DATE '1969-12-31', DATE '2026-03-08', NULL],"
                            + " ARRAY[TIME '23:59:59.999', TIME '02:30:00.5', NULL],"
                            + " ARRAY[UUID '7d444840-9dc0-11d1-b245-5ffdce74fad2', NULL],"
                            + " ARRAY[CAST('2026-03-08T07:00:00Z' AS TIMESTAMP WITH LOCAL TIME ZONE), NULL],"
                            + " ARRAY[TIMESTAMP '1969-12-31 23:59:59.999', NULL]")) {
                assertThat(row.next()).isTrue();
                assertThat(elements(row, 1))
                        .containsExactly(Date.valueOf("1969-12-31"), Date.valueOf("2026-03-08"), null);
                assertThat(elements(row, 2))
                        .extracting(time -> time == null ? null : ((Time) time).getTime())
                        .as("milliseconds of the day, in UTC")
                        .containsExactly(86_399_999L, 9_000_500L, null);
                assertThat(elements(row, 3)).containsExactly("7d444840-9dc0-11d1-b245-5ffdce74fad2", null);
                assertThat(elements(row, 4)).containsExactly(Timestamp.valueOf("2026-03-08 07:00:00"), null);
                assertThat(elements(row, 5)).containsExactly(Timestamp.valueOf("1969-12-31 23:59:59.999"), null);
            }
        });
    }

    private static Object[] elements(ResultSet row, int column) throws SQLException {
        return (Object[]) row.getArray(column).getArray();
    }

    /** It binds every type, from the classes it knows; times as text where it would shift them. */
    @TestFactory
    Stream<DynamicNode> theStockClientBindsThem() {
        return overStock((connection, zone) -> {
            for (Sample sample : TypeSamples.ALL) {
                try (PreparedStatement query = connection.prepareStatement("SELECT CAST(? AS " + sample.type() + ")")) {
                    Object value = sample.values().get(0);
                    boolean text = value.getClass().getPackageName().startsWith("java.time") || value instanceof UUID;
                    query.setObject(1, text ? value.toString() : value);
                    try (ResultSet row = query.executeQuery()) {
                        assertThat(row.next()).isTrue();
                        assertThat(text(row)).as("%s in %s", sample, zone).isEqualTo(sample.text(ZoneOffset.UTC));
                    }
                }
            }
        });
    }

    /** Without what is a matter of taste: the zeros a type's seconds have, the exponent of a small decimal. */
    private static String text(ResultSet row) throws SQLException {
        return row.getMetaData().getColumnType(1) == Types.DECIMAL
                ? row.getBigDecimal(1).toPlainString()
                : row.getString(1).replaceFirst("(:\\d\\d)\\.0+$", "$1").replaceFirst("(:\\d\\d\\.\\d*[1-9])0+$", "$1");
    }
}
