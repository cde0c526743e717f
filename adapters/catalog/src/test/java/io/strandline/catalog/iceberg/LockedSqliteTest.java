package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.TestCall;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A catalog's SQLite file that another process holds, or that is no database. */
class LockedSqliteTest {
    @TempDir
    Path directory;

    /** Held by somebody: an error in time, nothing changed; let go: all is as it was. */
    @Test
    void aHeldDatabaseRefusesADropInTime() throws SQLException {
        try (Lake lake = new Lake("lake", SqliteCatalogTest.properties(directory))) {
            TableRef ref = lake.table("sales", "orders");
            assertThat(lake.catalog.exists(ref, new TestCall())).isTrue();
            try (Connection holder = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("catalog.db"));
                    Statement statement = holder.createStatement()) {
                statement.execute("BEGIN EXCLUSIVE");
                assertThatThrownBy(() -> lake.catalog.drop(ref, new TestCall()))
                        .satisfies(e ->
                                assertThat(((StrandlineException) e).code()).isEqualTo(ErrorCode.BACKEND))
                        .hasMessageContaining("locked");
                statement.execute("ROLLBACK");
            }
            assertThat(lake.catalog.drop(ref, new TestCall())).isTrue();
        }
    }

    /** A reader that holds a shared lock makes the DELETE itself busy: SQLite's answer, so nothing was changed. */
    @Test
    void aBusyDeleteChangedNothing() throws SQLException {
        try (Lake lake = new Lake("lake", SqliteCatalogTest.properties(directory))) {
            TableRef ref = lake.table("sales", "orders");
            assertThat(lake.catalog.exists(ref, new TestCall())).isTrue();
            try (Connection holder = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("catalog.db"));
                    Statement statement = holder.createStatement()) {
                statement.execute("BEGIN IMMEDIATE");
                CatalogContract.assertCode(ErrorCode.BACKEND, () -> lake.catalog.drop(ref, new TestCall()));
                statement.execute("ROLLBACK");
            }
            assertThat(lake.catalog.exists(ref, new TestCall())).isTrue();
        }
    }

    @Test
    void aFileThatIsNoDatabaseIsABackendError() throws IOException {
        Files.writeString(
                directory.resolve("catalog.db"), "this is no database at all, not even close", StandardCharsets.UTF_8);
        try (IcebergCatalog catalog = CatalogFactory.create("lake", SqliteCatalogTest.properties(directory))) {
            CatalogContract.assertCode(ErrorCode.BACKEND, () -> catalog.namespaces(new TestCall()));
            CatalogContract.assertCode(
                    ErrorCode.BACKEND,
                    () -> catalog.describe(new TableRef("lake", java.util.List.of("sales"), "orders"), new TestCall()));
        }
    }

    /** A database of somebody else is not taken for an empty catalog. */
    @Test
    void aDatabaseWithoutIcebergsTablesIsABackendError() throws SQLException {
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("catalog.db"));
                Statement statement = other.createStatement()) {
            statement.execute("CREATE TABLE something (id INTEGER)");
        }
        try (IcebergCatalog catalog = CatalogFactory.create("lake", SqliteCatalogTest.properties(directory))) {
            assertThatThrownBy(() -> catalog.probe(new TestCall()))
                    .hasMessageContaining("no readable table iceberg_tables")
                    .hasMessageContaining("jdbc.init-catalog-tables");
        }
    }
}
