package io.strandline.jdbc;

import static java.util.Objects.requireNonNull;

import io.strandline.jdbc.internal.connect.ConnectionUrl;
import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A source of connections, for pools and containers that want a class with setters: the URL, and a setter for each {@link
 * ConnectionProperty}, which the URL's own properties override. Nothing is checked before a connection is asked for; each
 * one is a session of its own, not pooled. Thread-safe.
 */
public final class StrandlineDataSource implements DataSource {
    private final Driver driver = new Driver();
    private final Map<ConnectionProperty, String> values = new ConcurrentHashMap<>();
    private volatile String url = ConnectionUrl.PREFIX + "//localhost/";
    private volatile @Nullable PrintWriter logWriter;

    /** Connects to the default port of this machine until it is told otherwise. */
    public StrandlineDataSource() {}

    /**
     * Connects with the properties as they are now.
     *
     * @throws SQLException as {@link Driver#connect}, and 08001 if the URL is for another driver
     */
    @Override
    public Connection getConnection() throws SQLException {
        return connect(properties());
    }

    /** As {@link #getConnection()}, with another login. */
    @Override
    public Connection getConnection(@Nullable String user, @Nullable String password) throws SQLException {
        Properties properties = properties();
        put(properties, ConnectionProperty.USER, user);
        put(properties, ConnectionProperty.PASSWORD, password);
        return connect(properties);
    }

    private Connection connect(Properties properties) throws SQLException {
        Connection connection = driver.connect(url, properties);
        if (connection == null) {
            throw SqlErrors.of(
                    SqlState.CANNOT_CONNECT,
                    "the URL of the data source is not for this driver; it must begin with " + ConnectionUrl.PREFIX);
        }
        return connection;
    }

    private Properties properties() {
        Properties properties = new Properties();
        values.forEach((property, value) -> properties.setProperty(property.key(), value));
        return properties;
    }

    private static void put(Properties properties, ConnectionProperty property, @Nullable String value) {
        if (value == null) {
            properties.remove(property.key());
        } else {
            properties.setProperty(property.key(), value);
        }
    }

    /** The value that was set, else the default; null when there is neither. */
    public @Nullable String get(ConnectionProperty property) {
        String value = values.get(property);
        return value == null ? property.defaultValue() : value;
    }

    /** Sets a property, or with null puts it back to its default. */
    public void set(ConnectionProperty property, @Nullable String value) {
        if (value == null) {
            values.remove(property);
        } else {
            values.put(property, value);
        }
    }

    private boolean flag(ConnectionProperty property) {
        return "true".equals(get(property));
    }

    /** Where to connect, as {@code jdbc:strandline://host:port/}. */
    public String getUrl() {
        return url;
    }

    /** Where to connect, as {@code jdbc:strandline://host:port/}; properties in it win over those set here. */
    public void setUrl(String url) {
        this.url = requireNonNull(url, "url");
    }

    /** {@link ConnectionProperty#USER}. */
    public @Nullable String getUser() {
        return get(ConnectionProperty.USER);
    }

    /** {@link ConnectionProperty#USER}. */
    public void setUser(@Nullable String user) {
        set(ConnectionProperty.USER, user);
    }

    /** {@link ConnectionProperty#PASSWORD}. */
    public @Nullable String getPassword() {
        return get(ConnectionProperty.PASSWORD);
    }

    /** {@link ConnectionProperty#PASSWORD}. */
    public void setPassword(@Nullable String password) {
        set(ConnectionProperty.PASSWORD, password);
    }

    /** {@link ConnectionProperty#SSL}. */
    public boolean isSsl() {
        return flag(ConnectionProperty.SSL);
    }

    /** {@link ConnectionProperty#SSL}. */
    public void setSsl(boolean ssl) {
        set(ConnectionProperty.SSL, Boolean.toString(ssl));
    }

    /** {@link ConnectionProperty#SSL_TRUST}. */
    public @Nullable String getSslTrust() {
        return get(ConnectionProperty.SSL_TRUST);
    }

    /** {@link ConnectionProperty#SSL_TRUST}. */
    public void setSslTrust(@Nullable String sslTrust) {
        set(ConnectionProperty.SSL_TRUST, sslTrust);
    }

    /** {@link ConnectionProperty#SSL_TRUST_PASSWORD}. */
    public @Nullable String getSslTrustPassword() {
        return get(ConnectionProperty.SSL_TRUST_PASSWORD);
    }

    /** {@link ConnectionProperty#SSL_TRUST_PASSWORD}. */
    public void setSslTrustPassword(@Nullable String sslTrustPassword) {
        set(ConnectionProperty.SSL_TRUST_PASSWORD, sslTrustPassword);
    }

    /** {@link ConnectionProperty#TIME_ZONE}. */
    public @Nullable String getTimeZone() {
        return get(ConnectionProperty.TIME_ZONE);
    }

