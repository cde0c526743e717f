package io.strandline.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.jdbc.fixture.Answer;
import io.strandline.jdbc.fixture.FixtureGateway;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.UUID;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of every type, in several zones of the JVM. */
class ValuesTest {
    private static final String ZONED = "TIMESTAMP_WITH_LOCAL_TIME_ZONE(3) NOT NULL";
    private FixtureGateway gateway;
    private Connection connection;
    private TimeZone before;

    @BeforeEach
    void connect() throws SQLException {
        before = TimeZone.getDefault();
        gateway = FixtureGateway.start();
        connection = DriverManager.getConnection(gateway.url() + "?timeZone=Europe/Paris");
    }

    @AfterEach
    void close() throws SQLException {
        TimeZone.setDefault(before);
        connection.close();
        gateway.close();
    }

    private ResultSet row(Answer answer) throws SQLException {
        gateway.answer("SELECT v", answer);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT v");
        assertThat(rows.next()).isTrue();
        return rows;
    }

    private static Answer one(int jdbcType, String name, Object value) {
        return Answer.rows().column("v", jdbcType, name).row(value);
    }

    /** Whole numbers keep every digit, also beyond 2^53, and do not wrap round. */
    @Test
    void wholeNumbersAreExactAndDoNotWrap() throws SQLException {
        try (ResultSet row = row(one(Types.BIGINT, "BIGINT", 9007199254740993L))) {
            assertThat(row.getLong(1)).isEqualTo(9007199254740993L);
            assertThat(row.getObject(1)).isEqualTo(9007199254740993L);
            assertThat(row.getBigDecimal(1)).isEqualByComparingTo("9007199254740993");
            assertThatThrownBy(() -> row.getInt(1))
                    .isInstanceOfSatisfying(
                            SQLDataException.class,
                            e -> assertThat(e.getSQLState()).isEqualTo("22003"));
            assertThatThrownBy(() -> row.getByte("v")).isInstanceOf(SQLDataException.class);
        }
        try (ResultSet row = row(one(Types.SMALLINT, "SMALLINT", 7))) {
            assertThat(row.getObject(1)).isEqualTo(7);
            assertThat(row.getShort(1)).isEqualTo((short) 7);
            assertThat(row.getBoolean(1)).isTrue();
        }
    }

    /** Decimals of 38 digits, NaN and infinities. */
    @Test
    void decimalsAndFloatingNumbersAreExact() throws SQLException {
        BigDecimal wide = new BigDecimal("1234567890123456789012345678.0123456789");
        try (ResultSet row = row(one(Types.DECIMAL, "DECIMAL(38, 10)", wide))) {
            assertThat(row.getBigDecimal(1)).isEqualTo(wide);
            assertThat(row.getString(1)).isEqualTo("1234567890123456789012345678.0123456789");
            assertThat(row.getMetaData().getColumnTypeName(1)).isEqualTo("DECIMAL");
            assertThat(row.getMetaData().getColumnClassName(1)).isEqualTo("java.math.BigDecimal");
        }
        try (ResultSet row = row(one(Types.DOUBLE, "DOUBLE", Double.NaN))) {
            assertThat(row.getDouble(1)).isNaN();
            assertThat(row.getObject(1)).isEqualTo(Double.NaN);
        }
        try (ResultSet row = row(one(Types.REAL, "REAL", Float.NEGATIVE_INFINITY))) {
            assertThat(row.getFloat(1)).isEqualTo(Float.NEGATIVE_INFINITY);
        }
    }

    /** Text of every plane, bytes, UUIDs. */
    @Test
    void textBytesAndUuids() throws SQLException {
        try (ResultSet row = row(one(Types.VARCHAR, "VARCHAR", "表é😀'\"\\"))) {
            assertThat(row.getString("V")).isEqualTo("表é😀'\"\\");
            assertThatThrownBy(() -> row.getInt(1))
                    .isInstanceOfSatisfying(
                            SQLDataException.class,
                            e -> assertThat(e.getSQLState()).isEqualTo("22018"));
        }
        byte[] bytes = {0, 1, -1, 127};
        try (ResultSet row = row(one(Types.VARBINARY, "VARBINARY", bytes))) {
            assertThat(row.getBytes(1)).isEqualTo(bytes);
            assertThat(row.getString(1)).isEqualTo("0001ff7f");
            assertThat(row.getBinaryStream(1)).hasBinaryContent(bytes);
        }
        try (ResultSet row = row(one(Types.VARBINARY, "VARBINARY", "AAH/fw=="))) {
            assertThat(row.getBytes(1)).as("base64, as JSON carries it").isEqualTo(bytes);
        }
        UUID uuid = UUID.fromString("7d444840-9dc0-11d1-b245-5ffdce74fad2");
        try (ResultSet row = row(one(Types.OTHER, "UUID", uuid.toString()))) {
            assertThat(row.getObject(1, UUID.class)).isEqualTo(uuid);
            assertThat(row.getString(1)).isEqualTo(uuid.toString());
        }
    }

