package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.fixture.DemoGateway;
import io.strandline.fixtures.network.CuttingProxy;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The small promises of JDBC that tools rely on, each in at most one request, from the built driver to a gateway. */
class BuiltDriverTest {
    @TempDir
    static Path folder;

    private static DemoGateway gateway;
    private static CuttingProxy proxy;
    private static Connection connection;

    private int before;

    @BeforeAll
    static void serve() throws SQLException, IOException {
        gateway = DemoGateway.start(folder.resolve("lake"));
        proxy = new CuttingProxy(gateway.gateway().port());
        connection = DriverManager.getConnection(url());
    }

    @AfterAll
    static void stop() throws SQLException, IOException {
        connection.close();
        proxy.close();
        gateway.close();
    }

    @BeforeEach
    void count() {
        before = proxy.requests();
    }

    private static String url() {
        return "jdbc:strandline://127.0.0.1:" + proxy.port() + "/";
    }

    private int requests() {
        return proxy.requests() - before;
    }

    @Test
    void leavesOtherUrlsToTheirDrivers() throws SQLException {
        Driver driver = DriverManager.getDriver(url());
        assertThat(driver.acceptsURL("jdbc:avatica:remote:url=" + url())).isFalse();
        assertThat(driver.connect("jdbc:other://127.0.0.1/", new Properties())).isNull();
        assertThat(requests()).isZero();
    }

    @Test
    void changesNoneOfItsCallersProperties() throws SQLException {
        Properties given = new Properties(new Properties());
        given.setProperty("fetchSize", "7");
        Properties same = (Properties) given.clone();
        DriverManager.getConnection(url(), given).close();
        assertThat(given).isEqualTo(same);
    }

    @Test
    void describesItsProperties() throws SQLException {
        DriverPropertyInfo[] properties = DriverManager.getDriver(url()).getPropertyInfo(url(), new Properties());
        assertThat(properties)
                .extracting(property -> property.name)
                .contains("user", "password", "timeZone", "fetchSize", "ssl");
        assertThat(properties)
                .allSatisfy(property -> assertThat(property.description).isNotBlank());
    }

    /** Case 53: nothing in a URL names a class. */
    @ParameterizedTest
    @ValueSource(strings = {"factory=java.lang.String", "httpclient_impl=java.lang.String", "serialization=JSON"})
    void takesNoClassFromAUrl(String property) {
        SQLException refused =
                catchThrowableOfType(SQLException.class, () -> DriverManager.getConnection(url() + "?" + property));
        assertThat(refused.getSQLState()).isEqualTo("22023");
        assertThat((Throwable) refused).hasMessageContaining(property.substring(0, property.indexOf('=')));
        assertThat(requests()).isZero();
    }

    @Test
    void asksOnceForAPlainStatement() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT 1")) {
            assertThat(rows.next()).isTrue();
        }
        assertThat(requests()).isEqualTo(1);
    }

    @Test
    void closesAStatementWithItsLastResultIfAsked() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.closeOnCompletion();
            ResultSet rows = statement.executeQuery("SELECT 1");
            assertThat(statement.isClosed()).isFalse();
            rows.close();
            assertThat(statement.isClosed()).isTrue();
        }
    }

    @Test
    void hasNoGeneratedKeys() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CALL help('repair')", Statement.RETURN_GENERATED_KEYS);
            assertThat(statement.getGeneratedKeys().next()).isFalse();
        }
    }

    @Test
    void promisesNoIsolation() throws SQLException {
        try (Connection other = DriverManager.getConnection(url())) {
            other.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            assertThat(other.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_NONE);
            assertThat((Throwable) other.getWarnings()).hasMessageContaining("TRANSACTION_NONE");
        }
    }

    @Test
    void bindsATimeOfDay() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT CAST(? AS TIME(3))")) {
            statement.setTime(1, Time.valueOf("23:59:58"));
            try (ResultSet rows = statement.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getTime(1)).hasToString("23:59:58");
                assertThat(rows.getString(1)).startsWith("23:59:58");
            }
        }
    }

    @Test
    void describesEveryTypeByItsNumber() throws SQLException {
        TreeMap<Integer, String> types = new TreeMap<>();
        try (ResultSet rows = connection.getMetaData().getTypeInfo()) {
            while (rows.next()) {
                types.putIfAbsent(rows.getInt("DATA_TYPE"), rows.getString("TYPE_NAME"));
            }
        }
        assertThat(types)
                .containsEntry(Types.BIGINT, "BIGINT")
                .containsEntry(Types.DECIMAL, "DECIMAL")
                .containsEntry(Types.VARCHAR, "VARCHAR")
                .containsEntry(Types.TIMESTAMP, "TIMESTAMP")
                .containsEntry(Types.ARRAY, "ARRAY");
        assertThat(requests()).isLessThanOrEqualTo(1);
    }

    /** Tools cast to the types that they are told of. */
    @Test
    void castsToEveryTypeThatItDescribes() throws SQLException {
        List<String> types = column(connection.getMetaData().getTypeInfo(), "TYPE_NAME");
        types.remove("ARRAY"); // of something
        assertThat(types).hasSizeGreaterThan(10);
        try (Statement statement = connection.createStatement()) {
            for (String type : types) {
                try (ResultSet row = statement.executeQuery("SELECT CAST(NULL AS " + type + ")")) {
                    assertThat(row.next()).as(type).isTrue();
                    assertThat(row.getMetaData().getColumnTypeName(1)).as(type).contains(type);
                }
            }
        }
    }

    /** A key of a table is an index of it, as tools look for one to edit rows by. */
    @Test
    void showsTheKeyOfATableAsItsIndex() throws SQLException {
        DatabaseMetaData metadata = connection.getMetaData();
        List<String> key = column(metadata.getPrimaryKeys("strandline", "registry", "connections"), "COLUMN_NAME");
        assertThat(column(metadata.getIndexInfo("strandline", "registry", "connections", true, false), "COLUMN_NAME"))
                .isNotEmpty()
                .isEqualTo(key);
        assertThat(requests()).isLessThanOrEqualTo(2);
    }

    private static List<String> column(ResultSet set, String label) throws SQLException {
        List<String> values = new ArrayList<>();
        try (ResultSet rows = set) {
            while (rows.next()) {
                values.add(rows.getString(label));
            }
        }
        return values;
    }

    /** Whatever a metadata method answers with, it asked for at most once. */
    @Test
    void asksAtMostOnceForAnyMetadata() throws SQLException, ReflectiveOperationException {
        DatabaseMetaData metadata = connection.getMetaData();
        for (Method method : Arrays.stream(DatabaseMetaData.class.getMethods())
                .filter(each -> each.getReturnType() == ResultSet.class)
                .toList()) {
            int asked = proxy.requests();
            Object[] arguments = Arrays.stream(method.getParameterTypes())
                    .map(type -> type == boolean.class ? (Object) false : type == int.class ? (Object) 0 : null)
                    .toArray();
            // names that must be there
            for (int i = 0; i < arguments.length; i++) {
                if (method.getParameterTypes()[i] == String.class) {
                    arguments[i] = List.of("strandline", "reconcile", "findings", "kind", "strandline", "reconcile")
                            .get(i);
                }
            }
            ((ResultSet) method.invoke(metadata, arguments)).close();
            assertThat(proxy.requests() - asked).as(method.getName()).isLessThanOrEqualTo(1);
        }
    }
}
