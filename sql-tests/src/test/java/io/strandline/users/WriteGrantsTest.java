package io.strandline.users;

import static io.strandline.users.SecuredGateway.rows;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.faults.TwoLakes;
import io.strandline.gateway.http.Passwords;
import io.strandline.writes.ArrowBody;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GW-3 for rows: they are written in the namespaces of connections that were granted, and runs of others are not known. */
class WriteGrantsTest {
    private static final String PASSWORD = "open sesame";
    private static final String CREATE_SINK =
            "CALL create_sink(sink => 'of_root', settings => '{\"driver\": \"iceberg\","
                    + " \"table\": \"bad.pad.journal\"}')";

    @TempDir
    static Path folder;

    private static TwoLakes lakes;

    @BeforeAll
    static void start() throws IOException, SQLException {
        String login = "{ password_hash: \"" + Passwords.hash(PASSWORD) + "\"";
        lakes = TwoLakes.start(
                folder,
                Map.of(
                        "root", login + ", role: admin }",
                        "gail", login + ", role: admin, connections: [good] }",
                        "olga", login + ", role: operator, connections: [good] }",
                        "rita", login + ", role: reader, connections: [good] }",
                        "cara", login + ", role: operator, catalogs: [bad] }"),
                "ledger",
                "journal");
        try (Connection root = connect("root")) {
            copy(root, "bad.pad.ledger");
        }
    }

    @AfterAll
    static void stop() {
        lakes.close();
    }

    private static Connection connect(String user) throws SQLException {
        return DriverManager.getConnection(lakes.gateway().jdbcUrl(), user, PASSWORD);
    }

    private static String copying(String table) {
        return "INSERT INTO " + table + " SELECT * FROM " + table;
    }

    /** Writes a table's rows to it once more: a run, of no row if it has none. */
    static void copy(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(copying(table));
        }
    }

    private static String refusal(String user, String sql) throws SQLException {
        return failure(user, sql).getSQLState();
    }

    private static SQLException failure(String user, String sql) throws SQLException {
        try (Connection connection = connect(user);
                Statement statement = connection.createStatement()) {
            return catchThrowableOfType(SQLException.class, () -> statement.execute(sql));
        }
    }

    @Test
    void rowsAreWrittenWhereAConnectionIsGranted() throws SQLException {
        try (Connection gail = connect("gail")) {
            copy(gail, "good.pad.one");
            assertThat(rows(gail, "SELECT DISTINCT actor, table_name FROM sink.runs WHERE actor = 'gail'"))
                    .containsExactly("gail|one");
        }
        assertThat(refusal("gail", copying("bad.pad.ledger"))).isEqualTo("3D000");
        assertThat(refusal("cara", copying("bad.pad.ledger"))).isEqualTo("42501");
        assertThat(refusal("rita", copying("good.pad.one"))).isEqualTo("42501");
        assertThat(refusal("gail", CREATE_SINK)).isEqualTo("42501");
    }

    /** Columns over HTTP too: by a reader, and where nothing is granted, none are taken. */
    @Test
    void columnsAreWrittenWhereAConnectionIsGranted() throws Exception {
        assertThat(ingest("rita", "good.pad.one")).contains("42501");
        assertThat(ingest("cara", "bad.pad.ledger")).contains("42501");
        assertThat(ingest("gail", "bad.pad.ledger")).contains("3D000");
        // who may gets as far as the columns
        assertThat(ingest("gail", "good.pad.one")).contains("55000", "column name is not a column");
    }

    private static String ingest(String user, String table) throws IOException, InterruptedException {
        String login = Base64.getEncoder().encodeToString((user + ":" + PASSWORD).getBytes(UTF_8));
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + lakes.gateway().port() + "/ingest/" + table))
                .header("Authorization", "Basic " + login)
                .POST(HttpRequest.BodyPublishers.ofByteArray(ArrowBody.of(1, 1)))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void runsOfOthersAreNotKnown() throws SQLException {
        String run;
        try (Connection root = connect("root");
                Connection gail = connect("gail")) {
            run = rows(root, "SELECT run_id FROM sink.runs WHERE table_name = 'ledger'")
                    .get(0);
            assertThat(rows(gail, "SELECT run_id FROM sink.runs WHERE table_name = 'ledger'"))
                    .isEmpty();
        }
        for (String procedure : List.of("rollback", "forget_run", "abort_run", "commit_run")) {
            assertThat(refusal("gail", "CALL sink." + procedure + "('" + run + "')"))
                    .as(procedure)
                    .isEqualTo("42704");
        }
    }

    /** Neither by id nor by table, and no message tells of it. */
    @Test
    void sinksOfOthersAreNotKnown() throws SQLException {
        try (Connection root = connect("root");
                Connection gail = connect("gail");
                Connection cara = connect("cara")) {
            rows(root, CREATE_SINK);
            assertThat(rows(cara, "CALL sink.check_sink('of_root')")).isNotEmpty();
            for (String sink : List.of("of_root", "of_rot", "bad.pad.journal")) {
                for (String call : List.of(
                        "CALL sink.check_sink('" + sink + "')",
                        "CALL sink.verify_sink('" + sink + "', 'SELECT 1')",
                        "CALL sink.begin_run('" + sink + "')",
                        "CALL sink.rewind_commit_token('" + sink + "', 'scope', NULL)")) {
                    SQLException unknown = failure("gail", call);
                    assertThat(unknown.getSQLState()).as(call).isEqualTo("42704");
                    assertThat(unknown.getMessage()).as(call).doesNotContain("did you mean");
                }
            }
            assertThat(failure("cara", "CALL sink.check_sink('of_rot')").getMessage())
                    .contains("did you mean \"of_root\"");
            for (String table : List.of("capabilities", "checks", "commit_tokens", "journal")) {
                assertThat(rows(gail, "SELECT sink_id FROM sink." + table + " WHERE sink_id = 'of_root'"))
                        .as(table)
                        .isEmpty();
            }
            rows(root, "CALL sink.drop_sink('of_root')");
        }
    }

    /** SNK-15: a comparison reads what its caller may read, with no more than that. */
    @Test
    void aComparisonReadsWithItsCallersGrants() throws SQLException {
        String compared = "CALL sink.verify_sink('good.pad.one', 'SELECT * FROM %s')";
        try (Connection olga = connect("olga")) {
            assertThat(rows(olga, compared.replace("%s", "good.pad.one")))
                    .singleElement()
                    .satisfies(row -> assertThat(row).contains("|true|"));
        }
        assertThat(refusal("olga", compared.replace("%s", "bad.pad.ledger"))).isEqualTo("3D000");
        assertThat(refusal("rita", compared.replace("%s", "good.pad.one"))).isEqualTo("42501");
    }

    /** Half of another's rows are no run: who began it ends it, or an administrator does. */
    @Test
    void anOperatorEndsTheRunsThatItBegan() throws SQLException {
        String run;
        try (Connection gail = connect("gail")) {
            rows(gail, "CALL sink.begin_run('good.pad.two')");
            run = rows(gail, "SELECT run_id FROM sink.runs WHERE table_name = 'two' AND state = 'running'")
                    .get(0);
            for (String procedure : List.of("commit_run", "abort_run")) {
                assertThat(refusal("olga", "CALL sink." + procedure + "('" + run + "')"))
                        .as(procedure)
                        .isEqualTo("42501");
            }
            rows(gail, "CALL sink.commit_run('" + run + "')");
            assertThat(rows(gail, "SELECT state FROM sink.runs WHERE run_id = '" + run + "'"))
                    .containsExactly("done");
        }
    }
}
