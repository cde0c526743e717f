package io.strandline.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.gateway.session.SessionSettings;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.AvaticaSqlException;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.Driver.Serialization;
import org.apache.calcite.avatica.remote.Service;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What Avatica's own client sees of the gateway, by JSON and by protobuf. */
class StockClientTest extends StockClient {
    @ParameterizedTest
    @EnumSource
    void selectsOneRow(Serialization codec) throws SQLException {
        try (Connection connection = connect(codec);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT 1")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(1);
            assertThat(rows.next()).isFalse();
        }
        assertThat(sessions.count()).isZero();
        assertThat(engine.openAnswers()).isZero();
    }

    /** GW-4's plumbing: a parameter reaches the engine as it was given. */
    @ParameterizedTest
    @EnumSource
    void bindsParametersOfAnyText(Serialization codec) throws SQLException {
        try (Connection connection = connect(codec);
                PreparedStatement statement = connection.prepareStatement("ECHO ?")) {
            for (String value : List.of("", "it's", "表é😀", "x".repeat(100_000))) {
                statement.setString(1, value);
                try (ResultSet rows = statement.executeQuery()) {
                    assertThat(read(rows, 1)).containsExactly(value);
                }
            }
            statement.setString(1, null);
            try (ResultSet rows = statement.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString(1)).isNull();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsManyFramesInOrder(Serialization codec) throws SQLException {
        start(SessionSettings.DEFAULTS.withFrames(1_000, 20_000), Users.NONE);
        try (Connection connection = connect(codec);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("ROWS 12345")) {
            long expected = 0;
            while (rows.next()) {
                assertThat(rows.getLong(1)).isEqualTo(expected);
                assertThat(rows.getString(2)).isEqualTo("row " + expected);
                expected++;
            }
            assertThat(expected).isEqualTo(12_345);
        }
        assertThat(engine.openAnswers()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void stopsAtTheMostRowsAsked(Serialization codec) throws SQLException {
        try (Connection connection = connect(codec);
                Statement statement = connection.createStatement()) {
            statement.setMaxRows(7);
            try (ResultSet rows = statement.executeQuery("ROWS 100")) {
                assertThat(read(rows, 1)).hasSize(7);
            }
        }
    }

    /** A cursor left in the middle is freed with its statement. */
    @ParameterizedTest
    @EnumSource
    void freesACursorLeftInTheMiddle(Serialization codec) throws SQLException {
        start(SessionSettings.DEFAULTS.withFrames(10, 1 << 20), Users.NONE);
        try (Connection connection = connect(codec)) {
            try (Statement statement = connection.createStatement()) {
                ResultSet rows = statement.executeQuery("ROWS 1000");
                assertThat(rows.next()).isTrue();
                assertThat(engine.openAnswers()).isEqualTo(1);
                assertThat(sessions.runningStatements()).isEqualTo(1);
            }
            assertThat(engine.openAnswers()).isZero();
            assertThat(sessions.runningStatements()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void givesErrorsTheirStateAndCodeAndNoStackTrace(Serialization codec) throws SQLException {
        try (Connection connection = connect(codec);
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeQuery("FAIL REFUSED"))
                    .isInstanceOfSatisfying(AvaticaSqlException.class, e -> {
                        assertThat(e.getSQLState()).isEqualTo("55000");
                        assertThat(e.getErrorCode()).isEqualTo(1205);
                        assertThat(e.getMessage()).contains("it failed as asked.");
                        assertThat(e.getStackTraces()).isEmpty();
                    });
            assertThatThrownBy(() -> connection.prepareStatement("nonsense"))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42601"));
        }
    }

    /** What was not meant to be read by clients is not; also Errors, which Avatica's own handlers let through. */
    @ParameterizedTest
    @EnumSource
    void hidesWhatItDidNotExpect(Serialization codec) throws SQLException {
        try (Connection connection = connect(codec);
                Statement statement = connection.createStatement()) {
            for (String sql : List.of("BUG", "ERROR")) {
                assertThatThrownBy(() -> statement.executeQuery(sql))
                        .isInstanceOfSatisfying(AvaticaSqlException.class, e -> {
                            assertThat(e.getSQLState()).isEqualTo("XX000");
                            assertThat(e.getMessage()).doesNotContain("secret detail");
                        });
            }
            assertThat(statement.executeQuery("SELECT 1").next()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void countsAreCounts(Serialization codec) throws SQLException {
        try (Connection connection = connect(codec);
                Statement statement = connection.createStatement()) {
            assertThat(statement.execute("COUNT")).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(3);
            statement.addBatch("COUNT");
            statement.addBatch("CALL");
            assertThat(statement.executeBatch()).containsExactly(3, Statement.SUCCESS_NO_INFO);
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersMetadataByExactPatterns(Serialization codec) throws SQLException {
        try (Connection connection = connect(codec)) {
            DatabaseMetaData metadata = connection.getMetaData();
            Map<Meta.DatabaseProperty, Object> properties = ((AvaticaConnection) connection)
                    .getService()
                    .apply(new Service.DatabasePropertyRequest(((AvaticaConnection) connection).id))
                    .map;
            assertThat(properties)
                    .containsEntry(Meta.DatabaseProperty.GET_DATABASE_PRODUCT_NAME, "Strandline")
                    .containsEntry(Meta.DatabaseProperty.GET_DATABASE_PRODUCT_VERSION, "1.2.3")
                    .containsEntry(Meta.DatabaseProperty.GET_DATABASE_MINOR_VERSION, 2);
            assertThat(metadata.getSQLKeywords()).isNotBlank();
            assertThat(metadata.getNumericFunctions()).contains("ABS");
            assertThat(read(metadata.getCatalogs(), 1)).containsExactly("prod", "strandline");
            assertThat(read(metadata.getSchemas("prod", "sa\\_les"), 1)).containsExactly("sa_les");
            assertThat(read(metadata.getTables("prod", "sales", "order_items", null), 3))
                    .containsExactly("order_items", "orderxitems");
            assertThat(read(metadata.getTables("prod", "sales", "order\\_items", null), 3))
                    .containsExactly("order_items");
            assertThat(read(metadata.getTables(null, null, "%", new String[] {"SYSTEM TABLE"}), 3))
                    .containsExactly("findings", "sessions");
            assertThat(read(metadata.getTables(null, "", "%", null), 3)).isEmpty();
            assertThat(read(metadata.getTableTypes(), 1)).containsExactly("SYSTEM TABLE", "TABLE", "VIEW");
            assertThat(read(metadata.getTypeInfo(), 1)).contains("VARCHAR", "DECIMAL", "TIMESTAMP");
        }
    }

    @ParameterizedTest
    @EnumSource
    void describesColumns(Serialization codec) throws SQLException {
        try (Connection connection = connect(codec);
                ResultSet columns = connection.getMetaData().getColumns("prod", "sales", "order\\_items", "%")) {
            assertThat(columns.next()).isTrue();
            assertThat(columns.getString("COLUMN_NAME")).isEqualTo("id");
            assertThat(columns.getInt("NULLABLE")).isEqualTo(DatabaseMetaData.columnNoNulls);
            assertThat(columns.next()).isTrue();
            assertThat(columns.getString("TYPE_NAME")).isEqualTo("DECIMAL");
            assertThat(columns.getInt("COLUMN_SIZE")).isEqualTo(10);
            assertThat(columns.getInt("DECIMAL_DIGITS")).isEqualTo(2);
            assertThat(columns.getString("REMARKS")).isEqualTo("What it costs.");
            assertThat(columns.next()).isFalse();
        }
    }
}
