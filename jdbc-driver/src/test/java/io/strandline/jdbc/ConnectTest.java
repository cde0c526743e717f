package io.strandline.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.jdbc.fixture.FixtureGateway;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.util.Arrays;
import java.util.Properties;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connecting: URL, properties, login, and what is said when it does not work. */
class ConnectTest {
    private FixtureGateway gateway;

    @BeforeEach
    void start() {
        gateway = FixtureGateway.start();
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    private static SQLException failure(String url, Properties info) {
        return catchThrowableOfType(SQLException.class, () -> new Driver().connect(url, info));
    }

    /** The driver is found, and leaves URLs of others alone. */
    @Test
    void theDriverIsFoundAndAForeignUrlIsNotItsBusiness() throws SQLException {
        assertThat(ServiceLoader.load(java.sql.Driver.class)).anyMatch(driver -> driver instanceof Driver);
        Driver driver = new Driver();
        assertThat(driver.connect("jdbc:postgresql://localhost/x", new Properties()))
                .isNull();
        assertThat(driver.acceptsURL("jdbc:strandline://localhost/")).isTrue();
        assertThat(driver.acceptsURL("jdbc:strandlines://localhost/")).isFalse();
    }

    /** Nobody listens: 08001. */
    @Test
    void aGatewayThatIsDownIs08001() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        SQLException e = failure("jdbc:strandline://127.0.0.1:" + free + "/?connectTimeout=2s", new Properties());
        assertThat(e.getSQLState()).isEqualTo("08001");
        assertThat((Throwable) e).hasMessageContaining("127.0.0.1:" + free).hasMessageContaining("gateway");
    }

    /** An unknown host name: 08001. */
    @Test
    void anUnknownHostIs08001() {
        SQLException e = failure("jdbc:strandline://no-such-host.invalid:1/", new Properties());
        assertThat(e.getSQLState()).isEqualTo("08001");
        assertThat((Throwable) e).hasMessageContaining("no-such-host.invalid:1").hasMessageContaining("unknown");
    }

    /** Case 51: a password of any letters logs in, from the URL and from properties, and no message shows it. */
    @ParameterizedTest
    @ValueSource(strings = {"p;w=d'x\"", "a&b=c?d#e%f", "with spaces ", "päss表é😀", "plain"})
    void aPasswordOfAnyLettersLogsInAndIsNeverShown(String password) throws SQLException {
        gateway.requireLogin("ana", password);
        Properties info = new Properties();
        info.setProperty("user", "ana");
        info.setProperty("password", password);
        Properties before = (Properties) info.clone();
        try (Connection connection = DriverManager.getConnection(gateway.url(), info)) {
            assertThat(connection.isValid(5)).isTrue();
            assertThat(connection.getMetaData().getUserName()).isEqualTo("ana");
        }
        assertThat(info).as("the caller's properties").isEqualTo(before);
        String encoded = URLEncoder.encode(password, StandardCharsets.UTF_8).replace("+", "%20");
        try (Connection connection = DriverManager.getConnection(gateway.url() + "?user=ana&password=" + encoded)) {
            assertThat(connection.getMetaData().getURL())
                    .doesNotContain("password")
                    .doesNotContain(encoded);
        }
        gateway.requireLogin("ana", "another");
        SQLException e = failure(gateway.url() + "?user=ana&password=" + encoded, new Properties());
        assertThat((Throwable) e).isInstanceOf(SQLInvalidAuthorizationSpecException.class);
        assertThat(e.getSQLState()).isEqualTo("28000");
        assertThat(e.getMessage()).doesNotContain(password).doesNotContain(encoded);
    }

    /** No part of the login is in what the session is opened with. */
    @Test
    void theLoginIsNotAmongTheSessionsProperties() throws SQLException {
        Properties info = new Properties();
        info.setProperty("user", "ana");
        info.setProperty("password", "secret");
        String url = gateway.url() + "?timeZone=Europe/Paris&applicationName=my%20app&readOnly=true&schema=reconcile";
        try (Connection connection = DriverManager.getConnection(url, info)) {
            assertThat(gateway.onlySession())
                    .containsEntry("timeZone", "Europe/Paris")
                    .containsEntry("applicationName", "my app")
                    .containsEntry("readOnly", "true")
                    .containsEntry("schema", "reconcile")
                    .doesNotContainKeys("user", "password");
            assertThat(connection.isReadOnly()).isTrue();
            assertThat(connection.getClientInfo("ApplicationName")).isEqualTo("my app");
        }
        assertThat(gateway.sessions()).as("sessions after close").isZero();
    }

