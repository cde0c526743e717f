package io.strandline.store.database;

import com.zaxxer.hikari.HikariConfig;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** A schema of a PostgreSQL database, shared by gateways. */
final class PostgresqlBackend implements StoreBackend {
    private static final String DEFAULT_SCHEMA = "strandline";

    /** No write waits so long between two of its statements, be the machine as busy as it is. */
    private static final Duration LEAST_IDLE = Duration.ofSeconds(2);

    private final StoreOptions options;
    private final String schema;

    PostgresqlBackend(StoreOptions options) {
        this.options = options;
        @Nullable String named = newSource().getCurrentSchema();
        this.schema = named == null || named.isBlank() ? DEFAULT_SCHEMA : named;
        if (schema.contains(",")) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION,
                    "store.url \"" + options.shownUrl() + "\" names several schemas in currentSchema; name one.");
        }
    }

    private PGSimpleDataSource newSource() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        try {
            source.setUrl(options.url());
        } catch (IllegalArgumentException e) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION,
                    "store.url \"" + options.shownUrl()
                            + "\" cannot be read; write jdbc:postgresql://HOST[:PORT]/DATABASE[?PARAMETER=VALUE&…].");
        }
        if (options.user() != null) {
            source.setUser(options.user());
        }
        if (options.password() != null) {
            source.setPassword(options.password());
        }
        return source;
    }

    /** What is at that place. */
    String probe() throws SQLException {
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW server_version")) {
            rows.next();
            String there = "PostgreSQL " + rows.getString(1) + ", schema " + schema;
            List<String> doubts = doubts(connection);
            return doubts.isEmpty() ? there : there + "; warning: " + String.join(" ", doubts);
        }
    }

    @Override
    public Dialect dialect() {
        return Dialect.POSTGRESQL;
    }

    @Override
    public String schema() {
        return schema;
    }

    @Override
    public DataSource source() {
        return sourceWith("");
    }

    private DataSource sourceWith(String settings) {
        PGSimpleDataSource source = newSource();
        source.setCurrentSchema(schema);
        source.setApplicationName("strandline");
        source.setTcpKeepAlive(true);
        if (source.getSocketTimeout() == 0) {
            // a server that stopped answering must not hold a statement for ever
            source.setSocketTimeout((int) Math.max(30, 2 * options.busyTimeout().toSeconds()));
        }
        source.setPrepareThreshold(-1);
        source.setReWriteBatchedInserts(true);
        String own = "-c lock_timeout=" + options.busyTimeout().toMillis() + " -c synchronous_commit=on" + settings;
        source.setOptions(source.getOptions() == null ? own : source.getOptions() + " " + own);
        return source;
    }

    @Override
    public HikariConfig writers() {
        // a gateway that stalls within a write, holding its locks, must not keep the others from theirs
        long idle = Math.max(
                LEAST_IDLE.toMillis(), options.busyTimeout().dividedBy(2).toMillis());
        return pool("store-writers", sourceWith(" -c idle_in_transaction_session_timeout=" + idle));
    }

    @Override
    public HikariConfig readers() {
        HikariConfig config = pool("store-readers", source());
        config.setReadOnly(true);
        // all selects of one read see one state
        config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
        return config;
    }

    private HikariConfig pool(String name, DataSource source) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setDataSource(source);
        config.setMaximumPoolSize(options.readers());
        config.setMinimumIdle(1);
        config.setAutoCommit(false);
        config.setConnectionTimeout(Math.max(1_000, options.busyTimeout().toMillis()));
        return config;
    }

    @Override
    public void begin(Connection connection, boolean writes) {
        // the driver begins with the first statement
    }

    @Override
    public void alone(Connection connection) throws SQLException {
        connection.setAutoCommit(true);
    }

    @Override
    public void commit(Connection connection) throws SQLException {
        connection.commit();
    }

    @Override
    public void rollBack(Connection connection) throws SQLException {
        connection.rollback();
    }

    @Override
    public List<String> doubts(Connection connection) throws SQLException {
        List<String> doubts = new ArrayList<>();
        for (String setting : List.of("fsync", "full_page_writes", "synchronous_commit")) {
            String value = ReadBack.value(connection, "SHOW " + setting);
            if (value.equals("off")) {
                doubts.add(
                        "PostgreSQL runs with " + setting + " = off: a crash of its machine can lose or damage changes"
                                + " that were answered. Set it to on.");
            }
        }
        return doubts;
    }

    @Override
    public void close() {}
}
