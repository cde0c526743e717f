package io.strandline.jdbc;

import io.strandline.jdbc.internal.client.GatewayConnection;
import io.strandline.jdbc.internal.client.GatewayFactory;
import io.strandline.jdbc.internal.connect.ConnectionSettings;
import io.strandline.jdbc.internal.connect.ConnectionUrl;
import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import io.strandline.jdbc.internal.metadata.GatewayDatabaseMetaData;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.logging.Logger;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.avatica.DriverVersion;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.UnregisteredDriver;
import org.jspecify.annotations.Nullable;

/**
 * The JDBC driver, for {@code jdbc:strandline://host:port/?property=value}; the properties are those of {@link
 * ConnectionProperty}. Found by {@link java.util.ServiceLoader}. Thread-safe.
 */
public final class Driver extends UnregisteredDriver {
    static {
        try {
            DriverManager.registerDriver(new Driver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A driver; applications get theirs from {@link DriverManager}. */
    public Driver() {}

    /**
     * Connects and logs in.
     *
     * @return the connection, or null if the URL is for another driver
     * @throws SQLException 08001 if the gateway cannot be reached or the URL is malformed, 28000 on a bad login, 22023
     *     for a property that does not exist
     */
    @Override
    public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
        return acceptsURL(url) ? GatewayConnection.open(this, factory, settings(url, info)) : null;
    }

    @Override
    public boolean acceptsURL(String url) throws SQLException {
        if (url == null) {
            throw SqlErrors.of(SqlState.CANNOT_CONNECT, "the URL is null");
        }
        return ConnectionUrl.isOurs(url);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties info) throws SQLException {
        boolean ours = url != null && ConnectionUrl.isOurs(url);
        ConnectionSettings given = settings(ours ? url : ConnectionUrl.PREFIX + "//localhost", info);
        List<DriverPropertyInfo> list = new ArrayList<>();
        for (ConnectionProperty property : ConnectionProperty.values()) {
            // never a password: a tool shows what it gets here
            String value = property.isSecret() ? null : given.get(property);
            DriverPropertyInfo shown = new DriverPropertyInfo(property.key(), value);
            shown.description = property.description();
            shown.required = false;
            shown.choices =
                    property.choices().isEmpty() ? null : property.choices().toArray(new String[0]);
            list.add(shown);
        }
        return list.toArray(new DriverPropertyInfo[0]);
    }

    private static ConnectionSettings settings(String url, @Nullable Properties info) throws SQLException {
        return ConnectionSettings.of(url, info == null ? new Properties() : info);
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("io.strandline.jdbc");
    }

    @Override
    protected AvaticaFactory createFactory() {
        return new GatewayFactory(GatewayDatabaseMetaData::new);
    }

    @Override
    protected DriverVersion createDriverVersion() {
        return DriverRelease.version();
    }

    @Override
    protected String getConnectStringPrefix() {
        return ConnectionUrl.PREFIX;
    }

    @Override
    public Meta createMeta(AvaticaConnection connection) {
        return GatewayConnection.meta(connection);
    }
}
