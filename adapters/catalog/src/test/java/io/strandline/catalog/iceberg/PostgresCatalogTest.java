package io.strandline.catalog.iceberg;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on Iceberg's JDBC catalog over PostgreSQL. */
class PostgresCatalogTest extends JdbcContract {
    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws IOException {
        postgres = EmbeddedPostgres.start();
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    @Override
    Lake open(Path lakeDirectory) throws SQLException {
        try (Connection database = database();
                Statement statement = database.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS iceberg_tables, iceberg_namespace_properties");
        }
        return new Lake(
                "lake",
                Map.of(
                        "type",
                        "jdbc",
                        "uri",
                        postgres.getJdbcUrl("postgres", "postgres"),
                        "warehouse",
                        lakeDirectory.resolve("warehouse").toString()));
    }

    @Override
    Connection database() throws SQLException {
        return postgres.getPostgresDatabase().getConnection();
    }
}
