package io.strandline.users;

import static io.strandline.users.Logged.filesWith;
import static io.strandline.users.SecuredGateway.CANARY;
import static io.strandline.users.SecuredGateway.PASSWORD;
import static io.strandline.users.SecuredGateway.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * CAT-12, case 51: a canary in the password of users and of a catalog's database, and in URL and secret of a webhook, is in no
 * log, no error, no table, no file.
 */
class SecretsTest {
    @TempDir
    Path folder;

    private final Logged log = new Logged();

    @AfterEach
    void stopListening() {
        log.close();
    }

    @Test
    void aPasswordIsNowhereToBeSeen() throws IOException, SQLException {
        List<String> seen = new ArrayList<>();
        try (SecuredGateway gateway = SecuredGateway.start(folder.resolve("lake"))) {
            try (Connection ada = gateway.connect("ada")) {
                seen.addAll(errors(gateway, ada));
                rows(ada, "CALL reconcile(connection => 'scratch')");
                await().untilAsserted(() -> assertThat(rows(ada, "SELECT last_error FROM reconcile.notices"))
                        .contains("nobody listens there"));
                for (String table : rows(
                        ada,
                        "SELECT table_schema || '.' || table_name FROM information_schema.tables"
                                + " WHERE table_catalog = 'strandline'")) {
                    seen.addAll(rows(ada, "SELECT * FROM " + table));
                }
                seen.add(ada.toString() + ada.getMetaData().getURL() + ada.getClientInfo());
                assertThat(seen).as("the tables were read").anyMatch(row -> row.contains("runtime.statements"));
                assertThat(seen).as("masked, not left out").anyMatch(row -> row.contains("'***'"));
            }
        }
        assertThat(seen).filteredOn(SecretsTest::tells).isEmpty();
        List<String> logged = log.lines();
        assertThat(logged).as("what was logged").isNotEmpty();
        assertThat(logged).filteredOn(SecretsTest::tells).isEmpty();
        assertThat(filesWith(CANARY, folder)).containsExactly("strandline.yaml");
    }

    /** The twin: what is not secret is seen where the canary was looked for. */
    @Test
    void whatIsNotSecretIsSeen() throws IOException, SQLException {
        String word = "plain-71c2";
        try (SecuredGateway gateway = SecuredGateway.start(folder.resolve("lake"));
                Connection ada = gateway.connect("ada")) {
            rows(ada, "SELECT '" + word + "'");
            assertThat(rows(ada, "SELECT text FROM runtime.statements")).anyMatch(text -> text.contains(word));
            assertThat(error(() -> rows(ada, "SELECT \"" + word + "\""))).contains(word);
        }
    }

    /** Also as it is in the header of a login. */
    private static boolean tells(String text) {
        String header = Base64.getEncoder().encodeToString(("ada:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        return text.contains(CANARY) || text.contains(header);
    }

    private static List<String> errors(SecuredGateway gateway, Connection ada) {
        String inUrl =
                gateway.url() + "?user=ada&password=" + URLEncoder.encode(CANARY + "-wrong", StandardCharsets.UTF_8);
        return List.of(
                error(() -> DriverManager.getConnection(inUrl).close()),
                error(() -> gateway.connect("ada", PASSWORD + "-wrong").close()),
                error(() -> gateway.connect("nobody", PASSWORD).close()),
                error(() -> DriverManager.getConnection("jdbc:strandline://127.0.0.1:1/?user=a&password=" + CANARY)
                        .close()),
                error(() -> rows(ada, "CALL repair(connection => 'scratch', password => '" + CANARY + "')")),
                error(() -> rows(ada, "SET secret_token = '" + CANARY + "'")),
                error(() -> rows(
                        ada, "CREATE TABLE lake.scratch.t (id INT) WITH ('s3.secret-access-key' = '" + CANARY + "')")),
                error(() -> rows(ada, "ALTER TABLE lake.scratch.orders SET PROPERTIES a.password = '" + CANARY + "'")));
    }

    private static String error(org.assertj.core.api.ThrowableAssert.ThrowingCallable work) {
        try {
            work.call();
        } catch (Throwable e) {
            java.io.StringWriter trace = new java.io.StringWriter();
            e.printStackTrace(new java.io.PrintWriter(trace));
            return trace.toString();
        }
        throw new AssertionError("no error");
    }
}
