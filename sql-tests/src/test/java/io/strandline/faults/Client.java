package io.strandline.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What a client sees of a gateway that was given something bad. */
record Client(Connection connection) implements AutoCloseable {
    /** Runs it, reads all of its answer, and says how it failed; it must. */
    SQLException error(String sql, Object... parameters) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            if (statement.execute()) {
                read(statement.getResultSet());
            }
        } catch (SQLException e) {
            return e;
        }
        throw new AssertionError("no error: " + sql.substring(0, Math.min(200, sql.length())));
    }

    /** The same as a statement without parameters, in one request. */
    SQLException errorAtOnce(String sql) {
        try (Statement statement = connection.createStatement()) {
            if (statement.execute(sql)) {
                read(statement.getResultSet());
            }
        } catch (SQLException e) {
            return e;
        }
        throw new AssertionError("no error: " + sql.substring(0, Math.min(200, sql.length())));
    }

    /** Rows as text, values separated by a bar. */
    List<String> rows(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return read(rows);
        }
    }

    private static List<String> read(ResultSet rows) throws SQLException {
        List<String> read = new ArrayList<>();
        int width = rows.getMetaData().getColumnCount();
        while (rows.next()) {
            List<String> values = new ArrayList<>();
            for (int i = 1; i <= width; i++) {
                values.add(String.valueOf(rows.getString(i)));
            }
            read.add(String.join("|", values));
        }
        return read;
    }

    /** That an error has state and number of that code, a message for people, and nothing of the gateway's inside. */
    static void assertCode(SQLException error, ErrorCode code) {
        assertThat(error.getSQLState()).as(error.getMessage()).isEqualTo(code.sqlState());
        assertThat(error.getErrorCode()).as(error.getMessage()).isEqualTo(code.vendorCode());
        assertThat(error.getMessage())
                .isNotBlank()
                .doesNotContain("\tat ", "Exception", "io.strandline.", "org.apache.", "java.lang");
    }

    /** That the session and the gateway still answer. */
    void assertAlive() throws SQLException {
        assertThat(rows("SELECT 1")).containsExactly("1");
    }

    /** What must be the same before and after something bad: what there is, and what was done. */
    List<String> state() throws SQLException {
        List<String> state = new ArrayList<>();
        state.addAll(rows("SELECT catalog_name, namespace, table_name, status FROM catalog.tables ORDER BY 1, 2, 3"));
        state.addAll(rows("SELECT connection_name, table_name, location FROM registry.registrations ORDER BY 1, 2"));
        state.addAll(rows("SELECT source_kind, source_id, object_location FROM registry.sources ORDER BY 1, 2"));
        state.addAll(rows("SELECT action, target FROM runtime.audit WHERE state = 'DONE' ORDER BY 1, 2"));
        return state;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