    /** {@link ConnectionProperty#TIME_ZONE}. */
    public void setTimeZone(@Nullable String timeZone) {
        set(ConnectionProperty.TIME_ZONE, timeZone);
    }

    /** {@link ConnectionProperty#APPLICATION_NAME}. */
    public @Nullable String getApplicationName() {
        return get(ConnectionProperty.APPLICATION_NAME);
    }

    /** {@link ConnectionProperty#APPLICATION_NAME}. */
    public void setApplicationName(@Nullable String applicationName) {
        set(ConnectionProperty.APPLICATION_NAME, applicationName);
    }

    /** {@link ConnectionProperty#READ_ONLY}. */
    public boolean isReadOnly() {
        return flag(ConnectionProperty.READ_ONLY);
    }

    /** {@link ConnectionProperty#READ_ONLY}. */
    public void setReadOnly(boolean readOnly) {
        set(ConnectionProperty.READ_ONLY, Boolean.toString(readOnly));
    }

    /** {@link ConnectionProperty#CATALOG}. */
    public @Nullable String getCatalog() {
        return get(ConnectionProperty.CATALOG);
    }

    /** {@link ConnectionProperty#CATALOG}. */
    public void setCatalog(@Nullable String catalog) {
        set(ConnectionProperty.CATALOG, catalog);
    }

    /** {@link ConnectionProperty#SCHEMA}. */
    public @Nullable String getSchema() {
        return get(ConnectionProperty.SCHEMA);
    }

    /** {@link ConnectionProperty#SCHEMA}. */
    public void setSchema(@Nullable String schema) {
        set(ConnectionProperty.SCHEMA, schema);
    }

    /** {@link ConnectionProperty#METADATA_UNDERSCORE}. */
    public @Nullable String getMetadataUnderscore() {
        return get(ConnectionProperty.METADATA_UNDERSCORE);
    }

    /** {@link ConnectionProperty#METADATA_UNDERSCORE}. */
    public void setMetadataUnderscore(@Nullable String metadataUnderscore) {
        set(ConnectionProperty.METADATA_UNDERSCORE, metadataUnderscore);
    }

    /** {@link ConnectionProperty#FETCH_SIZE}. */
    public int getFetchSize() {
        return Integer.parseInt(requireNonNull(get(ConnectionProperty.FETCH_SIZE)));
    }

    /** {@link ConnectionProperty#FETCH_SIZE}. */
    public void setFetchSize(int fetchSize) {
        set(ConnectionProperty.FETCH_SIZE, Integer.toString(fetchSize));
    }

    /** {@link ConnectionProperty#CONNECT_TIMEOUT}. */
    public @Nullable String getConnectTimeout() {
        return get(ConnectionProperty.CONNECT_TIMEOUT);
    }

    /** {@link ConnectionProperty#CONNECT_TIMEOUT}. */
    public void setConnectTimeout(@Nullable String connectTimeout) {
        set(ConnectionProperty.CONNECT_TIMEOUT, connectTimeout);
    }

    /** {@link ConnectionProperty#NETWORK_TIMEOUT}. */
    public @Nullable String getNetworkTimeout() {
        return get(ConnectionProperty.NETWORK_TIMEOUT);
    }

    /** {@link ConnectionProperty#NETWORK_TIMEOUT}. */
    public void setNetworkTimeout(@Nullable String networkTimeout) {
        set(ConnectionProperty.NETWORK_TIMEOUT, networkTimeout);
    }

    // -- what every data source has -------------------------------------------------------------------------------

    /** The connect time-out in whole seconds, 0 for none. */
    @Override
    public int getLoginTimeout() {
        String limit = requireNonNull(get(ConnectionProperty.CONNECT_TIMEOUT));
        return limit.matches("\\d{1,9}s") ? Integer.parseInt(limit.substring(0, limit.length() - 1)) : 0;
    }

    /** Sets the connect time-out; 0 puts it back to its default. */
    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        if (seconds < 0) {
            throw SqlErrors.of(SqlState.BAD_ARGUMENT, "time-out " + seconds + " s is less than 0");
        }
        set(ConnectionProperty.CONNECT_TIMEOUT, seconds == 0 ? null : seconds + "s");
    }

    /** The writer that was set; nothing is written to it: the driver logs by {@code java.util.logging}. */
    @Override
    public @Nullable PrintWriter getLogWriter() {
        return logWriter;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        logWriter = out;
    }

    @Override
    public Logger getParentLogger() {
        return driver.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (!type.isInstance(this)) {
            throw SqlErrors.of(SqlState.BAD_ARGUMENT, "a StrandlineDataSource is no " + type.getName());
        }
        return type.cast(this);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }

    /** Where it connects, without what follows the question mark: a password may be there. */
    @Override
    public String toString() {
        int question = url.indexOf('?');
        return "StrandlineDataSource[" + (question < 0 ? url : url.substring(0, question)) + "]";
    }
}
