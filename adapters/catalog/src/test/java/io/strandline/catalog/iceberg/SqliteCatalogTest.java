package io.strandline.catalog.iceberg;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;

/** The contract on Iceberg's JDBC catalog over SQLite. */
class SqliteCatalogTest extends JdbcContract {
    static Map<String, String> properties(Path directory) {
        return Map.of(
                "type",
                "jdbc",
                "uri",
                "jdbc:sqlite:" + directory.resolve("catalog.db"),
                "warehouse",
                directory.resolve("warehouse").toUri().toString());
    }

    @Override
    Lake open(Path lakeDirectory) {
        return new Lake("lake", properties(lakeDirectory));
    }

    @Override
    Connection database() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("catalog.db"));
    }
}
