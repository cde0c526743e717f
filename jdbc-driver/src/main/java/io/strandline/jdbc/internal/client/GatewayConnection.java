package io.strandline.jdbc.internal.client;

import io.strandline.jdbc.ConnectionProperty;
import io.strandline.jdbc.internal.connect.ConnectionSettings;
import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import io.strandline.jdbc.internal.text.SqlText;
import io.strandline.jdbc.internal.wire.Session;
import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.Executor;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.avatica.AvaticaStatement;
import org.apache.calcite.avatica.ConnectionConfig;
import org.apache.calcite.avatica.ConnectionConfigImpl;
import org.apache.calcite.avatica.ConnectionPropertiesImpl;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.UnregisteredDriver;
import org.apache.calcite.avatica.remote.Service.ConnectionSyncRequest;
import org.apache.calcite.avatica.remote.Service.ConnectionSyncResponse;
import org.apache.calcite.avatica.remote.Service.PrepareRequest;
import org.apache.calcite.avatica.remote.Service.PrepareResponse;
import org.jspecify.annotations.Nullable;

/**
 * A connection: one session at one gateway. There are no transactions (GW-6): auto-commit is on, and what pools call
 * (commit, rollback, isolation) does nothing, with a warning where a user could believe otherwise. Thread-safe as far as
 * JDBC wants it: statements of one connection may run on several threads.
 */
public final class GatewayConnection extends AvaticaConnection {
    private static final Logger LOG = Logger.getLogger(GatewayConnection.class.getName());
    private static final String APPLICATION_NAME = "ApplicationName";

    private final ConnectionSettings settings;
    private final ConnectionConfig config;
    private final Session session;
    private final Map<String, String> clientInfo = new HashMap<>();
    private Duration networkTimeout;
    private volatile boolean autoCommit = true;
    private volatile boolean readOnly;
    private volatile boolean changedSinceCommit;
    private @Nullable SQLWarning warnings;

    private GatewayConnection(
            UnregisteredDriver driver, AvaticaFactory factory, ConnectionSettings settings, Properties shown) {
        super(driver, factory, settings.toString(), shown);
        this.settings = settings;
        this.config = new ConnectionConfigImpl(shown) {
            @Override
            public int fetchSize() {
                return settings.fetchSize();
            }
        };
        this.networkTimeout = settings.duration(ConnectionProperty.NETWORK_TIMEOUT);
        this.session = new Session(id, settings, networkTimeout);
        this.readOnly = settings.flag(ConnectionProperty.READ_ONLY);
    }

    /**
     * Connects and logs in.
     *
     * @throws SQLException 08001 if the gateway cannot be reached, 28000 on a bad login
     */
    public static GatewayConnection open(UnregisteredDriver driver, AvaticaFactory factory, ConnectionSettings settings)
            throws SQLException {
        Properties shown = new Properties();
        String user = settings.get(ConnectionProperty.USER);
        if (user != null) {
            shown.setProperty("user", user);
        }
        GatewayConnection connection = new GatewayConnection(driver, factory, settings, shown);
        try {
            connection.session.open(connection.sessionProperties());
        } catch (SQLException e) {
            connection.session.abort();
            throw e;
        }
        return connection;
    }

    /** What Avatica's base class needs of a server. */
    public static Meta meta(AvaticaConnection connection) {
        return new NoMeta(connection);
    }

    private Map<String, String> sessionProperties() {
        Map<String, String> properties = new HashMap<>();
        properties.put(ConnectionProperty.TIME_ZONE.key(), settings.timeZone().getId());
        properties.put(ConnectionProperty.READ_ONLY.key(), Boolean.toString(readOnly));
        for (ConnectionProperty property : new ConnectionProperty[] {
            ConnectionProperty.APPLICATION_NAME, ConnectionProperty.CATALOG, ConnectionProperty.SCHEMA
        }) {
            String value = settings.get(property);
            if (value != null) {
                properties.put(property.key(), value);
            }
        }
        String application = settings.get(ConnectionProperty.APPLICATION_NAME);
        if (application != null) {
            clientInfo.put(APPLICATION_NAME, application);
        }
        return properties;
    }

