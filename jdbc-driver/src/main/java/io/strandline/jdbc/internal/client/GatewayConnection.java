package io.strandline.jdbc.internal.client;

import io.strandline.jdbc.ConnectionProperty;
import io.strandline.jdbc.internal.connect.ConnectionSettings;
import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import io.strandline.jdbc.internal.wire.Call;
import io.strandline.jdbc.internal.wire.Tls;
import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
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
import org.apache.calcite.avatica.remote.Service.DatabasePropertyRequest;
import org.apache.calcite.avatica.remote.Service.DatabasePropertyResponse;
import org.apache.calcite.avatica.remote.Service.PrepareRequest;
import org.apache.calcite.avatica.remote.Service.PrepareResponse;
import org.jspecify.annotations.Nullable;

/**
 * A connection: one session at one gateway. Thread-safe as far as JDBC wants it: statements of one connection may run on
 * several threads.
 */
public final class GatewayConnection extends ConnectionBasics {
    private static final Logger LOG = Logger.getLogger(GatewayConnection.class.getName());

    private static final int MOST_READS_AHEAD = 4;

    private final @Nullable ConnectionConfig config;
    private volatile @Nullable ZoneId zoneFromSet;
    private final AtomicReference<@Nullable String> sessionKey = new AtomicReference<>();

    /** Results whose next frame is asked for while another is read: fewer than there are sockets, which others want too. */
    private final Semaphore readsAhead = new Semaphore(MOST_READS_AHEAD);

    private GatewayConnection(
            UnregisteredDriver driver, AvaticaFactory factory, ConnectionSettings settings, Tls tls, Properties shown) {
        super(driver, factory, settings, tls, shown);
        this.config = new ConnectionConfigImpl(shown) {
            @Override
            public int fetchSize() {
                return settings.fetchSize();
            }
        };
    }

    /** Permits to ask for a frame that is not wanted yet. */
    Semaphore readsAhead() {
        return readsAhead;
    }

    /**
     * Connects and logs in.
     *
     * @throws SQLException 08001 if the gateway cannot be reached, 28000 on a bad login, 22023 if the file of trusted
     *     certificates cannot be used
     */
    public static GatewayConnection open(UnregisteredDriver driver, AvaticaFactory factory, ConnectionSettings settings)
            throws SQLException {
        Properties shown = new Properties();
        String user = settings.get(ConnectionProperty.USER);
        if (user != null) {
            shown.setProperty("user", user);
        }
        GatewayConnection connection = new GatewayConnection(driver, factory, settings, Tls.of(settings), shown);
        try {
            connection.session().open(sessionProperties(settings));
        } catch (SQLException e) {
            connection.session().abort();
            throw e;
        }
        return connection;
    }

    /** What Avatica's base class needs of a server. */
    public static Meta meta(AvaticaConnection connection) {
        return new NoMeta(connection);
    }

    private static Map<String, String> sessionProperties(ConnectionSettings settings) {
        Map<String, String> properties = new HashMap<>();
        properties.put(ConnectionProperty.TIME_ZONE.key(), settings.timeZone().getId());
        for (ConnectionProperty property : List.of(
                ConnectionProperty.READ_ONLY,
                ConnectionProperty.APPLICATION_NAME,
                ConnectionProperty.CATALOG,
                ConnectionProperty.SCHEMA)) {
            String value = settings.get(property);
            if (value != null) {
                properties.put(property.key(), value);
            }
        }
        return properties;
    }

    /** Keeps the key that SET gave the next change of this session; empty for none (GW-2). */
    void keepKey(String key) {
        sessionKey.set(key.isEmpty() ? null : key);
    }

    /** The key that SET gave, once. */
    @Nullable
    String takeKey() {
        return sessionKey.getAndSet(null);
    }

    /** Zone of the session: the one it was opened with, or the one that SET gave it since. */
    public ZoneId zone() {
        ZoneId set = zoneFromSet;
        return set == null ? settings().timeZone() : set;
    }

    /** Called after a statement that may have given the session another zone: the gateway is asked which. */
    void readZone() throws SQLException {
        String query = "SELECT time_zone FROM runtime.sessions WHERE session_id = '" + id + "'";
        try (Statement statement = createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            if (rows.next()) {
                zoneFromSet = ZoneId.of(String.valueOf(rows.getString(1)), ZoneId.SHORT_IDS);
            }
        } catch (DateTimeException e) {
            throw SqlErrors.of(SqlState.BAD_DATETIME, "the JVM does not know the session's time zone", e);
        }
    }

    /** Whether an underscore in a name that metadata is asked for stands for itself. */
    public boolean underscoreIsLiteral() {
        return "literal".equals(settings().get(ConnectionProperty.METADATA_UNDERSCORE));
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

    /** What the gateway says of itself; one request. */
    public Map<Meta.DatabaseProperty, Object> databaseProperties() throws SQLException {
        checkOpen();
        return session().send(new DatabasePropertyRequest(id), DatabasePropertyResponse.class, Call.question()).map;
    }

    // -- statements -----------------------------------------------------------------------------------------------

    @Override
    public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
            throws SQLException {
        return new GatewayPreparedStatement(this, prepare(sql), sql, type, concurrency, holdability);
    }

    Meta.StatementHandle prepare(String sql) throws SQLException {
        checkOpen();
        return session().send(new PrepareRequest(id, sql, -1), PrepareResponse.class, Call.question()).statement;
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

    // -- life -----------------------------------------------------------------------------------------------------

    @Override
    public boolean isValid(int timeout) throws SQLException {
        if (timeout < 0) {
            throw SqlErrors.of(SqlState.BAD_ARGUMENT, "time-out " + timeout + " s is less than 0");
        }
        if (isClosed()) {
            return false;
        }
        Duration limit = timeout == 0 ? networkTimeout() : Duration.ofSeconds(timeout);
        try {
            session()
                    .send(
                            new ConnectionSyncRequest(id, new ConnectionPropertiesImpl()),
                            ConnectionSyncResponse.class,
                            Call.questionWithin(limit));
            return true;
        } catch (SQLException e) {
            LOG.log(Level.FINE, "the connection is not valid", e);
            return false;
        }
    }

    /** Closing never fails: a gateway that cannot be reached frees the session by itself. */
    @Override
    public void close() throws SQLException {
        if (isClosed()) {
            return;
        }
        try {
            session().close();
        } catch (SQLException e) {
            LOG.log(Level.FINE, "the gateway frees this session by itself", e);
        }
        forgetStatements();
    }

    @Override
    public void abort(@Nullable Executor executor) throws SQLException {
        if (!isClosed()) {
            session().abort();
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