    /** A column that is null is null or zero, and says so. */
    @Test
    void nullIsNullInEveryType() throws SQLException {
        Answer answer = Answer.rows()
                .column("i", Types.INTEGER, "INTEGER")
                .column("t", Types.TIMESTAMP, "TIMESTAMP(3)")
                .column("s", Types.VARCHAR, "VARCHAR")
                .row(null, null, null);
        try (ResultSet row = row(answer)) {
            assertThat(row.getInt("i")).isZero();
            assertThat(row.wasNull()).isTrue();
            assertThat(row.getObject("i")).isNull();
            assertThat(row.getTimestamp("t")).isNull();
            assertThat(row.getObject("t", LocalDateTime.class)).isNull();
            assertThat(row.getString("s")).isNull();
            assertThat(row.getBytes("s")).isNull();
        }
    }

    /** Case 47: what has no zone keeps its fields, whatever the JVM's zone, in summer time's gap, before 1970 and 1582. */
    @ParameterizedTest
    @ValueSource(strings = {"UTC", "America/New_York", "Europe/Istanbul", "Asia/Kolkata", "Pacific/Apia"})
    void zonelessTimesKeepTheirFields(String zone) throws SQLException {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        for (String text : List.of(
                "2024-03-10T02:30:00.123", "1969-12-31T23:59:59.999", "1500-02-03T04:05:06", "0001-01-01T00:00:00")) {
            LocalDateTime fields = LocalDateTime.parse(text);
            long travelled = fields.toInstant(ZoneOffset.UTC).toEpochMilli();
            try (ResultSet row = row(one(Types.TIMESTAMP, "TIMESTAMP(3)", travelled))) {
                assertThat(row.getObject(1, LocalDateTime.class)).isEqualTo(fields);
                assertThat(row.getString(1)).isEqualTo(text.replace('T', ' '));
                assertThat(row.getDate(1).toLocalDate()).isEqualTo(fields.toLocalDate());
                if (fields.atZone(TimeZone.getDefault().toZoneId())
                        .toLocalDateTime()
                        .equals(fields)) {
                    assertThat(row.getTimestamp(1).toLocalDateTime()).isEqualTo(fields);
                }
            }
        }
        try (ResultSet row =
                row(one(Types.DATE, "DATE", (int) LocalDate.of(1582, 10, 4).toEpochDay()))) {
            assertThat(row.getObject(1, LocalDate.class)).isEqualTo("1582-10-04");
            assertThat(row.getString(1)).isEqualTo("1582-10-04");
            assertThat(row.getObject(1)).isInstanceOf(Date.class).hasToString("1582-10-04");
        }
        try (ResultSet row = row(one(Types.TIME, "TIME(3)", 45296789))) {
            assertThat(row.getObject(1, LocalTime.class)).isEqualTo("12:34:56.789");
            assertThat(row.getTime(1)).hasToString("12:34:56");
            assertThat(row.getObject(1)).isInstanceOf(Time.class);
        }
    }

    /** GW-9: a zoned value is a point in time; it prints in the session's zone. */
    @ParameterizedTest
    @ValueSource(strings = {"UTC", "America/New_York", "Asia/Kolkata"})
    void zonedTimesAreInstants(String zone) throws SQLException {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        Instant instant = Instant.parse("2024-07-01T22:30:00.123Z");
        try (ResultSet row = row(one(Types.TIMESTAMP, ZONED, instant.toEpochMilli()))) {
            assertThat(row.getTimestamp(1).toInstant()).isEqualTo(instant);
            assertThat(row.getObject(1, Instant.class)).isEqualTo(instant);
            assertThat(row.getObject(1, OffsetDateTime.class))
                    .isEqualTo(OffsetDateTime.parse("2024-07-02T00:30:00.123+02:00"));
            assertThat(row.getString(1)).isEqualTo("2024-07-02 00:30:00.123");
            assertThat(row.getObject(1, LocalDate.class)).isEqualTo("2024-07-02");
            assertThat(row.getMetaData().getColumnTypeName(1)).isEqualTo("TIMESTAMP_WITH_LOCAL_TIME_ZONE");
            assertThat(row.getMetaData().getColumnType(1)).isEqualTo(Types.TIMESTAMP);
        }
    }

