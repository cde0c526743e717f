package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.strandline.fixture.DemoGateway;
import io.strandline.jdbc.StrandlineDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HikariCP: a pool over the driver, with liveness, read-only connections and nothing left behind (GW-6). */
class HikariTest {
    private static final String DROP =
            "CALL repair(connection => 'scratch', action => 'drop', table_name => 'stray_import')";

    @TempDir
    Path folder;

    private DemoGateway gateway;

    @BeforeEach
    void start() {
        gateway = DemoGateway.start(folder.resolve("lake"));
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void lendsConnectionsThatAreAliveAndGivesBackTheirSettings() throws SQLException {
        try (HikariDataSource pool = pool(config(1))) {
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.isValid(5)).isTrue();
                assertThat(connection.getAutoCommit()).isTrue();
                connection.setReadOnly(true);
                connection.setSchema("runtime");
                assertThat(text(connection, "SELECT component FROM version WHERE component = 'strandline'"))
                        .isEqualTo("strandline");
            }
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.isReadOnly()).as("reset by the pool").isFalse();
                assertThat(text(connection, "SELECT count(*) FROM runtime.sessions"))
                        .isEqualTo("1");
            }
        }
    }

    @Test
    void makesItsConnectionsByTheDataSourceToo() throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setDataSourceClassName(StrandlineDataSource.class.getName());
        config.addDataSourceProperty("url", gateway.jdbcUrl());
        config.addDataSourceProperty("applicationName", "pooled");
        config.addDataSourceProperty("fetchSize", 7);
        try (HikariDataSource pool = pool(config);
                Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.getFetchSize()).isEqualTo(7);
            assertThat(text(connection, "SELECT count(*) FROM runtime.sessions WHERE application_name = 'pooled'"))
                    .isNotEqualTo("0");
        }
    }

    @Test
    void aReadOnlyPoolReadsAndRefusesToRepair() throws SQLException {
        HikariConfig config = config(2);
        config.setReadOnly(true);
        try (HikariDataSource pool = pool(config);
                Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(text(connection, "SELECT provable FROM reconcile.findings WHERE table_name = 'stray_import'"))
                    .isEqualTo("true");
            assertThatThrownBy(() -> statement.execute(DROP))
                    .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("25006"));
            assertThat(text(connection, "SELECT count(*) FROM catalog.tables WHERE table_name = 'stray_import'"))
                    .isEqualTo("1");
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    @Test
    void manyBorrowersLeaveNoSessionAndNoStatementBehind() throws Exception {
        try (HikariDataSource pool = pool(config(4))) {
            ExecutorService threads = Executors.newFixedThreadPool(8);
            try {
                List<Callable<String>> borrowers = new ArrayList<>();
                for (int i = 0; i < 200; i++) {
                    String number = Integer.toString(i);
                    borrowers.add(() -> {
                        try (Connection connection = pool.getConnection()) {
                            return text(connection, "SELECT '" + number + "'");
                        }
                    });
                }
                List<String> answers = new ArrayList<>();
                for (Future<String> answer : threads.invokeAll(borrowers)) {
                    answers.add(answer.get());
                }
                assertThat(answers).hasSize(200).doesNotHaveDuplicates();
            } finally {
                threads.shutdown();
            }
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
            assertThat(Integer.parseInt(sessions())).isLessThanOrEqualTo(5);
        }
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() ->
                        assertThat(sessions()).as("only the one that asks").isEqualTo("1"));
        try (Connection connection = gateway.connect()) {
            assertThat(text(connection, "SELECT count(*) FROM runtime.statements WHERE state = 'RUNNING'"))
                    .as("only the one that asks")
                    .isEqualTo("1");
        }
    }

    @Test
    void noticesThatTheGatewayIsGoneWithoutAnException() throws SQLException {
        try (HikariDataSource pool = pool(config(1));
                Connection connection = pool.getConnection()) {
            assertThat(connection.isValid(5)).isTrue();
            gateway.close();
            assertThat(connection.isValid(2)).isFalse();
        }
    }

    private String sessions() throws SQLException {
        try (Connection connection = gateway.connect()) {
            return text(connection, "SELECT count(*) FROM runtime.sessions");
        }
    }

    private HikariConfig config(int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(gateway.jdbcUrl());
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(20_000);
        return config;
    }

    private static HikariDataSource pool(HikariConfig config) {
        return new HikariDataSource(config);
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }
}
