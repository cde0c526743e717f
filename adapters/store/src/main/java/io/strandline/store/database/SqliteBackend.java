package io.strandline.store.database;

import static java.util.Objects.requireNonNullElse;

import com.zaxxer.hikari.HikariConfig;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;
import org.sqlite.SQLiteDataSource;

/**
 * A SQLite file, held by one process. Write transactions are immediate: one that began deferred and then writes meets
 * SQLITE_BUSY at once, whatever the busy timeout. They are begun and ended in SQL: out of auto-commit sqlite-jdbc begins the
 * next one as soon as one is committed, and an idle connection would hold the file's lock for ever.
 */
final class SqliteBackend implements StoreBackend {
    private final StoreOptions options;
    private final Path file;
    private final ProcessLock lock;

    SqliteBackend(StoreOptions options) {
        this.options = options;
        this.file = file(options);
        this.lock = ProcessLock.of(file);
    }

    private static Path file(StoreOptions options) {
        String path = options.url().substring(StoreOptions.SQLITE.length());
        if (path.isEmpty() || path.startsWith(":") || path.startsWith("file:") || path.contains("?")) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION,
                    "store.url \"" + options.shownUrl()
                            + "\" must be jdbc:sqlite: and the path of a file, without parameters: the store must survive.");
        }
        Path file;
        try {
            file = Path.of(path).toAbsolutePath();
        } catch (InvalidPathException e) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION, "store.url \"" + options.shownUrl() + "\" has no valid path.", e);
        }
        Path directory = directory(file);
        if (!Files.isDirectory(directory)) {
            throw new StrandlineException(
                    ErrorCode.STORE,
                    "store " + options.shownUrl() + " cannot be opened: there is no directory " + directory
                            + ". Create it.");
        }
        return file;
    }

    private static Path directory(Path file) {
        return requireNonNullElse(file.getParent(), file);
    }

    /** What is at that place; read only, beside a gateway that has it too. */
    static String probe(StoreOptions options) throws SQLException {
        Path file = file(options);
        if (!Files.exists(file)) {
            if (!Files.isWritable(directory(file))) {
                throw notWritable(options, directory(file));
            }
            return "SQLite file, not there yet";
        }
        if (!Files.isWritable(file)) {
            throw notWritable(options, file);
        }
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setBusyTimeout((int) options.busyTimeout().toMillis());
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl(StoreOptions.SQLITE + file);
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT sqlite_version(), count(*) FROM sqlite_master")) {
            rows.next();
            return "SQLite " + rows.getString(1) + " file";
        }
    }

    private static StrandlineException notWritable(StoreOptions options, Path path) {
        return new StrandlineException(
                ErrorCode.STORE,
                "store " + options.shownUrl() + " cannot be written: " + path
                        + " is not writable by this user. Change its permissions.");
    }

    @Override
    public Dialect dialect() {
        return Dialect.SQLITE;
    }

    @Override
    public String schema() {
        return "";
    }

    @Override
    public DataSource source() {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        config.enforceForeignKeys(true);
        config.setBusyTimeout((int) options.busyTimeout().toMillis());
        config.setTransactionMode(TransactionMode.IMMEDIATE);
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl(StoreOptions.SQLITE + file);
        return source;
    }

    @Override
    public HikariConfig writers() {
        HikariConfig config = pool("store-writer", source(), 1);
        // waits for its turn among the gateway's own writes, then for a lock of others
        config.setConnectionTimeout(Math.max(30_000, 2 * options.busyTimeout().toMillis()));
        return config;
    }

    @Override
    public HikariConfig readers() {
        HikariConfig config = pool("store-readers", source(), options.readers());
        config.setConnectionInitSql("PRAGMA query_only = 1");
        config.setConnectionTimeout(Math.max(1_000, options.busyTimeout().toMillis()));
        return config;
    }

    private static HikariConfig pool(String name, DataSource source, int size) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setDataSource(source);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(1);
        config.setMaxLifetime(0);
        config.setAutoCommit(true);
        return config;
    }

    @Override
    public void begin(Connection connection, boolean writes) throws SQLException {
        execute(connection, writes ? "BEGIN IMMEDIATE" : "BEGIN DEFERRED");
    }

    @Override
    public void alone(Connection connection) {
        // it is, unless one is begun
    }

    @Override
    public void commit(Connection connection) throws SQLException {
        execute(connection, "COMMIT");
    }

    @Override
    public void rollBack(Connection connection) throws SQLException {
        execute(connection, "ROLLBACK");
    }

    @Override
    public List<String> doubts(Connection connection) throws SQLException {
        List<String> doubts = new ArrayList<>();
        String mode = ReadBack.value(connection, "PRAGMA journal_mode");
        if (!mode.equals("wal")) {
            doubts.add("its journal_mode is " + mode
                    + ", not wal: readers and writers wait for each other. Put the file" + " on a local disk.");
        }
        // 2 is FULL, 3 EXTRA
        String synchronous = ReadBack.value(connection, "PRAGMA synchronous");
        if (!synchronous.equals("2") && !synchronous.equals("3")) {
            doubts.add("its synchronous is " + synchronous
                    + ", not FULL: a power cut can lose changes that were answered.");
        }
        return doubts;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        lock.close();
    }
}
