package io.strandline.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.jdbc.fixture.FixtureGateway;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The data source: the registry of properties as setters. */
class DataSourceTest {
    private final StrandlineDataSource source = new StrandlineDataSource();

    /** Every property has a getter and a setter of its name, and they set what the registry has. */
    @Test
    void everyPropertyHasAGetterAndASetter() throws Exception {
        Map<String, PropertyDescriptor> setters = Arrays.stream(
                        Introspector.getBeanInfo(StrandlineDataSource.class).getPropertyDescriptors())
                .collect(Collectors.toMap(PropertyDescriptor::getName, Function.identity()));
        for (ConnectionProperty property : ConnectionProperty.values()) {
            PropertyDescriptor descriptor = setters.get(property.key());
            assertThat(descriptor).as(property.key()).isNotNull();
            Object before = descriptor.getReadMethod().invoke(source);
            assertThat(before == null ? null : before.toString())
                    .as("default of " + property.key())
                    .isEqualTo(property.defaultValue());
            Object value = descriptor.getPropertyType() == boolean.class
                    ? (Object) true
                    : descriptor.getPropertyType() == int.class ? (Object) 77 : "a";
            descriptor.getWriteMethod().invoke(source, value);
            assertThat(source.get(property)).as(property.key()).isEqualTo(value.toString());
            assertThat(descriptor.getReadMethod().invoke(source)).isEqualTo(value);
            source.set(property, null);
            assertThat(source.get(property)).isEqualTo(property.defaultValue());
        }
    }

    /** It connects with what was set, with the login it was made with or another, and shows no password. */
    @Test
    void itConnectsWithWhatWasSet() throws SQLException {
        try (FixtureGateway gateway = FixtureGateway.start()) {
            gateway.requireLogin("ana", "se;cret");
            source.setUrl(gateway.url() + "?readOnly=true");
            source.setUser("ana");
            source.setPassword("se;cret");
            source.setReadOnly(false);
            source.setApplicationName("report");
            try (Connection connection = source.getConnection()) {
                assertThat(connection.isReadOnly()).as("the URL wins").isTrue();
                assertThat(connection.getClientInfo("ApplicationName")).isEqualTo("report");
            }
            assertThatThrownBy(() -> source.getConnection("ana", "another"))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28000"));
            gateway.requireLogin("eve", "other");
            try (Connection connection = source.getConnection("eve", "other")) {
                assertThat(connection.getMetaData().getUserName()).isEqualTo("eve");
            }
            assertThat(source.toString()).doesNotContain("secret").contains(gateway.url());
        }
    }

    /** What it may not do is said by state. */
    @Test
    void aForeignUrlAndABadValueAreRefused() {
        source.setUrl("jdbc:postgresql://localhost/x?password=hidden");
        assertThatThrownBy(source::getConnection)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08001"))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hidden"));
        source.setUrl("jdbc:strandline://localhost/");
        source.setTimeZone("Mars/Olympus");
        assertThatThrownBy(source::getConnection)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22023"));
    }

    /** A login time-out is the connect time-out. */
    @Test
    void theLoginTimeoutIsTheConnectTimeout() throws SQLException {
        assertThat(source.getLoginTimeout()).isEqualTo(10);
        source.setLoginTimeout(3);
        assertThat(source.getConnectTimeout()).isEqualTo("3s");
        source.setLoginTimeout(0);
        assertThat(source.getConnectTimeout()).isEqualTo("10s");
        assertThat(source.unwrap(DataSource.class)).isSameAs(source);
    }
}
