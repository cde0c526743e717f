package io.strandline.sink.database;

import io.strandline.common.TableRef;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.store.Stores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** New tables in the databases that sinks write. */
enum Databases {
    SQLITE(DatabaseConnector.sqlite(), "main"),
    POSTGRESQL(DatabaseConnector.postgresql(), "public");

    private static final AtomicInteger NUMBER = new AtomicInteger();

    @SuppressWarnings("ImmutableEnumChecker") // it has no state
    private final DatabaseConnector connector;

    private final String schema;

    Databases(DatabaseConnector connector, String schema) {
        this.connector = connector;
        this.schema = schema;
    }

    /** One with the columns of {@link SinkLab}. */
    SinkLab lab() {
        return lab("id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, amount DECIMAL(10,2)");
    }

    /** One with other columns, the three among them. */
    SinkLab lab(String columns) {
        String url = url();
        return lab(columns, url, url);
    }

    /**
     * The same.
     *
     * @param url of the database
     * @param sink how the sink gets to it
     */
    SinkLab lab(String columns, String url, String sink) {
        String table = "t" + NUMBER.incrementAndGet();
        execute(url, "CREATE TABLE " + table + " (" + columns + ")");
        return new SinkLab(
                connector,
                new TableRef("sink_lab", List.of(schema), table),
                Map.of("url", sink),
                () -> rows(url, table));
    }

    /** As somebody else, in the database of a lab. */
    static void execute(SinkLab lab, String... statements) {
        execute(String.valueOf(lab.settings().get("url")), statements);
    }

    String url() {
        if (this == POSTGRESQL) {
            return Stores.postgresql().getJdbcUrl("postgres", "postgres");
        }
        try {
            return "jdbc:sqlite:"
                    + Files.createTempDirectory(Path.of("target"), "sinks").resolve("s.db");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Does something to a table as somebody else. */
    static void execute(SinkLab lab, String sql) {
        execute(
                (String) lab.settings().get("url"),
                sql.replace("TABLE_NAME", lab.table().name()));
    }

    /** What a query of somebody else finds, its first column as text. */
    static List<@Nullable String> query(SinkLab lab, String sql) {
        try (Connection connection =
                        DriverManager.getConnection((String) lab.settings().get("url"));
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        sql.replace("TABLE_NAME", lab.table().name()))) {
            List<@Nullable String> found = new ArrayList<>();
            while (row.next()) {
                found.add(row.getString(1));
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As somebody else. */
    static void execute(String url, String... statements) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<List<?>> rows(String url, String table) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT id, name, amount FROM " + table + " ORDER BY id")) {
            List<List<?>> rows = new ArrayList<>();
            while (row.next()) {
                rows.add(Arrays.asList(row.getLong(1), row.getString(2), amount(row.getString(3))));
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** SQLite's decimals are doubles. */
    private static @Nullable BigDecimal amount(@Nullable String text) {
        return text == null ? null : new BigDecimal(text).setScale(2, RoundingMode.UNNECESSARY);
    }
}