    Session session() {
        return session;
    }

    ConnectionSettings settings() {
        return settings;
    }

    /** Zone of the session. */
    public ZoneId zone() {
        return settings.timeZone();
    }

    @Override
    public TimeZone getTimeZone() {
        return TimeZone.getTimeZone(zone());
    }

    /** The base class asks while it is still being made, when there are no settings yet. */
    @Override
    public ConnectionConfig config() {
        return config == null ? new ConnectionConfigImpl(info) : config;
    }

    // -- statements -----------------------------------------------------------------------------------------------

    @Override
    public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
            throws SQLException {
        return new GatewayPreparedStatement(this, prepare(sql), sql, type, concurrency, holdability);
    }

    Meta.StatementHandle prepare(String sql) throws SQLException {
        checkOpen();
        return session.send(new PrepareRequest(id, sql, -1), PrepareResponse.class).statement;
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys) throws SQLException {
        return prepareStatement(sql);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int[] columnIndexes) throws SQLException {
        return prepareStatement(sql);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, String[] columnNames) throws SQLException {
        return prepareStatement(sql);
    }

    @Override
    public CallableStatement prepareCall(String sql) throws SQLException {
        return prepareCall(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    }

    @Override
    public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
        return prepareCall(sql, type, concurrency, getHoldability());
    }

