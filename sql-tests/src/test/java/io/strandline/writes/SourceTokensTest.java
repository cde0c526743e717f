package io.strandline.writes;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.fixture.DemoGateway;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SNK-5 by SQL: a token that SET left behind hides no change, and each statement tells of its own rows. */
class SourceTokensTest {
    private static final String TOKEN = "0000000000000000000";

    @TempDir
    static Path folder;

    private static DemoGateway gateway;
    private static int tables;

    private final String table = "lake.scratch.tokens_" + ++tables;
    private Connection connection;
    private Statement statement;

    @BeforeAll
    static void serve() {
        gateway = DemoGateway.start(folder.resolve("lake"));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @BeforeEach
    void connect() throws SQLException {
        connection = gateway.connect();
        statement = connection.createStatement();
        statement.execute("CREATE TABLE " + table + " (id BIGINT NOT NULL, name VARCHAR)");
        statement.execute("SET sink.key = 'id'");
        statement.execute("SET sink.scope = 'shop'");
        statement.execute("SET sink.token = '" + TOKEN + "1'");
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
    }

    private int insert(String values) throws SQLException {
        return statement.executeUpdate("INSERT INTO " + table + " (id, name) VALUES " + values);
    }

    private String warnings() throws SQLException {
        StringBuilder all = new StringBuilder();
        for (SQLWarning warning = statement.getWarnings(); warning != null; warning = warning.getNextWarning()) {
            all.append(warning.getMessage());
        }
        return all.toString();
    }

    /** Changes of single rows are no pages of the source. */
    @Test
    void updateAndDeleteAreNeverTakenForReplays() throws SQLException {
        assertThat(insert("(1, 'a'), (2, 'b')")).isEqualTo(2);
        assertThat(statement.executeUpdate("UPDATE " + table + " SET name = 'z' WHERE id = 1"))
                .isEqualTo(1);
        assertThat(statement.executeUpdate("DELETE FROM " + table + " WHERE id = 2"))
                .isEqualTo(1);
        try (ResultSet rows = statement.executeQuery("SELECT id, name FROM " + table)) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString("name")).isEqualTo("z");
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void aReplaySaysThatTheTokenIsCovered() throws SQLException {
        assertThat(insert("(1, 'a')")).isEqualTo(1);
        assertThat(warnings()).doesNotContain("sink.token");
        assertThat(insert("(1, 'a')")).isZero();
        assertThat(warnings()).contains("1 rows dropped").contains("RESET \"sink.token\"");
    }

    /** Its last page is kept back until the next token comes, and is this statement's all the same. */
    @Test
    void eachStatementOfARunTellsOfItsOwnRows() throws SQLException {
        String run;
        try (ResultSet begun = statement.executeQuery("CALL sink.begin_run(sink => '" + table + "')")) {
            assertThat(begun.next()).isTrue();
            run = begun.getString("run_id");
        }
        assertThat(insert("(1, 'a'), (2, 'b')")).isEqualTo(2);
        statement.execute("SET sink.token = '" + TOKEN + "2'");
        assertThat(insert("(3, 'c')")).isEqualTo(1);
        try (ResultSet ended = statement.executeQuery("CALL sink.commit_run(run_id => '" + run + "')")) {
            assertThat(ended.next()).isTrue();
            assertThat(ended.getLong("accepted")).isEqualTo(3);
        }
    }
}
