package io.strandline.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that cannot be used says why and what to do, and never shows a password. */
class StoreFailuresTest {
    private static final String CANARY = "canary-91c4";

    @TempDir
    Path directory;

    private static AbstractThrowableAssert<?, ?> refused(ErrorCode code, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageNotContaining(CANARY);
    }

    private static void execute(StoreOptions sqlite, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(sqlite.url());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://root:" + CANARY + "@host/db?password=" + CANARY,
                "jdbc:postgresql://host:port/db?password=" + CANARY,
                "jdbc:postgresql://host/db?currentSchema=a,b&password=" + CANARY,
                "jdbc:sqlite::memory:",
                "jdbc:sqlite:",
                "jdbc:sqlite:store.db?password=" + CANARY,
                "store.db",
            })
    void urlThatNamesNoStoreIsRefused(String url) {
        refused(ErrorCode.CONFIGURATION, () -> StoreDatabase.open(StoreOptions.of(url)))
                .hasMessageContaining("store.url");
    }

    @Test
    void optionsNeverShowThePassword() {
        StoreOptions options = StoreOptions.of("jdbc:postgresql://ann:" + CANARY + "@host/db?password=" + CANARY)
                .withLogin("ann", CANARY);
        assertThat(options.toString()).contains("host/db").doesNotContain(CANARY);
    }

    @Test
    void missingDirectoryIsNamed() {
        refused(
                        ErrorCode.STORE,
                        () -> StoreDatabase.open(StoreOptions.of("jdbc:sqlite:" + directory.resolve("no/store.db"))))
                .hasMessageContaining("there is no directory");
    }

    /** GW-1: one gateway on a file; the lock goes when it does. */
    @Test
    void secondGatewayOnAFileIsRefusedUntilTheFirstEnds() {
        StoreOptions options = Stores.fresh(Dialect.SQLITE, directory);
        try (StoreDatabase first = StoreDatabase.open(options)) {
            refused(ErrorCode.STORE, () -> StoreDatabase.open(options))
                    .hasMessageContaining("in use by another gateway")
                    .hasMessageContaining("PostgreSQL");
            assertThat(first.<Object>read(dsl -> dsl.fetchValue("SELECT 1"))).isNotNull();
        }
        StoreDatabase.open(options).close();
    }

    @Test
    void lockedFileIsAnErrorThatChangesNothing() throws SQLException {
        StoreOptions options = Stores.fresh(Dialect.SQLITE, directory).withBusyTimeout(Duration.ofMillis(200));
        TestClock clock = new TestClock();
        try (Gateway gateway = Gateway.start(options, clock, java.util.Map.of())) {
            try (Connection other = DriverManager.getConnection(options.url());
                    Statement statement = other.createStatement()) {
                statement.execute("BEGIN IMMEDIATE");
                refused(ErrorCode.STORE, () -> gateway.claim("k"))
                        .hasMessageContaining("is locked by another process")
                        .hasMessageContaining("End the program");
                assertThat(gateway.journal().find("ann", "k"))
                        .as("reading goes on")
                        .isEmpty();
                statement.execute("ROLLBACK");
            }
            gateway.claim("k").succeed("rows");
            assertThat(gateway.entry("k").answer()).isEqualTo("rows");
        }
    }

    @Test
    void fileLockedWhileOpeningIsAnError() throws SQLException {
        StoreOptions options = Stores.fresh(Dialect.SQLITE, directory).withBusyTimeout(Duration.ofMillis(200));
        try (Connection other = DriverManager.getConnection(options.url());
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN EXCLUSIVE");
            refused(ErrorCode.STORE, () -> StoreDatabase.open(options)).hasMessageContaining("is locked");
            statement.execute("ROLLBACK");
        }
        StoreDatabase.open(options).close();
    }

    @Test
    void fileThatIsNoDatabaseIsCorrupt() throws IOException {
        Path file = directory.resolve("notes.db");
        String notes = "not a database, but long enough to be looked at as one. ".repeat(40);
        Files.writeString(file, notes, StandardCharsets.UTF_8);
        refused(ErrorCode.CORRUPT, () -> StoreDatabase.open(StoreOptions.of("jdbc:sqlite:" + file)))
                .hasMessageContaining("is not a SQLite database");
        refused(ErrorCode.CORRUPT, () -> StoreDatabase.probe(StoreOptions.of("jdbc:sqlite:" + file)))
                .hasMessageContaining("is not a SQLite database");
        assertThat(file).hasContent(notes);
    }

    @Test
    void databaseOfSomethingElseIsRefused() throws SQLException {
        StoreOptions options = Stores.fresh(Dialect.SQLITE, directory);
        execute(options, "CREATE TABLE recipes (name TEXT)");
        refused(ErrorCode.STORE, () -> StoreDatabase.open(options))
                .hasMessageContaining("holds tables of something else");
        execute(options, "INSERT INTO recipes VALUES ('left alone')");
    }

    @ParameterizedTest
    @EnumSource
    void schemaOfANewerReleaseIsRefused(Dialect dialect) {
        StoreOptions options = Stores.fresh(dialect, directory);
        try (StoreDatabase store = StoreDatabase.open(options)) {
            store.change(dsl -> dsl.execute("INSERT INTO store_schema_history"
                    + " (installed_rank, version, description, type, script, checksum, installed_by, installed_on,"
                    + " execution_time, success) SELECT 99, '99', 'later', type, 'V99__later.sql', 1, installed_by,"
                    + " installed_on, 1, success FROM store_schema_history WHERE version = '1'"));
        }
        refused(ErrorCode.STORE, () -> StoreDatabase.open(options))
                .hasMessageContaining("newer release")
                .hasMessageContaining("schema version 99")
                .hasMessageMatching("(?s).*this one knows [1-9][0-9]*\\..*");
    }

    @ParameterizedTest
    @EnumSource
    void changedMigrationIsCorrupt(Dialect dialect) {
        StoreOptions options = Stores.fresh(dialect, directory);
        try (StoreDatabase store = StoreDatabase.open(options)) {
            store.change(dsl -> dsl.execute("UPDATE store_schema_history SET checksum = 1 WHERE version = '1'"));
        }
        refused(ErrorCode.CORRUPT, () -> StoreDatabase.open(options)).hasMessageContaining("backup");
    }

    @Test
    void postgresqlThatIsNotThereIsNamed() {
        refused(
                        ErrorCode.STORE,
                        () -> StoreDatabase.open(StoreOptions.of("jdbc:postgresql://127.0.0.1:1/db")
                                .withLogin("ann", CANARY)))
                .hasMessageContaining("127.0.0.1:1/db")
                .hasMessageContaining("does not answer");
        refused(ErrorCode.STORE, () -> StoreDatabase.probe(StoreOptions.of("jdbc:postgresql://127.0.0.1:1/db")))
                .hasMessageContaining("does not answer");
    }

    @Test
    void databaseThatIsNotThereIsNamed() {
        String url = Stores.postgresql().getJdbcUrl("postgres", "nowhere");
        refused(ErrorCode.STORE, () -> StoreDatabase.open(StoreOptions.of(url)))
                .hasMessageContaining("Create that database");
    }

    @Test
    void postgresqlThatForbidsWritingIsNamed() {
        StoreOptions options = Stores.fresh(Dialect.POSTGRESQL, directory);
        Stores.execute("DROP ROLE IF EXISTS guest");
        Stores.execute("CREATE ROLE guest LOGIN PASSWORD '" + CANARY + "'");
        refused(ErrorCode.STORE, () -> StoreDatabase.open(options.withLogin("guest", CANARY)))
                .hasMessageContaining("42501")
                .hasMessageContaining("Grant that to store.user");
    }

    /** Architecture, "Where state lives": what is asked for is what is in force. */
    @Test
    void sqliteSettingsAreInForce() {
        try (StoreDatabase store =
                StoreDatabase.open(Stores.fresh(Dialect.SQLITE, directory).withBusyTimeout(Duration.ofMillis(4321)))) {
            store.change(dsl -> {
                assertThat(dsl.fetchValue("PRAGMA journal_mode")).isEqualTo("wal");
                assertThat(dsl.fetchValue("PRAGMA synchronous")).hasToString("2");
                assertThat(dsl.fetchValue("PRAGMA foreign_keys")).hasToString("1");
                assertThat(dsl.fetchValue("PRAGMA busy_timeout")).hasToString("4321");
            });
            store.<Void>read(dsl -> {
                assertThat(dsl.fetchValue("PRAGMA journal_mode")).isEqualTo("wal");
                assertThat(dsl.fetchValue("PRAGMA query_only")).hasToString("1");
                assertThatThrownBy(() -> dsl.execute("DELETE FROM gateway")).hasMessageContaining("READONLY");
                return null;
            });
        }
    }

    @Test
    void postgresqlSettingsAreInForce() {
        try (StoreDatabase store = StoreDatabase.open(
                Stores.fresh(Dialect.POSTGRESQL, directory).withBusyTimeout(Duration.ofMillis(4321)))) {
            store.change(dsl -> {
                assertThat(dsl.fetchValue("SHOW lock_timeout")).isEqualTo("4321ms");
                assertThat(dsl.fetchValue("SHOW synchronous_commit")).isEqualTo("on");
                assertThat(dsl.fetchValue("SHOW application_name")).isEqualTo("strandline");
            });
            store.<Void>read(dsl -> {
                assertThat(dsl.fetchValue("SHOW transaction_isolation")).isEqualTo("repeatable read");
                assertThat(dsl.fetchValue("SHOW transaction_read_only")).isEqualTo("on");
                return null;
            });
        }
    }
}