    /** GW-9: after SET another zone is the session's, and zoned values print in it. */
    @Test
    void zonedTimesPrintInTheZoneThatSetGave() throws SQLException {
        gateway.answer("SET time_zone = 'Asia/Tokyo'", Answer.count(0));
        gateway.answerAll(
                "FROM runtime.sessions",
                sql -> Answer.rows()
                        .column("time_zone", Types.VARCHAR, "VARCHAR")
                        .row("Asia/Tokyo"));
        long midnight = Instant.parse("2024-07-01T00:00:00Z").toEpochMilli();
        try (ResultSet row = row(one(Types.TIMESTAMP, ZONED, midnight))) {
            assertThat(row.getString(1)).isEqualTo("2024-07-01 02:00:00");
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET time_zone = 'Asia/Tokyo'");
        }
        try (ResultSet row = row(one(Types.TIMESTAMP, ZONED, midnight))) {
            assertThat(row.getString(1)).isEqualTo("2024-07-01 09:00:00");
        }
    }

    /** A calendar moves zoneless values into its zone, and zoned ones nowhere. */
    @Test
    void aCalendarGivesAZoneToZonelessValues() throws SQLException {
        Calendar kolkata = Calendar.getInstance(TimeZone.getTimeZone("Asia/Kolkata"), Locale.ROOT);
        long travelled = LocalDateTime.parse("2024-01-01T05:30:00")
                .toInstant(ZoneOffset.UTC)
                .toEpochMilli();
        try (ResultSet row = row(one(Types.TIMESTAMP, "TIMESTAMP(3)", travelled))) {
            assertThat(row.getTimestamp(1, kolkata).toInstant()).isEqualTo(Instant.parse("2024-01-01T00:00:00Z"));
        }
    }

    /** Arrays, with nulls and nested. */
    @Test
    void arraysWithNullsAndNestedOnes() throws SQLException {
        ColumnMetaData.AvaticaType text = ColumnMetaData.scalar(Types.VARCHAR, "VARCHAR", Rep.STRING);
        ColumnMetaData.ArrayType flat = ColumnMetaData.array(text, "VARCHAR ARRAY", Rep.ARRAY);
        ColumnMetaData.ArrayType nested = ColumnMetaData.array(flat, "VARCHAR ARRAY ARRAY", Rep.ARRAY);
        Answer answer = Answer.rows()
                .column("flat", flat)
                .column("nested", nested)
                .row(Arrays.asList("a", null, "c"), Arrays.asList(List.of("x"), null));
        try (ResultSet row = row(answer)) {
            Array array = row.getArray("flat");
            assertThat((Object[]) array.getArray()).containsExactly("a", null, "c");
            assertThat((Object[]) array.getArray(2, 2)).containsExactly(null, "c");
            assertThat(row.getString("flat")).isEqualTo("[a, null, c]");
            try (ResultSet elements = array.getResultSet()) {
                assertThat(elements.next()).isTrue();
                assertThat(elements.getInt("INDEX")).isEqualTo(1);
                assertThat(elements.getString("VALUE")).isEqualTo("a");
            }
            Object[] outer = (Object[]) row.getArray("nested").getArray();
            assertThat((Object[]) ((Array) outer[0]).getArray()).containsExactly("x");
            assertThat(outer[1]).isNull();
        }
    }

    /** Columns that are not there: 07009, with those there are. */
    @Test
    void aMissingColumnIsNamedWithTheOnesThereAre() throws SQLException {
        try (ResultSet row = row(one(Types.INTEGER, "INTEGER", 1))) {
            assertThatThrownBy(() -> row.getInt("w"))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("07009"))
                    .hasMessageContaining("\"w\"")
                    .hasMessageContaining("it has v");
            assertThatThrownBy(() -> row.getObject(2)).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> row.getInt(0)).isInstanceOf(SQLException.class);
            assertThat(row.next()).isFalse();
            assertThatThrownBy(() -> row.getInt(1)).isInstanceOf(SQLException.class);
        }
    }
}
