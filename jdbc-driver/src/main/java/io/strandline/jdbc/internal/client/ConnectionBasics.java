package io.strandline.jdbc.internal.client;

import io.strandline.jdbc.ConnectionProperty;
import io.strandline.jdbc.internal.connect.ConnectionSettings;
import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import io.strandline.jdbc.internal.wire.Call;
import io.strandline.jdbc.internal.wire.Session;
import io.strandline.jdbc.internal.wire.Tls;
import java.sql.ClientInfoStatus;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.avatica.ConnectionPropertiesImpl;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.UnregisteredDriver;
import org.apache.calcite.avatica.remote.Service.CommitRequest;
import org.apache.calcite.avatica.remote.Service.ConnectionSyncRequest;
import org.apache.calcite.avatica.remote.Service.ConnectionSyncResponse;
import org.apache.calcite.avatica.remote.Service.Request;
import org.apache.calcite.avatica.remote.Service.Response;
import org.apache.calcite.avatica.remote.Service.RollbackRequest;
import org.jspecify.annotations.Nullable;

/**
 * A connection's state: what JDBC lets one set and read. There are no transactions (GW-6): auto-commit is on, and what
 * pools call (commit, rollback, isolation) costs nothing while it is. Thread-safe.
 */
abstract class ConnectionBasics extends AvaticaConnection {
    private static final String APPLICATION_NAME = "ApplicationName";

    private final ConnectionSettings settings;
    private final Session session;
    private volatile String applicationName;
    private volatile Duration networkTimeout;
    private volatile boolean autoCommit = true;
    private volatile boolean readOnly;
    private @Nullable SQLWarning warnings;

    ConnectionBasics(
            UnregisteredDriver driver, AvaticaFactory factory, ConnectionSettings settings, Tls tls, Properties shown) {
        super(driver, factory, settings.toString(), shown);
        this.settings = settings;
        this.networkTimeout = settings.duration(ConnectionProperty.NETWORK_TIMEOUT);
        this.session = new Session(id, settings, tls, networkTimeout);
        this.readOnly = settings.flag(ConnectionProperty.READ_ONLY);
        String application = settings.get(ConnectionProperty.APPLICATION_NAME);
        this.applicationName = application == null ? "" : application;
    }

    final Session session() {
        return session;
    }

    final ConnectionSettings settings() {
        return settings;
    }

    final Duration networkTimeout() {
        return networkTimeout;
    }

    @Override
    protected final void checkOpen() throws SQLException {
        if (isClosed()) {
            throw SqlErrors.of(SqlState.CONNECTION_GONE, "the connection is closed");
        }
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

    /** Tells the gateway only if somebody may think that there is something to commit. */
    @Override
    public void commit() throws SQLException {
        checkOpen();
        if (!autoCommit) {
            tell(new CommitRequest(id));
        }
    }

    /** As {@link #commit}; the gateway warns if there were changes, which stay. */
    @Override
    public void rollback() throws SQLException {
        checkOpen();
        if (!autoCommit) {
            tell(new RollbackRequest(id));
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

    private void tell(Request request) throws SQLException {
        Call call = Call.question();
        session.send(request, Response.class, call);
        call.warnings().forEach(this::warn);
    }

    private Meta.ConnectionProperties sync(Meta.ConnectionProperties wanted) throws SQLException {
        return session.send(new ConnectionSyncRequest(id, wanted), ConnectionSyncResponse.class, Call.question())
                .connProps;
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
        if (!APPLICATION_NAME.equals(name)) {
            warn("client info \"" + name + "\" is not known and not kept; known is " + APPLICATION_NAME);
            return;
        }
        String wanted = value == null ? "" : value;
        try (Statement statement = createStatement()) {
            statement.execute("SET application_name = '" + wanted.replace("'", "''") + "'");
            applicationName = wanted;
        } catch (SQLException e) {
            throw new SQLClientInfoException(
                    e.getMessage(),
                    e.getSQLState(),
                    e.getErrorCode(),
                    Map.of(name, ClientInfoStatus.REASON_UNKNOWN),
                    e);
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
        known.setProperty(APPLICATION_NAME, applicationName);
        return known;
    }

    @Override
    public Map<String, Class<?>> getTypeMap() throws SQLException {
        checkOpen();
        return new HashMap<>();
    }

    @Override
    public void setTypeMap(@Nullable Map<String, Class<?>> map) throws SQLException {
        checkOpen();
        if (map != null && !map.isEmpty()) {
            throw SqlErrors.unsupported("a type map");
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

    // -- warnings -------------------------------------------------------------------------------------------------

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

    final synchronized void warn(String message) {
        warnings = Warnings.append(warnings, message);
    }
}
