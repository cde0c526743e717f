package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.fixture.DemoGateway;
import java.nio.file.Path;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Procedures of a real gateway through {@link CallableStatement}: every way of writing, setting and reading. */
class CallableTest {
    @TempDir
    static Path folder;

    private static DemoGateway gateway;
    private static Connection connection;

    @BeforeAll
    static void serve() throws SQLException {
        gateway = DemoGateway.start(folder.resolve("lake"));
        connection = gateway.connect();
    }

    @AfterAll
    static void stop() throws SQLException {
        connection.close();
        gateway.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{call repair(?, ?, ?, NULL, NULL, ?)}",
                "{ call reconcile.repair ( ?, ?, ?, NULL, NULL, ? ) }",
                "{call strandline.reconcile.repair(connection => ?, action => ?, table_name => ?, dry_run => ?)}",
                "CALL repair(connection => ?, action => ?, table_name => ?, dry_run => ?)",
                "call repair(?, ?, ?, NULL, NULL, ?);"
            })
    void argumentsAreSetByPlace(String sql) throws SQLException {
        try (CallableStatement call = connection.prepareCall(sql)) {
            call.setString(1, "scratch");
            call.setString(2, "drop");
            call.setString(3, "stray_import");
            call.setBoolean(4, true);
            assertThat(call.execute()).isTrue();
            try (ResultSet rows = call.getResultSet()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString("table_name")).isEqualTo("stray_import");
                assertThat(rows.getBoolean("done")).isFalse();
                assertThat(rows.getString("reason")).isEqualTo("dry_run");
                assertThat(rows.next()).isFalse();
            }
            assertThat(call.getMoreResults()).isFalse();
            assertThat(call.getUpdateCount()).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{call repair(?, ?, ?, NULL, NULL, ?)}",
                "{call repair(dry_run => ?, table_name => ?, action => ?, connection => ?)}"
            })
    void argumentsAreSetAndAnswersReadByName(String sql) throws SQLException {
        try (CallableStatement call = connection.prepareCall(sql)) {
            call.setString("connection", "scratch");
            call.setString("action", "drop");
            call.setString("table_name", "mystery");
            call.setBoolean("dry_run", true);
            call.registerOutParameter("done", Types.BOOLEAN);
            call.registerOutParameter("reason", Types.VARCHAR);
            call.execute();
            assertThat(call.getBoolean("done")).isFalse();
            assertThat(call.getString("reason")).isEqualTo("not_provable");
            SQLException none = catchThrowableOfType(SQLException.class, () -> call.setString("tabel", "x"));
            assertThat(none.getMessage()).contains("tabel").contains("table_name");
        }
    }

    @Test
    void theReturnedValueIsTheFirstColumnOfTheFirstRow() throws SQLException {
        try (CallableStatement call = connection.prepareCall("{? = call kill_statement(?)}")) {
            call.registerOutParameter(1, Types.VARCHAR);
            call.setString(2, "no-such-statement");
            call.execute();
            assertThat(call.getString(1)).isEqualTo("no-such-statement");
            assertThat(call.wasNull()).isFalse();
        }
    }

    @Test
    void parametersAreDescribedBeforeTheCallIsMade() throws SQLException {
        try (CallableStatement call = connection.prepareCall("{call repair(?, ?, ?)}")) {
            ParameterMetaData parameters = call.getParameterMetaData();
            assertThat(parameters.getParameterCount()).isEqualTo(3);
            assertThat(parameters.getParameterType(1)).isEqualTo(Types.VARCHAR);
            assertThat(parameters.getParameterMode(1)).isEqualTo(ParameterMetaData.parameterModeIn);
        }
        try (CallableStatement call =
                connection.prepareCall("{call repair(connection => 'scratch', action => 'drop', dry_run => ?)}")) {
            assertThat(call.getParameterMetaData().getParameterType(1)).isEqualTo(Types.BOOLEAN);
            assertThat(call.getParameterMetaData().getParameterTypeName(1)).isEqualTo("BOOLEAN");
        }
    }

    @Test
    void mistakesAreNamed() throws SQLException {
        SQLException none = catchThrowableOfType(
                SQLException.class,
                () -> connection.prepareCall("{call repiar(?)}").close());
        assertThat(none.getSQLState()).isEqualTo("42883");
        assertThat(none.getMessage()).contains("repair");
        try (CallableStatement call = connection.prepareCall("{call help(?)}")) {
            SQLException unset = catchThrowableOfType(SQLException.class, call::execute);
            assertThat(unset.getMessage()).contains("parameter 1 is not set");
            call.setNull(1, Types.VARCHAR);
            assertThat(call.execute()).isTrue();
        }
    }
}
