package io.strandline.users;

import static io.strandline.users.Logged.filesWith;
import static io.strandline.users.SecuredGateway.PASSWORD;
import static io.strandline.users.SecuredGateway.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.iceberg.LakeColumn;
import io.strandline.catalog.iceberg.LakeWriter;
import io.strandline.common.TableRef;
import io.strandline.fixtures.RestCatalogServer;
import io.strandline.gateway.StrandlineGateway;
import io.strandline.gateway.config.ConfigReader;
import io.strandline.gateway.http.Passwords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CAT-11, CAT-12: credentials of a REST catalog, handed out by the gateway to who may have them, and seen nowhere else. */
class VendedCredentialsTest {
    private static final String CANARY = "canary-vended";

    @TempDir
    static Path folder;

    private static RestCatalogServer server;
    private static StrandlineGateway gateway;

    @BeforeAll
    static void start() throws IOException {
        server = RestCatalogServer.start(
                Map.of("warehouse", folder.resolve("warehouse").toString()));
        try (var catalog = CatalogFactory.create(
                        "lake", Map.of("type", "rest", "uri", server.uri(), "warehouse", warehouse()));
                LakeWriter writer = LakeWriter.on(catalog)) {
            writer.createNamespace(List.of("sales"));
            table(writer, "orders", Map.of("vend.prefixes", ",/metadata"));
            table(writer, "orders2", Map.of("vend.prefixes", "config"));
            table(writer, "none", Map.of());
            table(writer, "long", Map.of("vend.prefixes", "/", "vend.seconds", "86400"));
            table(writer, "wide", Map.of("vend.prefixes", "s3://bucket"));
            table(writer, "failing", Map.of("vend.prefixes", "fail"));
            table(writer, "garbled", Map.of("vend.prefixes", "/", "vend.malformed", "true"));
        }
        gateway = StrandlineGateway.start(new ConfigReader(name -> null).read(config()));
    }

    private static String warehouse() {
        return folder.resolve("warehouse").toString();
    }

    private static void table(LakeWriter writer, String name, Map<String, String> properties) {
        writer.createTable(
                new TableRef("lake", List.of("sales"), name),
                List.of(LakeColumn.of("id", "long")),
                Optional.empty(),
                properties);
    }

    private static Path config() throws IOException {
        String hash = Passwords.hash(PASSWORD);
        List<String> lines = new ArrayList<>(List.of("server:", "  listen: 127.0.0.1:0", "  users:"));
        for (String user : List.of("ada: admin", "olga: operator", "rita: reader", "nora: reader, connections: []")) {
            String[] parts = user.split(": ", 2);
            lines.add("    " + parts[0] + ": { password_hash: \"" + hash + "\", role: " + parts[1] + " }");
        }
        String rest = "{ type: rest, uri: \"" + server.uri() + "\", warehouse: \"" + warehouse() + "\", token: writer";
        lines.addAll(List.of(
                "store: { url: \"jdbc:sqlite:" + folder.resolve("store.db") + "\" }",
                "catalogs:",
                "  lake: " + rest + ", strandline.read.token: reader }",
                "  hasty: " + rest + ", strandline.read.token: reader, strandline.credentials-max-age: 1m }",
                "  writing: " + rest + " }",
                "  plain: { type: in-memory, warehouse: \"" + warehouse() + "\" }"));
        return Files.writeString(folder.resolve("strandline.yaml"), String.join("\n", lines) + "\n");
    }

    @AfterAll
    static void stop() {
        gateway.close();
        server.close();
    }

