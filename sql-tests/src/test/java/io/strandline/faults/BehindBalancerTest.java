package io.strandline.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.strandline.fixture.GatewayProcess;
import io.strandline.fixtures.network.Balancer;
import io.strandline.gateway.demo.DemoLake;
import io.strandline.jdbc.StrandlineStatement;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** GW-1, GW-6, case 43: two gateways, each a process, on one PostgreSQL store behind a balancer that goes by the cookie they set. */
@TestMethodOrder(OrderAnnotation.class) // in the last one a gateway dies
class BehindBalancerTest {
    private static final int WRITERS = 4;
    private static final int READERS = 2;
    private static final String UNDER_WAY =
            "SELECT count(DISTINCT gateway_id) FROM store.statement WHERE state = 'STARTED'";

    @TempDir
    static Path folder;

    private static final Map<String, GatewayProcess> GATEWAYS = new TreeMap<>();
    private static EmbeddedPostgres postgres;
    private static DemoLake lake;
    private static Balancer balancer;

    @BeforeAll
    static void start() throws IOException {
        postgres = EmbeddedPostgres.start();
        lake = DemoLake.create(folder.resolve("lake"), 0);
        Map<String, Integer> ports = new TreeMap<>();
        for (String name : List.of("a", "b")) {
            GATEWAYS.put(name, serve(name));
            String url = GATEWAYS.get(name).jdbcUrl();
            ports.put(name, URI.create(url.substring("jdbc:".length())).getPort());
        }
        balancer = new Balancer("strandline_gateway", ports);
    }

    @AfterAll
    static void stop() throws IOException {
        balancer.close();
        GATEWAYS.values().forEach(GatewayProcess::close);
        postgres.close();
    }

    private static GatewayProcess serve(String name) throws IOException {
        String store = postgres.getJdbcUrl("postgres", "postgres") + "&currentSchema=store";
        String config = Files.readString(lake.config())
                .replace("server:\n", "server:\n  name: " + name + "\n")
                .replaceAll("url: jdbc:sqlite:.*", "url: \"" + store + "\"");
        return GatewayProcess.serve(
                Files.writeString(folder.resolve("lake").resolve(name + ".yaml"), config),
                "-XX:TieredStopAtLevel=1",
                "-Xmx384m");
    }

    private static String url() {
        return "jdbc:strandline://127.0.0.1:" + balancer.port() + "/";
    }