    /** A property that does not exist is refused, with the one that was meant. */
    @Test
    void anUnknownPropertyIsRefusedWithTheNearestName() {
        assertThat((Throwable) failure(gateway.url() + "?timezone=UTC", new Properties()))
                .hasMessageContaining("\"timezone\"")
                .hasMessageContaining("did you mean \"timeZone\"?");
        Properties info = new Properties();
        info.setProperty("httpclient_factory", "com.example.Evil");
        SQLException e = failure(gateway.url(), info);
        assertThat(e.getSQLState()).as("case 53: no class can be named").isEqualTo("22023");
        assertThat(gateway.requests()).isEmpty();
    }

    /** Values that a property cannot have. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ssl=maybe",
                "fetchSize=0",
                "connectTimeout=soon",
                "timeZone=Mars/Olympus",
                "user=a:b",
                "readOnly=TRUE",
                "sslTrust=/etc/ca.pem",
                "sslTrust=/no/such/file.pem&ssl=true",
                "sslTrust=pom.xml&ssl=true"
            })
    void aBadValueIsRefusedByName(String property) {
        SQLException e = failure(gateway.url() + "?" + property, new Properties());
        assertThat(e.getSQLState()).isEqualTo("22023");
        assertThat((Throwable) e).hasMessageContaining("\"" + property.substring(0, property.indexOf('=')) + "\"");
    }

    /** URLs that are no URLs of ours, or not quite. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:strandline:localhost",
                "jdbc:strandline://",
                "jdbc:strandline://h:0/",
                "jdbc:strandline://h:70000/",
                "jdbc:strandline://h:x/",
                "jdbc:strandline://::1/",
                "jdbc:strandline://h/db",
                "jdbc:strandline://u:p@h/",
                "jdbc:strandline://h/?user",
                "jdbc:strandline://h/?user=%zz",
                "jdbc:strandline://h/?user=%ff",
                "jdbc:strandline://h/?user=a&user=b"
            })
    void aMalformedUrlIs08001(String url) {
        assertThat(failure(url, new Properties()).getSQLState()).isEqualTo("08001");
    }

    /** IPv6 addresses stand in brackets. */
    @Test
    void anIpv6AddressConnects() throws SQLException {
        SQLException e = failure("jdbc:strandline://[::1]:1/?connectTimeout=2s", new Properties());
        assertThat(e.getSQLState()).isEqualTo("08001");
        assertThat((Throwable) e).hasMessageContaining("cannot connect to [::1]:1");
    }

    /** Tools are told every property, and never the password. */
    @Test
    void propertyInfoListsEveryPropertyButNotThePassword() throws SQLException {
        Properties info = new Properties();
        info.setProperty("password", "secret");
        info.setProperty("sslTrustPassword", "secret");
        DriverPropertyInfo[] list = new Driver().getPropertyInfo(gateway.url() + "?readOnly=true", info);
        assertThat(list).hasSameSizeAs(ConnectionProperty.values());
        assertThat(list).allSatisfy(property -> assertThat(property.description).isNotBlank());
        assertThat(Arrays.stream(list).filter(property -> property.name.equals("readOnly")))
                .singleElement()
                .satisfies(property -> assertThat(property.value).isEqualTo("true"))
                .satisfies(property -> assertThat(property.choices).containsExactly("true", "false"));
        assertThat(list).noneMatch(property -> "secret".equals(property.value));
    }

    /** Something else listens there: it is named, and no login is guessed at. */
    @Test
    void somethingThatIsNoGatewayIsSaidToBeNone() throws Exception {
        try (NotAGateway other = new NotAGateway()) {
            SQLException e = failure("jdbc:strandline://127.0.0.1:" + other.port() + "/", new Properties());
            assertThat(e.getSQLState()).isEqualTo("08004");
            assertThat((Throwable) e).hasMessageContaining("404");
        }
    }

    /** A connection that is closed says so, and twice closing is nothing. */
    @Test
    void aClosedConnectionSaysSo() throws SQLException {
        Connection connection = DriverManager.getConnection(gateway.url());
        connection.close();
        connection.close();
        assertThat(connection.isClosed()).isTrue();
        assertThat(connection.isValid(1)).isFalse();
        assertThatThrownBy(connection::createStatement)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08003"));
    }
}
