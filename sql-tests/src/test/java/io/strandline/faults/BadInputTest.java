package io.strandline.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.fixture.DemoGateway;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements that make no sense: each a coded error over the wire; the session lives on, and nothing has changed. */
class BadInputTest {
    private static final String DROP = "CALL repair(connection => 'scratch', action => 'drop', table_name => ";

    @TempDir
    static Path folder;

    private static DemoGateway gateway;
    private static List<String> before;

    private Client client;

    @BeforeAll
    static void start() throws SQLException {
        gateway = DemoGateway.start(folder.resolve("lake"));
        try (Client client = new Client(gateway.connect())) {
            before = client.state();
        }
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @BeforeEach
    void connect() throws SQLException {
        client = new Client(gateway.connect());
    }

    @AfterEach
    void nothingHasChangedAndTheSessionLives() throws SQLException {
        client.assertAlive();
        assertThat(client.state()).isEqualTo(before);
        client.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "NO_SUCH_OBJECT     | CALL repair(connection => 'nope', action => 'drop', table_name => 'x')",
                "NO_SUCH_OBJECT     | CALL register(connection => 'nope', table_name => 'x')",
                "NO_SUCH_OBJECT     | CALL reconcile(connection => 'nope')",
                "NO_SUCH_CATALOG    | SELECT * FROM nope.reconcile.findings",
                "NO_SUCH_TABLE      | SELECT * FROM nope.findings",
                "NO_SUCH_TABLE      | SELECT * FROM reconcile.nope",
                "NO_SUCH_COLUMN     | SELECT nope FROM reconcile.findings",
                "NO_SUCH_PROCEDURE  | CALL nope()",
                "NO_SUCH_PROCEDURE  | CALL nope.repair(connection => 'scratch', action => 'drop')",
                "NO_SUCH_PROCEDURE  | {call nope(1)}",
                "BAD_ARGUMENT       | CALL repair(connection => 'scratch', action => 'drop', nope => 1)",
                "BAD_ARGUMENT       | CALL repair('scratch', action => 'drop', table_name => 'stray_import')",
                "BAD_ARGUMENT       | CALL repair(action => 'drop', table_name => 'stray_import')",
                "BAD_ARGUMENT       | CALL repair(connection => 'scratch', action => 'nope', table_name => 'x')",
                "BAD_ARGUMENT       | CALL repair(connection => 'scratch', action => 'drop', table_name => 1, dry_run => 'x')",
                "BAD_ARGUMENT       | CALL repair('scratch', 'drop', 'stray_import', NULL, 'maybe')",
                "BAD_ARGUMENT       | CALL repair(connection => DATE '2026-01-01', action => TRUE, dry_run => 1.5)",
                "SYNTAX             | SELEC 1",
                "SYNTAX             | SELECT 1 FROM",
                "SYNTAX             | CALL repair(connection => )",
                "SYNTAX             | SELECT 'open",
                "SYNTAX             | SELECT \"open",
                "SYNTAX             | SELECT 1 /* open",
                "DIVISION_BY_ZERO   | SELECT 1/0",
                "DIVISION_BY_ZERO   | SELECT 1 / (provable_count - provable_count) FROM (SELECT count(*) AS provable_count"
                        + " FROM reconcile.findings) AS t",
            })
    void isACodedError(ErrorCode code, String sql) throws SQLException {
        Client.assertCode(client.errorAtOnce(sql), code);
        client.assertAlive();
        Client.assertCode(client.error(sql), code);
    }

    @Test
    void parametersOfAWrongTypeAreNamedByTheirNumber() {
        SQLException noBoolean = client.error(DROP + "?, dry_run => ?)", "stray_import", "maybe");
        Client.assertCode(noBoolean, ErrorCode.BAD_ARGUMENT);
        assertThat(noBoolean.getMessage()).contains("parameter 2", "BOOLEAN");
        SQLException noNumber = client.error("SELECT kind FROM reconcile.findings WHERE CAST(? AS INTEGER) = 1", "one");
        assertThat(noNumber.getSQLState()).isIn("22023", "22018", "22000");
        SQLException noTime = client.error("SELECT kind FROM reconcile.findings WHERE provable = ?", new Timestamp(0));
        Client.assertCode(noTime, ErrorCode.BAD_ARGUMENT);
        assertThat(noTime.getMessage()).contains("parameter 1", "BOOLEAN");
    }

    @Test
    void anUnknownSchemaOfTheSessionIsRefused() throws SQLException {
        assertThatThrownBy(() -> client.connection().setSchema("nope"))
                .satisfies(e -> Client.assertCode((SQLException) e, ErrorCode.NO_SUCH_SCHEMA));
        assertThat(client.rows("SELECT kind FROM reconcile.findings WHERE kind = 'MISSING'"))
                .isNotEmpty();
    }

    @Test
    void aMegabyteOfLiteralIsReadOrRefusedByTheNameOfTheLimit() throws SQLException {
        String almost = "x".repeat(999_000);
        assertThat(client.rows("SELECT char_length('" + almost + "')")).containsExactly("999000");
        SQLException tooLong = client.errorAtOnce("SELECT '" + "x".repeat(1 << 20) + "'");
        Client.assertCode(tooLong, ErrorCode.LIMIT_EXCEEDED);
        assertThat(tooLong.getMessage()).contains("statement_chars").hasSizeLessThan(1_000);
        SQLException tooLarge = client.errorAtOnce("SELECT '" + "x".repeat(17 << 20) + "'");
        Client.assertCode(tooLarge, ErrorCode.LIMIT_EXCEEDED);
        assertThat(tooLarge.getMessage()).contains("statement_bytes").hasSizeLessThan(1_000);
    }

    @ParameterizedTest(name = "{index}")
    @ValueSource(strings = {"(", ")", "a ", "1+", "'x' ", "\uD83D\uDE00", "\u0000", "SELECT ", "/*", "x.", "[", "{"})
    void aMegabyteOfGarbageIsASyntaxErrorOrALimit(String part) throws SQLException {
        String garbage = "SELECT " + part.repeat(990_000 / part.length());
        SQLException error = client.errorAtOnce(garbage);
        assertThat(error.getSQLState()).as(part + ": " + error.getMessage()).isIn("42601", "54000");
        assertThat(error.getMessage()).hasSizeLessThan(2_000).doesNotContain("\tat ", "StackOverflow");
    }
}
