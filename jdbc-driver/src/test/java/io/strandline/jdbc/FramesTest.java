package io.strandline.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.jdbc.fixture.Answer;
import io.strandline.jdbc.fixture.FixtureGateway;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of many rows, in several frames. */
class FramesTest {
    private static final int ROWS = 200;
    private FixtureGateway gateway;
    private Connection connection;
    private TimeZone before;

    @BeforeEach
    void connect() throws SQLException {
        before = TimeZone.getDefault();
        gateway = FixtureGateway.start();
        connection = DriverManager.getConnection(gateway.url());
    }

    @AfterEach
    void close() throws SQLException {
        TimeZone.setDefault(before);
        connection.close();
        gateway.close();
    }

    private static Object[] values(int row) {
        Object[] values = {
            row,
            9_007_199_254_740_993L + row,
            row / 3.0,
            row / 7.0f,
            row % 2 == 0,
            "表é😀" + row,
            new BigDecimal("12345678901234567890.5").add(BigDecimal.valueOf(row)),
            new byte[] {(byte) row, 1},
            List.of("a", Integer.toString(row))
        };
        for (int i = 0; i < values.length; i++) {
            if ((row + i) % 5 == 0) {
                values[i] = null;
            }
        }
        return values;
    }

    /** Every kind of value, NULL among them, by its own getter and as an object. */
    @Test
    void everyValueIsWhatTravelled() throws SQLException {
        Answer answer = Answer.rows()
                .column("n", Types.INTEGER, "INTEGER")
                .column("b", Types.BIGINT, "BIGINT")
                .column("d", Types.DOUBLE, "DOUBLE")
                .column("r", Types.REAL, "REAL")
                .column("t", Types.BOOLEAN, "BOOLEAN")
                .column("s", Types.VARCHAR, "VARCHAR")
                .column("x", Types.DECIMAL, "DECIMAL(38, 1)")
                .column("y", Types.VARBINARY, "VARBINARY")
                .column("o", Types.OTHER, "ANY");
        for (int i = 0; i < ROWS; i++) {
            answer.row(values(i));
        }
        gateway.answer("SELECT v", answer);
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(30);
            ResultSet rows = statement.executeQuery("SELECT v");
            for (int i = 0; i < ROWS; i++) {
                assertThat(rows.next()).isTrue();
                assertRow(rows, values(i));
            }
            assertThat(rows.next()).isFalse();
        }
    }

    private static void assertRow(ResultSet row, Object[] values) throws SQLException {
        Object[] bare = {
            row.getInt(1), row.getLong(2), row.getDouble(3), row.getFloat(4), row.getBoolean(5),
        };
        Object[] none = {0, 0L, 0.0, 0.0f, false};
        for (int i = 0; i < bare.length; i++) {
            assertThat(bare[i]).isEqualTo(values[i] == null ? none[i] : values[i]);
        }
        assertThat(row.getString(6)).isEqualTo(values[5]);
        assertThat(row.getBigDecimal(7)).isEqualTo(values[6]);
        assertThat(row.getBytes(8)).isEqualTo((byte[]) values[7]);
        for (int i = 0; i < values.length; i++) {
            assertThat(row.getObject(i + 1)).isEqualTo(values[i]);
            assertThat(row.wasNull()).isEqualTo(values[i] == null);
        }
        row.getInt(1);
        assertThat(row.wasNull()).isEqualTo(values[0] == null);
        row.getString(6);
        assertThat(row.wasNull()).isEqualTo(values[5] == null);
    }

    /** The fields of a TIMESTAMP are those of the object in the JVM's zone, also where its clock jumps, one way or the other. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "UTC",
                "Europe/Paris",
                "America/New_York",
                "America/Sao_Paulo",
                "Australia/Lord_Howe",
                "Pacific/Apia",
                "Asia/Kathmandu"
            })
    void timestampsAreThoseOfTheClock(String zone) throws SQLException {
        List<Long> millis = new ArrayList<>();
        for (String day : new String[] {
            "0001-01-01", "1582-10-04", "1582-10-14", "1911-03-10", "1969-12-31", "1986-01-01", "2011-12-30",
            "2018-11-04", "2024-02-29", "2024-03-10", "2024-03-31", "2024-04-07", "2024-10-06", "2024-10-27",
            "2024-11-03", "9999-12-30"
        }) {
            long midnight = LocalDate.parse(day).toEpochDay() * 86_400_000L;
            for (long at = midnight - 7_200_000; at < midnight + 93_600_000; at += 1_234_567) {
                millis.add(at);
            }
        }
        Answer answer = Answer.rows().column("v", Types.TIMESTAMP, "TIMESTAMP(3)");
        millis.forEach(answer::row);
        gateway.answer("SELECT v", answer);
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        try (Statement statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery("SELECT v");
            for (long at : millis) {
                LocalDateTime clock = LocalDateTime.ofInstant(Instant.ofEpochMilli(at), ZoneOffset.UTC);
                assertThat(rows.next()).isTrue();
                assertThat(rows.getTimestamp(1)).isEqualTo(Timestamp.valueOf(clock));
                assertThat(rows.getObject(1, LocalDateTime.class)).isEqualTo(clock);
            }
        }
    }
}