    @Override
    public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability) throws SQLException {
        checkOpen();
        return GatewayCallableStatement.prepare(this, sql, type, concurrency, holdability);
    }

    /** The gateway's grammar knows JDBC's escapes: the text is sent as it is. */
    @Override
    public String nativeSQL(String sql) throws SQLException {
        checkOpen();
        return sql;
    }

    // -- transactions: there are none -----------------------------------------------------------------------------

    @Override
    public void setAutoCommit(boolean autoCommit) throws SQLException {
        checkOpen();
        if (this.autoCommit != autoCommit) {
            sync(new ConnectionPropertiesImpl().setAutoCommit(autoCommit));
            this.autoCommit = autoCommit;
        }
    }

    @Override
    public boolean getAutoCommit() throws SQLException {
        checkOpen();
        return autoCommit;
    }

    @Override
    public void commit() throws SQLException {
        checkOpen();
        changedSinceCommit = false;
    }

    @Override
    public void rollback() throws SQLException {
        checkOpen();
        if (changedSinceCommit) {
            warn("rollback undid nothing: Strandline has no transactions, what was changed before it stays");
        }
        changedSinceCommit = false;
    }

    /** Remembers that something may have changed, and warns where somebody may think it can be rolled back. */
    void noteChange(GatewayStatement statement, String sql) {
        if (!autoCommit && !SqlText.isRead(sql)) {
            changedSinceCommit = true;
            statement.warn("the change took effect at once: Strandline has no transactions, rollback cannot undo it");
        }
    }

    @Override
    public void setTransactionIsolation(int level) throws SQLException {
        checkOpen();
        if (level != TRANSACTION_NONE) {
            warn("there are no transactions; the isolation level stays TRANSACTION_NONE");
        }
    }

    @Override
    public int getTransactionIsolation() throws SQLException {
        checkOpen();
        return TRANSACTION_NONE;
    }

    // -- session state --------------------------------------------------------------------------------------------

    private Meta.ConnectionProperties sync(Meta.ConnectionProperties wanted) throws SQLException {
        return session.send(new ConnectionSyncRequest(id, wanted), ConnectionSyncResponse.class).connProps;
    }

    @Override
    public void setReadOnly(boolean readOnly) throws SQLException {
        checkOpen();
        if (this.readOnly != readOnly) {
            sync(new ConnectionPropertiesImpl().setReadOnly(readOnly));
            this.readOnly = readOnly;
        }
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        checkOpen();
        return readOnly;
    }

    @Override
    public void setCatalog(@Nullable String catalog) throws SQLException {
        checkOpen();
        if (catalog != null && !catalog.isEmpty()) {
            sync(new ConnectionPropertiesImpl().setCatalog(catalog));
        }
    }

    @Override
    public @Nullable String getCatalog() throws SQLException {
        checkOpen();
        return sync(new ConnectionPropertiesImpl()).getCatalog();
    }

    @Override
    public void setSchema(@Nullable String schema) throws SQLException {
        checkOpen();
        if (schema != null && !schema.isEmpty()) {
            sync(new ConnectionPropertiesImpl().setSchema(schema));
        }
    }

    @Override
    public @Nullable String getSchema() throws SQLException {
        checkOpen();
        return sync(new ConnectionPropertiesImpl()).getSchema();
    }

    @Override
    public void setClientInfo(String name, @Nullable String value) throws SQLClientInfoException {
        if (APPLICATION_NAME.equals(name)) {
            clientInfo.put(name, value == null ? "" : value);
        } else {
            warn("client info \"" + name + "\" is not known and not kept; known is " + APPLICATION_NAME);
        }
    }

    @Override
    public void setClientInfo(Properties properties) throws SQLClientInfoException {
        for (String name : properties.stringPropertyNames()) {
            setClientInfo(name, properties.getProperty(name));
        }
    }

    @Override
    public Properties getClientInfo() throws SQLException {
        checkOpen();
        Properties known = new Properties();
        known.putAll(clientInfo);
        return known;
    }

    @Override
    public Map<String, Class<?>> getTypeMap() throws SQLException {
        checkOpen();
        return new HashMap<>();
    }

    @Override
    public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
        checkOpen();
        if (map != null && !map.isEmpty()) {
            throw SqlErrors.unsupported("a type map");
        }
    }

    @Override
    public synchronized @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return warnings;
    }

    @Override
    public synchronized void clearWarnings() throws SQLException {
        checkOpen();
        warnings = null;
    }

    private synchronized void warn(String message) {
        SQLWarning warning = new SQLWarning(message, SqlState.WARNING);
        if (warnings == null) {
            warnings = warning;
        } else {
            warnings.setNextWarning(warning);
        }
    }

    // -- life -----------------------------------------------------------------------------------------------------

    @Override
    public boolean isValid(int timeout) throws SQLException {
        if (timeout < 0) {
            throw SqlErrors.of(SqlState.BAD_ARGUMENT, "time-out " + timeout + " s is less than 0");
        }
        if (isClosed()) {
            return false;
        }
        try {
            session.send(
                    new ConnectionSyncRequest(id, new ConnectionPropertiesImpl()),
                    ConnectionSyncResponse.class,
                    timeout == 0 ? networkTimeout : Duration.ofSeconds(timeout));
            return true;
        } catch (SQLException e) {
            LOG.log(Level.FINE, "the connection is not valid", e);
            return false;
        }
    }

    @Override
    public void setNetworkTimeout(@Nullable Executor executor, int milliseconds) throws SQLException {
        checkOpen();
        if (milliseconds < 0) {
            throw SqlErrors.of(SqlState.BAD_ARGUMENT, "time-out " + milliseconds + " ms is less than 0");
        }
        networkTimeout = Duration.ofMillis(milliseconds);
        session.setNetworkTimeout(networkTimeout);
    }

    @Override
    public int getNetworkTimeout() throws SQLException {
        checkOpen();
        return Math.toIntExact(networkTimeout.toMillis());
    }

    @Override
    protected void checkOpen() throws SQLException {
        if (isClosed()) {
            throw SqlErrors.of(SqlState.CONNECTION_GONE, "the connection is closed");
        }
    }

    /** Closing never fails: a gateway that cannot be reached frees the session by itself. */
    @Override
    public void close() throws SQLException {
        if (isClosed()) {
            return;
        }
        try {
            session.close();
        } catch (SQLException e) {
            LOG.log(Level.FINE, "the gateway frees this session by itself", e);
        }
        forgetStatements();
    }

    @Override
    public void abort(@Nullable Executor executor) throws SQLException {
        if (!isClosed()) {
            session.abort();
            forgetStatements();
        }
    }

    private void forgetStatements() throws SQLException {
        for (AvaticaStatement statement : new ArrayList<>(statementMap.values())) {
            statement.close();
        }
        super.close();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return Wrappers.unwrap(this, type);
    }
}
