package io.strandline.store.database;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** Asks whether the store's database answers, without making or changing anything in it. */
public final class StoreProbe {
    private StoreProbe() {}

    /**
     * What answered, in words.
     *
     * @throws StrandlineException {@code STORE} if it does not answer, {@code CONFIGURATION} for a URL that names no store
     */
    public static String ask(StoreOptions options) {
        return switch (options.dialect()) {
            case SQLITE -> askSqlite(options);
            case POSTGRESQL -> askPostgresql(options);
        };
    }

    private static String askSqlite(StoreOptions options) {
        Path file = Path.of(
                        options.url().substring(StoreOptions.SQLITE.length()).replaceAll("\\?.*$", ""))
                .toAbsolutePath();
        if (!Files.exists(file)) {
            Path folder = file.getParent();
            if (folder == null || !Files.isWritable(folder)) {
                throw new StrandlineException(
                        ErrorCode.STORE,
                        "store " + options.shownUrl() + " does not exist and its folder cannot be written. Make the"
                                + " folder, or name another in store.url.");
            }
            return options.shownUrl() + " (made at the first start)";
        }
        Properties readOnly = new Properties();
        readOnly.setProperty("open_mode", "1");
        return ask(options, readOnly, "SELECT 'SQLite ' || sqlite_version() FROM sqlite_master LIMIT 1");
    }

    private static String askPostgresql(StoreOptions options) {
        Properties login = new Properties();
        if (options.user() != null) {
            login.setProperty("user", options.user());
        }
        if (options.password() != null) {
            login.setProperty("password", options.password());
        }
        login.setProperty("loginTimeout", "10");
        return ask(options, login, "SELECT 'PostgreSQL ' || current_setting('server_version')");
    }

    private static String ask(StoreOptions options, Properties properties, String sql) {
        try (Connection connection = DriverManager.getConnection(options.url(), properties);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return (rows.next() ? rows.getString(1) : "an empty database") + " at " + options.shownUrl();
        } catch (SQLException e) {
            throw new StoreErrors(options.shownUrl()).of("answer", e);
        }
    }
}
