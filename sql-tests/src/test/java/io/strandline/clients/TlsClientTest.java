package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.strandline.fixture.DemoGateway;
import io.strandline.gateway.StrandlineGateway;
import io.strandline.gateway.config.ConfigReader;
import io.strandline.jdbc.StrandlineDataSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver speaks TLS to a gateway whose certificate no authority signed, and only if it was told to trust it. */
class TlsClientTest {
    private static final String PASSWORD = "store secret";

    @TempDir
    static Path folder;

    private static Path pem;
    private static StrandlineGateway gateway;

    @BeforeAll
    static void start() throws Exception {
        Path keystore = folder.resolve("gateway.p12");
        pem = folder.resolve("gateway.pem");
        keytool(keystore, "-genkeypair", "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "san=dns:localhost");
        keytool(keystore, "-exportcert", "-rfc", "-file", pem.toString());
        Files.writeString(folder.resolve("keystore-password"), PASSWORD);
        Path config = folder.resolve("lake").resolve("strandline.yaml");
        DemoGateway.start(config.getParent()).close();
        Files.writeString(
                config,
                Files.readString(config)
                        .replace(
                                "store:\n",
                                "  tls: { keystore: \"" + keystore + "\", keystore_password: { file: \""
                                        + folder.resolve("keystore-password") + "\" } }\nstore:\n"));
        gateway = StrandlineGateway.start(new ConfigReader(name -> null).read(config));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private static void keytool(Path keystore, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-alias", "gateway", "-storetype", "PKCS12", "-storepass", PASSWORD));
        command.addAll(List.of("-keystore", keystore.toString()));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    private static String url(String properties) {
        return "jdbc:strandline://localhost:" + gateway.port() + "/?" + properties;
    }

    private static void assertAnswers(Connection connection) throws SQLException {
        try (connection;
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM runtime.sessions")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isOne();
        }
    }

    private static SQLException refused(String url) {
        SQLException refused = catchThrowableOfType(
                SQLException.class, () -> DriverManager.getConnection(url).close());
        assertThat(refused.getSQLState()).isEqualTo("08001");
        return refused;
    }

    @Test
    void trustsThePemItIsTold() throws SQLException {
        assertAnswers(DriverManager.getConnection(url("ssl=true&sslTrust=" + pem)));
    }

    @Test
    void trustsThePkcs12StoreItIsTold() throws SQLException {
        StrandlineDataSource source = new StrandlineDataSource();
        source.setUrl("jdbc:strandline://localhost:" + gateway.port() + "/");
        source.setSsl(true);
        source.setSslTrust(folder.resolve("gateway.p12").toString());
        source.setSslTrustPassword(PASSWORD);
        assertAnswers(source.getConnection());
        source.setSslTrustPassword("wrong secret");
        SQLException wrong = catchThrowableOfType(SQLException.class, source::getConnection);
        assertThat(wrong.getSQLState()).isEqualTo("22023");
        assertThat(wrong.getMessage()).contains("sslTrust").doesNotContain("wrong secret");
    }

    @Test
    void trustsNobodyElse() {
        assertThat(refused(url("ssl=true")).getMessage()).contains("TLS failed").contains("sslTrust");
        String byAddress = url("ssl=true&sslTrust=" + pem).replace("localhost", "127.0.0.1");
        assertThat(refused(byAddress).getMessage())
                .as("the certificate is for another name")
                .contains("TLS failed")
                .contains("127.0.0.1");
    }

    /** GW-5 */
    @Test
    void aClientThatIsGoneIsNoticedThroughTls() throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(url("ssl=true&networkTimeout=1500ms&sslTrust=" + pem));
                Statement statement = connection.createStatement()) {
            SQLException late = catchThrowableOfType(
                    SQLException.class,
                    () -> statement.executeQuery("SELECT count(*) FROM information_schema.columns a,"
                            + " information_schema.columns b, information_schema.columns c,"
                            + " information_schema.columns d WHERE a.remarks < b.remarks"));
            assertThat(late.getSQLState()).isEqualTo("08006");
            await().atMost(Duration.ofSeconds(3)).untilAsserted(() -> {
                try (ResultSet rows =
                        statement.executeQuery("SELECT count(*) FROM runtime.statements WHERE state = 'CANCELLED'")) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getInt(1)).isOne();
                }
            });
        }
    }

    @Test
    void saysWhichSideSpeaksTls() throws IOException {
        assertThat(refused(url("applicationName=plain")).getMessage()).contains("ssl=true");
        try (DemoGateway plain = DemoGateway.start(folder.resolve("plain"))) {
            assertThat(refused(plain.jdbcUrl() + "?ssl=true").getMessage()).contains("Does the gateway speak TLS");
        }
    }

    @Test
    void theGatewaysOwnUrlSaysSo() {
        assertThat(gateway.jdbcUrl()).endsWith("/?ssl=true");
    }
}
