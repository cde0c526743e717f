package io.strandline.users;

import static io.strandline.users.SecuredGateway.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.faults.TwoLakes;
import io.strandline.gateway.http.Passwords;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * GW-3 where a user is granted some connections: one lake of two, {@code good}. Of {@code bad}, in which lies the table {@code
 * ledger}, nothing is seen, nothing is done, and its catalog is not even asked.
 */
class GrantsTest {
    private static final String PASSWORD = "open sesame";
    private static final Pattern HIDDEN = Pattern.compile("ledger|(^|\\|)bad($|\\|)|bad-uploads|upload-of-root");
    private static final String ALL = "SELECT table_schema || '.' || table_name FROM information_schema.tables"
            + " WHERE table_schema IN ('catalog', 'manifest', 'reconcile', 'registry', 'runtime', 'sink') ORDER BY 1";

    @TempDir
    static Path folder;

    private static TwoLakes lakes;
    private static String registration;

    @BeforeAll
    static void start() throws IOException, SQLException {
        String login = "{ password_hash: \"" + Passwords.hash(PASSWORD) + "\"";
        lakes = TwoLakes.start(
                folder,
                Map.of(
                        "root", login + ", role: admin }",
                        "gail", login + ", role: admin, connections: [good] }",
                        "rita", login + ", role: reader, connections: [good] }",
                        "cara", login + ", role: operator, catalogs: [bad] }"),
                "ledger",
                "journal");
        try (Connection root = connect("root")) {
            String place = "file://" + folder.resolve("upload-of-root").resolve("data.csv");
            rows(root, "CALL register_source('file', 'upload-of-root', '" + place + "')");
            registration = rows(
                            root,
                            "CALL register(connection => 'bad', table_name => 'ledger', source_kind => 'file',"
                                    + " source_id => 'upload-of-root')")
                    .toString();
            rows(root, "CALL register_sink('bad.pad.ledger', 'sink-of-root')");
            WriteGrantsTest.copy(root, "bad.pad.ledger");
            rows(root, "CALL reconcile(connection => 'bad')");
            rows(root, "CALL reconcile(connection => 'good')");
            registration = rows(root, "SELECT registration_id FROM registry.registrations")
                    .get(0);
        }
    }

    @AfterAll
    static void stop() {
        lakes.close();
    }

    private static Connection connect(String user) throws SQLException {
        return DriverManager.getConnection(lakes.gateway().jdbcUrl(), user, PASSWORD);
    }

    private static Set<String> tablesThatTell(Connection connection) throws SQLException {
        Set<String> telling = new TreeSet<>();
        for (String table : rows(connection, ALL)) {
            if (rows(connection, "SELECT * FROM " + table).stream()
                    .anyMatch(row -> HIDDEN.matcher(row).find())) {
                telling.add(table);
            }
        }
        return telling;
    }

    /** Every table there is, so that a new one is looked at too; and what another user, who is not limited, sees there. */
    @Test
    void noTableTellsOfWhatIsNotGranted() throws SQLException {
        try (Connection root = connect("root");
                Connection gail = connect("gail");
                Connection rita = connect("rita")) {
            assertThat(tablesThatTell(root))
                    .contains(
                            "catalog.catalogs",
                            "catalog.columns",
                            "catalog.namespaces",
                            "catalog.tables",
                            "reconcile.findings",
                            "reconcile.findings_history",
                            "reconcile.drift_daily",
                            "reconcile.policies",
                            "reconcile.scans",
                            "registry.connections",
                            "registry.registrations",
                            "registry.sinks",
                            "registry.sources",
                            "runtime.audit",
                            "runtime.statements",
                            "sink.runs");
            // what it asked for itself, and was refused, it may see again
            assertThat(tablesThatTell(gail)).isSubsetOf("runtime.statements");
            assertThat(tablesThatTell(rita)).isSubsetOf("runtime.statements");
            assertThat(rows(gail, "SELECT connection_name FROM registry.connections"))
                    .containsExactly("good");
            assertThat(rows(rita, "SELECT catalog_name, table_name FROM catalog.tables ORDER BY 2"))
                    .containsExactly("good|one", "good|two");
            assertThat(rows(gail, "SELECT DISTINCT connection_name FROM reconcile.findings"))
                    .containsExactly("good");
            assertThat(rows(gail, "SELECT count(*) FROM registry.registrations"))
                    .containsExactly("0");
            assertThat(rows(gail, "SELECT DISTINCT user_name FROM runtime.statements"))
                    .containsExactly("gail");
        }
    }

