package io.strandline.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.fixture.DemoGateway;
import io.strandline.fixtures.network.Fault;
import io.strandline.fixtures.network.FaultyProxy;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * GW-1, GW-2: a thousand changes through networks that lose, cut, delay and double requests and answers at random. None is
 * made twice, and what became of each can be told. {@code -Dstrandline.faultSeed=N} draws other faults.
 */
class RandomFaultsTest {
    /** How long the clients wait for an answer. */
    static final Duration PATIENCE = Duration.ofMillis(1_500);

    private static final long SEED = Long.getLong("strandline.faultSeed", 20_261_130L);
    private static final int CLIENTS = 8;
    private static final int CHANGES = 1_000;

    /** Every fault, and the one that takes its time more seldom than the others. */
    private static final List<Fault> ALL = Stream.of(Fault.values())
            .filter(fault -> fault != Fault.NONE)
            .flatMap(fault -> Collections.nCopies(fault == Fault.ANSWER_TOO_LATE ? 1 : 6, fault).stream())
            .toList();

    @TempDir
    static Path folder;

    private static DemoGateway gateway;

    @BeforeAll
    static void serve() {
        gateway = DemoGateway.start(folder.resolve("lake"));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private static FaultyProxy network(int number, List<Fault> faults) throws IOException {
        return new FaultyProxy(gateway.gateway().port(), SEED + number, faults, PATIENCE);
    }

    @Test
    void ofAThousandChangesNoneIsMadeTwiceAndEveryOutcomeIsKnown() throws Exception {
        List<FaultyClient> clients = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<?>> work = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                FaultyClient client = new FaultyClient("faulty-" + i, network(i, ALL), SEED * 31 + i);
                clients.add(client);
                client.network().faulty(50);
                work.add(threads.submit(() -> {
                    client.work(CHANGES / CLIENTS);
                    return true;
                }));
            }
            for (Future<?> client : work) {
                client.get();
            }
            clients.forEach(client -> client.network().settle());
            assertWhatClientsBelieve(clients);
        } catch (Exception | AssertionError e) {
            throw new AssertionError("with -Dstrandline.faultSeed=" + SEED + ": " + e.getMessage(), e);
        } finally {
            threads.shutdownNow();
            for (FaultyClient client : clients) {
                client.close();
            }
        }
    }

    private static void assertWhatClientsBelieve(List<FaultyClient> clients) throws SQLException {
        Map<String, String> places = new HashMap<>();
        Map<String, Integer> effects = new HashMap<>();
        Map<Fault, Integer> made = new EnumMap<>(Fault.class);
        for (FaultyClient client : clients) {
            places.putAll(client.places());
            effects.putAll(client.effects());
            client.network().made().forEach((fault, times) -> made.merge(fault, times, Integer::sum));
        }
        assertThat(clients.stream().mapToInt(FaultyClient::changes).sum()).isGreaterThanOrEqualTo(CHANGES);
        assertThat(clients.stream().mapToInt(FaultyClient::unknown).sum())
                .as("outcomes that were unknown at first")
                .isGreaterThan(CHANGES / 10);
        assertThat(clients.stream().mapToInt(FaultyClient::lostReads).sum()).isGreaterThan(CHANGES / 10);
        assertThat(ALL)
                .allSatisfy(fault -> assertThat(made)
                        .as("%s", fault)
                        .hasEntrySatisfying(fault, times -> assertThat(times).isGreaterThan(5)));
        String open = "SELECT statement_id, text FROM runtime.statements WHERE kind = 'CALL'"
                + " AND state IN ('RUNNING', 'STARTED', 'UNKNOWN')";
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(pairs(open)).isEmpty());
        assertThat(made("faulty-")).isEqualTo(effects);
        assertThat(pairs("SELECT source_id, object_location FROM registry.sources WHERE source_id LIKE 'faulty-%'"))
                .isEqualTo(places);
    }

    /** Must-fail twin: the stock Avatica client, which repeats requests and gives them no keys, makes changes it is not told. */
    @Test
    void aClientWithoutKeysMakesChangesTwice() throws Exception {
        int told = 0;
        try (FaultyProxy network = network(0, List.of(Fault.REQUEST_AGAIN_LATER, Fault.ANSWER_LOST));
                Connection connection = DriverManager.getConnection(
                        "jdbc:avatica:remote:url=http://127.0.0.1:" + network.port() + "/;serialization=protobuf")) {
            network.faulty(50);
            for (int i = 0; i < 25; i++) {
                told += change(connection, "CALL register_source('file', 'stock', 's3://bucket/stock/data.csv')");
                told += change(connection, "CALL unregister_source('file', 'stock')");
            }
            network.settle();
        }
        assertThat(made("stock").values().stream().mapToInt(Integer::intValue).sum())
                .as("changes made, seed %s", SEED)
                .isGreaterThan(told);
    }

    private static int change(Connection connection, String sql) {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(sql)) {
            return answer.next() && answer.getBoolean("done") && answer.getString("reason") == null ? 1 : 0;
        } catch (SQLException e) {
            return 0;
        }
    }

    /** How often each change of those sources was made, by the audit. */
    private static Map<String, Integer> made(String source) throws SQLException {
        Map<String, Integer> made = new HashMap<>();
        String sql =
                "SELECT action || ' ' || target, count(*) FROM runtime.audit WHERE state = 'DONE' AND target LIKE '%\""
                        + source + "%' GROUP BY 1";
        pairs(sql)
                .forEach(
                        (change, times) -> made.put(change.replaceAll("source file |\"", ""), Integer.parseInt(times)));
        return made;
    }

    private static Map<String, String> pairs(String sql) throws SQLException {
        Map<String, String> pairs = new HashMap<>();
        try (Connection connection = gateway.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                pairs.put(rows.getString(1), rows.getString(2));
            }
        }
        return pairs;
    }
}
