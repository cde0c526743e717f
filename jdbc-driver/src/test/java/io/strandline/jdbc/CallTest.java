package io.strandline.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.jdbc.fixture.Answer;
import io.strandline.jdbc.fixture.FixtureGateway;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** prepareCall in all its spellings. */
class CallTest {
    private FixtureGateway gateway;
    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        gateway = FixtureGateway.start();
        gateway.answerAll(
                "repair",
                sql -> Answer.rows()
                        .column("action", Types.VARCHAR, "VARCHAR")
                        .column("done", Types.BOOLEAN, "BOOLEAN")
                        .row("drop", true)
                        .row("drop", false)
                        .parameters((int) sql.chars().filter(c -> c == '?').count()));
        gateway.answer(
                "SELECT parameter_name FROM information_schema.parameters WHERE specific_name = ?"
                        + " AND routine_type = 'PROCEDURE' AND parameter_mode = 'IN' ORDER BY specific_schema, ordinal_position",
                Answer.rows()
                        .column("parameter_name", Types.VARCHAR, "VARCHAR")
                        .parameters(1)
                        .row("connection")
                        .row("action")
                        .row("table_name"));
        connection = DriverManager.getConnection(gateway.url());
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        gateway.close();
    }

    private String lastArguments() {
        return gateway.executions().get(gateway.executions().size() - 1).arguments().stream()
                .map(argument -> String.valueOf(argument.value))
                .collect(Collectors.joining(","));
    }

    /** Case 54 too: braces, comments and a trailing semicolon are the driver's business; CALL is what is sent. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL repair(?, ?)",
                "{call repair(?, ?)}",
                "{ CALL reconcile.repair(?, ?) } ;",
                "/* why */ {call repair(?, /* what? */ ?)}",
                "-- first ?\n{call repair(connection => ?, action => ?)}",
                "// why\n{call repair(?, ?)} -- see {x}",
                "{call repair(?, /* } */ ?)} /* { */"
            })
    void everySpellingOfACallIsExecuted(String sql) throws SQLException {
        try (CallableStatement call = connection.prepareCall(sql)) {
            assertThat(call.getParameterMetaData().getParameterCount()).isGreaterThanOrEqualTo(2);
            call.setString(1, "scratch");
            call.setString(2, "drop");
            if (call.getParameterMetaData().getParameterCount() > 2) {
                call.setString(3, "counted by the fixture inside a comment");
            }
            try (ResultSet rows = call.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getBoolean("done")).isTrue();
            }
            assertThat(call.getMoreResults()).isFalse();
            assertThat(call.getUpdateCount()).isEqualTo(-1);
        }
        assertThat(gateway.executions())
                .singleElement()
                .satisfies(execution ->
                        assertThat(execution.sql()).doesNotContain("{").containsIgnoringCase("CALL"));
    }

    /** The returned ? is the first column of the first row; the others move up by one. */
    @Test
    void theReturnedValueIsTheFirstColumn() throws SQLException {
        try (CallableStatement call = connection.prepareCall("{? = call repair(?, ?)}")) {
            call.registerOutParameter(1, Types.VARCHAR);
            call.setString(2, "scratch");
            call.setString(3, "drop");
            assertThat(call.execute()).isTrue();
            assertThat(call.getString(1)).isEqualTo("drop");
            assertThat(call.getBoolean("done")).isTrue();
            assertThat(call.wasNull()).isFalse();
            assertThat(lastArguments()).isEqualTo("scratch,drop");
            try (ResultSet rows = call.getResultSet()) {
                assertThat(rows.next())
                        .as("reading OUT parameters consumes no row")
                        .isTrue();
                assertThat(rows.next()).isTrue();
                assertThat(rows.getBoolean(2)).isFalse();
            }
            assertThatThrownBy(() -> call.setString(1, "x")).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> call.getString(2))
                    .hasMessageContaining("not registered")
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("07009"));
        }
    }

    /** Names come from the text where it has them, and cost nothing. */
    /** An argument that is only registered to come out: the message says what to write. */
    @Test
    void anArgumentDoesNotComeOut() throws SQLException {
        for (String sql : List.of("{call repair(?, ?)}", "{? = call repair(?, ?)}")) {
            int last = sql.startsWith("{?") ? 3 : 2;
            try (CallableStatement call = connection.prepareCall(sql)) {
                call.setString(last - 1, "scratch");
                call.registerOutParameter(last, Types.VARCHAR);
                assertThatThrownBy(call::execute)
                        .hasMessageContaining("parameter " + last + " is registered to come out")
                        .hasMessageContaining("Leave its ? out of the call");
                call.setString(last, "drop");
                assertThat(call.execute()).isTrue();
            }
        }
    }

    @Test
    void parametersAreSetByTheNamesInTheText() throws SQLException {
        try (CallableStatement call =
                connection.prepareCall("{call repair(action => ?, dry_run => true, connection => ?)}")) {
            call.setString("connection", "scratch");
            call.setString("ACTION", "drop");
            call.execute();
            assertThat(lastArguments()).isEqualTo("drop,scratch");
            assertThatThrownBy(() -> call.setString("table", "t"))
                    .hasMessageContaining("\"table\"")
                    .hasMessageContaining("action");
        }
        assertThat(gateway.executions()).hasSize(1);
    }

    /** For positional ones the gateway is asked, once. */
    @Test
    void positionalParametersAreSetByTheNamesTheGatewayDeclares() throws SQLException {
        try (CallableStatement call = connection.prepareCall("{call repair('scratch', ?, ?)}")) {
            call.setString("table_name", "t");
            call.setString("action", "drop");
            call.execute();
            assertThat(lastArguments()).isEqualTo("drop,t");
        }
        assertThat(gateway.executions()).hasSize(2);
    }

    /** A text that is no call says what one looks like. */
    @ParameterizedTest
    @ValueSource(strings = {"SELECT 1", "{call repair(?)", "{? call repair(?)}", "", "{}"})
    void whatIsNoCallIsRefused(String sql) {
        assertThatThrownBy(() -> connection.prepareCall(sql))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42601"));
    }

    /** executeUpdate of a CALL has done its work and counts 0. */
    @Test
    void executeUpdateOfACallCountsNothing() throws SQLException {
        try (CallableStatement call = connection.prepareCall("CALL repair(?, ?)")) {
            call.setString(1, "scratch");
            call.setString(2, "drop");
            assertThat(call.executeUpdate()).isZero();
        }
    }
}