    private static Connection connect(String user) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", user);
        login.setProperty("password", PASSWORD);
        return DriverManager.getConnection(gateway.jdbcUrl(), login);
    }

    /** What the login that only reads is given, with the settings of its store, and nothing of the catalog's own login. */
    @Test
    void aReaderGetsCredentialsToRead() throws SQLException {
        try (Connection rita = connect("rita");
                Statement statement = rita.createStatement();
                ResultSet row = statement.executeQuery("CALL vend_credentials('lake.sales.orders2')")) {
            Instant before = Instant.now();
            assertThat(row.next()).isTrue();
            assertThat(row.getString("table_name")).isEqualTo("orders2");
            assertThat(row.getString("access")).isEqualTo("READ");
            assertThat(row.getString("prefix")).endsWith("/sales/orders2");
            assertThat(row.getString("properties"))
                    .contains(
                            "\"s3.secret-access-key\":\"canary-vended-reader\"",
                            "\"s3.endpoint\":\"http://127.0.0.1:1\"")
                    .doesNotContain("canary-of-the-catalog");
            assertThat(row.getTimestamp("expires_at").toInstant()).isBetween(before, before.plus(Duration.ofHours(1)));
            assertThat(row.next()).isFalse();
        }
    }

    /** GW-3: an admin alone may write, with what the catalog's own login is given. */
    @Test
    void onlyAnAdminGetsCredentialsToWrite() throws SQLException {
        String call = "CALL vend_credentials(table_name => 'lake.sales.orders', access => 'READ_WRITE')";
        assertThat(error("rita", call)).startsWith("42501").contains("admin");
        assertThat(error("olga", call)).startsWith("42501").contains("admin");
        assertThat(error("nora", "CALL vend_credentials('lake.sales.orders')")).startsWith("42501");
        try (Connection ada = connect("ada")) {
            assertThat(rows(ada, call)).hasSize(2).allMatch(row -> row.contains("canary-vended-writer"));
        }
    }

    /** Cases 10 and 11. */
    @Test
    void aFileGetsTheLongestPrefixAndNoFileOfAnotherTableAny() throws SQLException {
        try (Connection rita = connect("rita")) {
            String root = folder.resolve("warehouse/sales/orders").toString();
            assertThat(rows(rita, "CALL vend_credentials('lake.sales.orders')"))
                    .satisfiesExactly(
                            first -> assertThat(first).contains(root + "/metadata|", "for /metadata"),
                            second -> assertThat(second).contains(root + "|", "for \""));
            assertThat(rows(rita, file(root + "/metadata/v1.json")))
                    .singleElement()
                    .asString()
                    .contains("for /metadata");
            assertThat(rows(rita, file(root + "/data/a.parquet")))
                    .singleElement()
                    .asString()
                    .contains("for \"");
        }
        assertThat(error(
                        "rita", file(folder.resolve("warehouse/sales/orders2/x").toString())))
                .startsWith("42501")
                .contains("is not a place of table");
    }

    private static String file(String location) {
        return "CALL vend_credentials(table_name => 'lake.sales.orders', location => '" + location + "')";
    }

    @Test
    void theMostIsTheConfigurations() throws SQLException {
        try (Connection rita = connect("rita");
                Statement statement = rita.createStatement();
                ResultSet row = statement.executeQuery("CALL vend_credentials('hasty.sales.long')")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getTimestamp("expires_at").toInstant())
                    .isBefore(Instant.now().plus(Duration.ofSeconds(61)));
            assertThat(statement.getWarnings().getMessage()).contains("strandline.credentials-max-age");
        }
    }

    @Test
    void whereNoneAreMadeTheReasonIsTold() throws SQLException {
        Map<String, String> expected = Map.of(
                "lake.sales.absent", "42P01",
                "lake.sales.orders.files", "42P01",
                "lake.sales.none", "0A000 .* made no credentials",
                "lake.sales.wide", "55000 .*s3://bucket",
                "lake.sales.failing", "58030 .*the token service says no",
                "lake.sales.garbled", "58030 .*s3.session-token-expires-at-ms",
                "plain.sales.orders", "0A000 .*type in-memory",
                "writing.sales.orders", "0A000 .*catalogs.writing.strandline.read.credential",
                "nowhere.sales.orders", "3D000");
        try (Connection rita = connect("rita")) {
            expected.forEach((table, message) -> assertThat(error(rita, "CALL vend_credentials('" + table + "')"))
                    .as(table)
                    .matches("(?s)" + message + ".*"));
            assertThat(error(rita, "CALL vend_credentials(table_name => 'lake.sales.orders', access => 'WRITE')"))
                    .startsWith("22023");
        }
    }

    /** GW-2, case 51: shown once; in no stored answer, table, file, log or error. */
    @Test
    void secretsAreShownOnceAndAreNowhereElse() throws SQLException, IOException {
        List<String> seen = new ArrayList<>();
        String call = "CALL vend_credentials('lake.sales.orders')";
        List<String> logged;
        try (Logged log = new Logged();
                Connection rita = connect("rita");
                Statement key = rita.createStatement();
                Connection ada = connect("ada")) {
            key.execute("SET idempotency_key = 'once'");
            assertThat(rows(rita, call)).anyMatch(row -> row.contains(CANARY));
            key.execute("SET idempotency_key = 'once'");
            seen.add(error(rita, call));
            assertThat(seen.get(0)).startsWith("55000").contains("it holds secrets");
            for (String table : List.of("garbled", "wide", "failing")) {
                seen.add(error(rita, "CALL vend_credentials('lake.sales." + table + "')"));
            }
            for (String table : List.of("runtime.statements", "runtime.audit", "runtime.jobs", "catalog.catalogs")) {
                seen.addAll(rows(ada, "SELECT * FROM " + table));
            }
            assertThat(rows(ada, "SELECT user_name, action, state FROM runtime.audit"))
                    .contains("rita|catalog.vend_credentials|DONE");
            assertThat(rows(ada, "SELECT properties FROM catalog.catalogs WHERE catalog_name = 'lake'"))
                    .singleElement()
                    .asString()
                    .contains("\"strandline.read.token\":\"***\"");
            logged = log.lines();
        }
        assertThat(seen).anyMatch(row -> row.contains("vend_credentials"));
        assertThat(seen).noneMatch(row -> row.contains(CANARY));
        assertThat(logged).as("what was logged").isNotEmpty();
        assertThat(logged).filteredOn(line -> line.contains(CANARY)).isEmpty();
        assertThat(filesWith(CANARY, folder)).isEmpty();
    }

    private static String error(String user, String sql) {
        try (Connection connection = connect(user)) {
            return error(connection, sql);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** State and message. */
    private static String error(Connection connection, String sql) {
        SQLException error = catchThrowableOfType(SQLException.class, () -> rows(connection, sql));
        assertThat((Throwable) error).as(sql).isNotNull();
        return error.getSQLState() + " " + error.getMessage();
    }
}