    /** A catalog alone lets look at its tables, and do nothing. */
    @Test
    void aCatalogIsGrantedForLookingAtIt() throws SQLException {
        try (Connection cara = connect("cara")) {
            assertThat(rows(cara, "SELECT DISTINCT catalog_name FROM catalog.tables"))
                    .containsExactly("bad");
            assertThat(rows(cara, "SELECT * FROM reconcile.findings")).isEmpty();
            assertThat(rows(cara, "SELECT * FROM registry.connections")).isEmpty();
            assertThat(state(cara, "CALL reconcile(connection => 'bad')")).isEqualTo("42501");
        }
    }

    /** The plan of one text is shared; grants are looked at when it runs. */
    @Test
    void twoUsersOfOneTextSeeTheirOwnRows() throws SQLException {
        String sql = "SELECT count(*) FROM catalog.tables WHERE namespace = ?";
        try (Connection root = connect("root");
                Connection gail = connect("gail");
                PreparedStatement all = root.prepareStatement(sql);
                PreparedStatement some = gail.prepareStatement(sql)) {
            for (int time = 0; time < 2; time++) {
                assertThat(count(all)).isEqualTo(4);
                assertThat(count(some)).isEqualTo(2);
            }
        }
    }

    private static long count(PreparedStatement statement) throws SQLException {
        statement.setString(1, "pad");
        try (ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** The catalog of the other lake answers nobody meanwhile: who is limited does not notice, who is not does. */
    @Test
    void whatIsNotGrantedIsNotAsked() throws SQLException {
        try (Connection root = connect("root");
                Connection gail = connect("gail");
                Connection catalog = DriverManager.getConnection("jdbc:sqlite:" + lakes.database());
                Statement lock = catalog.createStatement()) {
            lock.execute("BEGIN EXCLUSIVE");
            assertThat(rows(root, "SELECT status FROM reconcile.findings WHERE connection_name = 'bad'"))
                    .containsExactly("error");
            assertThat(rows(gail, "SELECT DISTINCT status FROM reconcile.findings"))
                    .containsExactly("ok");
            assertThat(rows(gail, "SELECT catalog_name, reachable FROM catalog.catalogs"))
                    .containsExactly("good|true");
            assertThat(rows(gail, "SELECT DISTINCT status FROM catalog.tables")).containsExactly("ok");
            assertThat(state(gail, "CALL reconcile(connection => 'bad')")).isEqualTo("42501");
            assertThat(state(root, "CALL reconcile(connection => 'bad')")).isNotEqualTo("42501");
            lock.execute("ROLLBACK");
        }
    }

    /** Also for a connection that does not exist: its name is not to be guessed. */
    @Test
    void everyCallOnAnotherConnectionIsRefused() throws SQLException {
        try (Connection gail = connect("gail");
                Connection root = connect("root")) {
            List<String> calls = new ArrayList<>();
            for (String connection : List.of("bad", "nowhere")) {
                String on = "(connection => '" + connection + "'";
                calls.add("CALL reconcile" + on + ")");
                calls.add("CALL follow" + on + ")");
                calls.add("CALL repair_all" + on + ")");
                calls.add("CALL repair_all" + on + ", background => TRUE)");
                calls.add("CALL repair" + on + ", action => 'drop', table_name => 'ledger')");
                calls.add("CALL register" + on + ", table_name => 'journal')");
                calls.add("CALL adopt" + on + ", table_name => 'journal')");
            }
            calls.add("CALL unregister('" + registration + "')");
            calls.add("CALL unregister_source('file', 'upload-of-root')");
            calls.add("CALL move_source('file', 'upload-of-root', 'file:///elsewhere/data.csv')");
            calls.add("CALL register_sink('bad.pad.ledger')");
            calls.add("CALL register_sink('nowhere.pad.ledger')");
            calls.add("CALL unregister_sink('sink-of-root')");
            for (String call : calls) {
                assertThat(state(gail, call)).as(call).isEqualTo("42501");
            }
            assertThat(rows(root, "SELECT action FROM runtime.audit WHERE user_name = 'gail' AND state <> 'REFUSED'"))
                    .isEmpty();
            assertThat(rows(root, "SELECT registration_id FROM registry.registrations"))
                    .containsExactly(registration);
            assertThat(rows(gail, "CALL reconcile(connection => 'good')")).hasSize(2);
        }
    }

    /** A place of another's source is not told, its id is taken all the same. */
    @Test
    void ofSourcesItsOwnAreSeen() throws SQLException {
        try (Connection gail = connect("gail")) {
            rows(gail, "CALL register_source('file', 'of-gail', 'file:///own/data.csv')");
            assertThat(rows(gail, "SELECT source_id FROM registry.sources")).containsExactly("of-gail");
            assertThatThrownBy(
                            () -> rows(gail, "CALL register_source('file', 'upload-of-root', 'file:///own/other.csv')"))
                    .hasMessageContaining("already known by another user")
                    .message()
                    .doesNotContain("data.csv", "\"root\"");
            rows(gail, "CALL move_source('file', 'of-gail', 'file:///moved/data.csv')");
            rows(gail, "CALL unregister_source('file', 'of-gail')");
        }
    }

    /** Of tables in the scratch target of a connection of its own; whose another's sink is, is not told. */
    @Test
    void sinksOfItsOwnTablesAreItsOwnToRegister() throws SQLException {
        try (Connection gail = connect("gail")) {
            rows(gail, "CALL register_sink('good.pad.one', 'of-gail')");
            assertThat(rows(gail, "SELECT sink_id FROM registry.sinks")).containsExactly("of-gail");
            assertThatThrownBy(() -> rows(gail, "CALL register_sink('good.pad.one', 'sink-of-root')"))
                    .hasMessageContaining("is taken already")
                    .message()
                    .doesNotContain("ledger", "\"root\"");
            rows(gail, "CALL unregister_sink('of-gail')");
        }
    }

    /** An admin of some connections stops only what is their own. */
    @Test
    void othersStatementsAreNotStopped() throws SQLException {
        try (Connection root = connect("root");
                Connection gail = connect("gail");
                Statement open = root.createStatement()) {
            open.setFetchSize(1);
            open.executeQuery("SELECT * FROM information_schema.columns").next();
            String id = rows(
                            root,
                            "SELECT statement_id FROM runtime.statements WHERE state = 'RUNNING'"
                                    + " AND text LIKE '%information_schema.columns'")
                    .get(0);
            assertThat(rows(gail, "CALL kill_statement('" + id + "')")).containsExactly(id + "|false|not_running");
            assertThat(rows(root, "CALL kill_statement('" + id + "')")).containsExactly(id + "|true|null");
        }
    }

    /** The same login, the same grants, where columns are asked for. */
    @Test
    void queriesForColumnsKnowTheSameUsers() throws Exception {
        String sql = "SELECT catalog_name FROM catalog.tables WHERE table_name IN ('ledger', 'one')";
        assertThat(new String(query("gail", PASSWORD, sql, 200), StandardCharsets.UTF_8))
                .contains("good")
                .doesNotContain("bad");
        assertThat(new String(query("root", PASSWORD, sql, 200), StandardCharsets.UTF_8))
                .contains("good")
                .contains("bad");
        assertThat(new String(query("root", "wrong", sql, 401), StandardCharsets.UTF_8))
                .contains("\"28000\"");
    }

    private static byte[] query(String user, String password, String sql, int status)
            throws IOException, InterruptedException {
        String login = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                        + lakes.gateway().port() + "/query?sql=" + URLEncoder.encode(sql, StandardCharsets.UTF_8)))
                .header("Authorization", "Basic " + login)
                .build();
        HttpResponse<byte[]> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
        assertThat(answer.statusCode()).isEqualTo(status);
        return answer.body();
    }

    private static String state(Connection connection, String sql) {
        try {
            rows(connection, sql);
            return "done";
        } catch (SQLException e) {
            return e.getSQLState();
        }
    }
}
