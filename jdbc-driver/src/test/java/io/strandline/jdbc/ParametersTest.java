package io.strandline.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.jdbc.fixture.Answer;
import io.strandline.jdbc.fixture.FixtureGateway;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Parameters on their way to the gateway. */
class ParametersTest {
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

    private Object travelled(int jdbcType, String typeName, Setting setting) throws SQLException {
        gateway.answer("INSERT", Answer.count(1).parameter("p", jdbcType, typeName));
        gateway.executions().clear();
        try (PreparedStatement statement = connection.prepareStatement("INSERT")) {
            setting.on(statement);
            statement.executeUpdate();
        }
        return gateway.executions().get(0).arguments().get(0).value;
    }

    private interface Setting {
        void on(PreparedStatement statement) throws SQLException;
    }

    /** Parameters of every type travel exactly, wall clocks as they are, points in time as instants. */
    @Test
    void parametersTravelExactly() throws SQLException {
        TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
        BigDecimal wide = new BigDecimal("1234567890123456789012345678.0123456789");
        assertThat(travelled(Types.DECIMAL, "DECIMAL", s -> s.setBigDecimal(1, wide)))
                .isEqualTo(wide);
        assertThat(travelled(Types.BIGINT, "BIGINT", s -> s.setLong(1, Long.MIN_VALUE)))
                .isEqualTo(Long.MIN_VALUE);
        assertThat(travelled(Types.VARCHAR, "VARCHAR", s -> s.setString(1, "表é😀")))
                .isEqualTo("表é😀");
        assertThat(travelled(Types.VARCHAR, "VARCHAR", s -> s.setNull(1, Types.VARCHAR)))
                .isNull();
        assertThat(travelled(Types.DATE, "DATE", s -> s.setDate(1, Date.valueOf("1582-10-04"))))
                .isEqualTo((int) LocalDate.of(1582, 10, 4).toEpochDay());
        LocalDateTime wall = LocalDateTime.parse("2024-01-15T10:20:30.123");
        long wallMillis = wall.toInstant(ZoneOffset.UTC).toEpochMilli();
        assertThat(travelled(Types.TIMESTAMP, "TIMESTAMP(3)", s -> s.setTimestamp(1, Timestamp.valueOf(wall))))
                .isEqualTo(wallMillis);
        assertThat(travelled(Types.TIMESTAMP, "TIMESTAMP(3)", s -> s.setObject(1, wall)))
                .isEqualTo(wallMillis);
        Instant instant = Instant.parse("2024-01-15T10:20:30.123Z");
        assertThat(travelled(Types.TIMESTAMP, ZONED, s -> s.setTimestamp(1, Timestamp.from(instant))))
                .isEqualTo(instant.toEpochMilli());
        assertThat(travelled(Types.TIMESTAMP, ZONED, s -> s.setObject(1, instant.atOffset(ZoneOffset.ofHours(5)))))
                .isEqualTo(instant.toEpochMilli());
        assertThat(travelled(Types.TIMESTAMP, ZONED, s -> s.setObject(1, wall)))
                .as("a wall clock of the session's zone")
                .isEqualTo(instant.minusSeconds(3600).toEpochMilli());
        assertThat(travelled(Types.TIMESTAMP, ZONED, s -> s.setObject(1, instant.plusNanos(1_000))))
                .as("finer than milliseconds, and no time that clocks show twice")
                .isEqualTo("2024-01-15T10:20:30.123001Z");
        assertThat(travelled(Types.TIMESTAMP, "TIMESTAMP(6)", s -> s.setObject(1, wall.plusNanos(456_000))))
                .as("finer than milliseconds")
                .isEqualTo("2024-01-15 10:20:30.123456");
        assertThat(travelled(Types.VARCHAR, "VARCHAR", s -> s.setObject(1, 5, Types.VARCHAR)))
                .isEqualTo("5");
        assertThat(travelled(Types.INTEGER, "INTEGER", s -> s.setObject(1, "17", Types.INTEGER)))
                .isEqualTo(17);
        assertThat(travelled(Types.VARCHAR, "VARCHAR", s -> s.setCharacterStream(1, new StringReader("read"))))
                .isEqualTo("read");
        assertThat(travelled(Types.VARBINARY, "VARBINARY", s -> s.setBytes(1, "hi".getBytes(StandardCharsets.UTF_8))))
                .isEqualTo("aGk=");
    }

    /** What cannot be a parameter is refused before anything is sent, as is one that was never set. */
    @Test
    void badParametersAreRefusedBeforeAnythingIsSent() throws SQLException {
        gateway.answer("INSERT", Answer.count(1).parameters(2));
        try (PreparedStatement statement = connection.prepareStatement("INSERT")) {
            assertThatThrownBy(() -> statement.setInt(3, 1))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("07009"));
            assertThatThrownBy(() -> statement.setObject(1, new Object()))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22023"));
            assertThatThrownBy(() -> statement.setObject(1, "x", Types.INTEGER)).isInstanceOf(SQLDataException.class);
            statement.setInt(1, 1);
            assertThatThrownBy(statement::executeUpdate).hasMessage("parameter 2 is not set");
            assertThat(gateway.executions()).isEmpty();
            assertThat(statement.getParameterMetaData().getParameterCount()).isEqualTo(2);
            assertThat(statement.getParameterMetaData().getParameterTypeName(1)).isEqualTo("VARCHAR");
        }
    }
}