    private static int count(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    @Order(1)
    void aSessionStaysAtItsGateway() throws SQLException {
        List<Connection> connections = new ArrayList<>();
        try {
            for (int i = 0; i < 10; i++) {
                connections.add(DriverManager.getConnection(url() + "?applicationName=sticky"));
            }
            for (Connection connection : connections) {
                connection.setSchema("runtime");
                for (int i = 0; i < 4; i++) {
                    assertThat(count(connection, "SELECT count(*) FROM sessions WHERE application_name = 'sticky'"))
                            .as("the gateways have half of them each")
                            .isEqualTo(5);
                }
            }
        } finally {
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    /** Nothing is run there, and the message says what is wrong with the balancer. */
    @Test
    @Order(2)
    void aRequestThatComesToTheOtherGatewayIsAClearError() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            balancer.sticky(false);
            SQLException elsewhere = null;
            int sent = 0;
            while (elsewhere == null && sent < 2) {
                String call = register("elsewhere" + sent++);
                elsewhere = catchThrowableOfType(SQLException.class, () -> statement.execute(call));
            }
            assertThat(elsewhere.getSQLState()).isEqualTo("08003");
            assertThat(elsewhere.getMessage())
                    .containsPattern(
                            "this session is open at gateway \"[ab]\", and the request came to gateway \"[ab]\"")
                    .contains("the cookie strandline_gateway");
            balancer.sticky(true);
            assertThat(count(connection, "SELECT count(*) FROM registry.sources WHERE source_id LIKE 'elsewhere%'"))
                    .as("all but the one that came to the other gateway")
                    .isEqualTo(sent - 1);
        } finally {
            balancer.sticky(true);
        }
    }

    /** What a client was told, and what it was not, by source. */
    private static final class Told {
        private final Set<String> done = ConcurrentHashMap.newKeySet();
        private final Map<String, String> unknown = new ConcurrentHashMap<>();
        private final AtomicInteger reads = new AtomicInteger();
        private final AtomicInteger lostReads = new AtomicInteger();
        private volatile boolean enough;
    }

    @Test
    @Order(3)
    void aGatewayKilledUnderLoadLosesNothingAndTheOtherTellsTheRest() throws Exception {
        Told told = new Told();
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS + READERS + 1);
        try (HikariDataSource pool = pool();
                Connection store = DriverManager.getConnection(postgres.getJdbcUrl("postgres", "postgres"))) {
            List<Future<?>> load = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                String name = "w" + i;
                load.add(threads.submit(() -> write(pool, name, told)));
            }
            for (int i = 0; i < READERS; i++) {
                load.add(threads.submit(() -> read(pool, told)));
            }
            InsertedRows rows = InsertedRows.into("lake.scratch.inserted", pool);
            load.add(threads.submit(() -> rows.insertUntil(() -> told.enough)));
            awaitMore(told, load);
            rows.awaitMore();
            // calls wait for the store at both gateways when one of these dies
            store.setAutoCommit(false);
            store.createStatement().execute("LOCK TABLE store.source IN ACCESS EXCLUSIVE MODE");
            await().during(Duration.ofMillis(500))
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> GATEWAYS.size() == count(store, UNDER_WAY));
            GATEWAYS.get("a").kill();
            store.rollback();
            awaitMore(told, load);
            rows.awaitMore();
            told.enough = true;
            for (Future<?> worker : load) {
                worker.get();
            }
            assertThat(told.unknown).as("what was under way at the killed one").hasSizeGreaterThanOrEqualTo(1);
            assertThat(told.lostReads.get())
                    .as("connections that were at the killed one")
                    .isLessThan(10);
            for (Map.Entry<String, String> unknown : told.unknown.entrySet()) {
                askAgain(pool, unknown.getKey(), unknown.getValue(), told);
            }
            assertThat(sources(pool)).containsExactlyInAnyOrderElementsOf(told.done);
            rows.assertNoneLost();
            try (Connection connection = pool.getConnection()) {
                assertThat(count(
                                connection,
                                "SELECT count(*) FROM (SELECT target FROM runtime.audit WHERE state = 'DONE' AND"
                                        + " action = 'registry.register_source' GROUP BY target HAVING count(*) > 1)"))
                        .as("none twice")
                        .isZero();
            }
        } finally {
            told.enough = true;
            threads.shutdownNow();
        }
    }

    private static HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url());
        config.setMaximumPoolSize(WRITERS + READERS + 1);
        config.setConnectionTimeout(20_000);
        return new HikariDataSource(config);
    }

    private static void awaitMore(Told told, List<Future<?>> load) {
        int done = told.done.size();
        int reads = told.reads.get();
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            assertThat(load).as("nobody gave up").noneMatch(Future::isDone);
            assertThat(told.done.size()).isGreaterThan(done + 30);
            assertThat(told.reads.get()).isGreaterThan(reads + 30);
        });
    }

    private static String register(String source) {
        return "CALL register_source('file', '" + source + "', 's3://bucket/" + source + "/data.csv')";
    }

    private static boolean write(HikariDataSource pool, String name, Told told) throws SQLException {
        for (int i = 0; !told.enough; i++) {
            String source = name + "-" + i;
            boolean sent = false;
            while (!sent && !told.enough) {
                try (Connection connection = pool.getConnection();
                        Statement statement = connection.createStatement()) {
                    sent = executed(statement, source, told);
                }
            }
        }
        return true;
    }

    /** Whether it was, as far as is known: if its connection was gone before, it was not. */
    private static boolean executed(Statement statement, String source, Told told) throws SQLException {
        try (ResultSet answer = statement.executeQuery(register(source))) {
            assertThat(answer.next()).isTrue();
            told.done.add(source);
            return true;
        } catch (SQLException e) {
            assertThat(e.getSQLState()).as(e.getMessage()).isIn("40003", "08003");
            if (e.getSQLState().equals("40003")) {
                told.unknown.put(
                        source, statement.unwrap(StrandlineStatement.class).getIdempotencyKey());
            }
            return e.getSQLState().equals("40003");
        }
    }

    private static boolean read(HikariDataSource pool, Told told) throws SQLException {
        while (!told.enough) {
            try (Connection connection = pool.getConnection()) {
                count(connection, "SELECT count(*) FROM registry.connections");
                told.reads.incrementAndGet();
            } catch (SQLException e) {
                assertThat(e.getSQLState()).as(e.getMessage()).startsWith("08");
                told.lostReads.incrementAndGet();
            }
        }
        return true;
    }

    /** The gateway that lives waits for the end of the dead one's lease, reads the target, and says what became of it. */
    private static void askAgain(HikariDataSource pool, String source, String key, Told told) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.unwrap(StrandlineStatement.class).setIdempotencyKey(key);
            SQLException outcome = catchThrowableOfType(SQLException.class, () -> statement.execute(register(source)));
            if (outcome != null) {
                assertThat(outcome.getSQLState()).as(outcome.getMessage()).isEqualTo("55000");
            }
            String state = "";
            try (PreparedStatement ask = connection.prepareStatement(
                    "SELECT state FROM runtime.statements WHERE idempotency_key = ? AND session_id IS NULL")) {
                ask.setString(1, key);
                try (ResultSet rows = ask.executeQuery()) {
                    state = rows.next() ? rows.getString(1) : "";
                }
            }
            if (outcome == null || state.equals("DONE")) {
                told.done.add(source);
            } else {
                assertThat(state).as(outcome.getMessage()).isEqualTo("REFUSED");
            }
        }
    }

    private static List<String> sources(HikariDataSource pool) throws SQLException {
        List<String> sources = new ArrayList<>();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT source_id FROM registry.sources WHERE source_id LIKE 'w%'")) {
            while (rows.next()) {
                sources.add(rows.getString(1));
            }
        }
        return sources;
    }
}
