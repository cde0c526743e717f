package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.strandline.fixture.DemoGateway;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.calcite.avatica.remote.Service;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GW-6, cases 41 and 45: ten thousand connections that are closed leave nothing, and ten thousand that are abandoned no more. */
class ManyConnectsTest {
    private static final int MANY = 10_000;
    private static final int AT_A_TIME = 4;

    /** What noise of the JVM may look like: a session that stays is some hundred bytes, ten thousand are more than this. */
    private static final long NOISE_BYTES = 2 << 20;

    private static final AtomicReference<Instant> NOW = new AtomicReference<>(Instant.parse("2026-11-30T08:00:00Z"));

    @TempDir
    static Path folder;

    private static DemoGateway gateway;

    @BeforeAll
    static void serve() throws SQLException {
        Clock clock = ((InstantSource) NOW::get).withZone(ZoneOffset.UTC);
        gateway = DemoGateway.start(folder.resolve("lake"), clock);
        // what it remembers of statements that ended is full from here on
        try (Connection connection = gateway.connect();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 2_100; i++) {
                statement.execute("SELECT 1");
            }
        }
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    /** What is left of them, as who asks sees it: its own session and statement are among it. */
    private record Left(int sessions, int statements, int threads, int sockets) {
        static Left now() throws SQLException {
            try (Connection connection = gateway.connect()) {
                return new Left(
                        count(connection, "SELECT count(*) FROM runtime.sessions"),
                        count(connection, "SELECT count(*) FROM runtime.statements WHERE state = 'RUNNING'"),
                        ManagementFactory.getThreadMXBean().getThreadCount(),
                        gateway.gateway().connections());
            }
        }

        private static int count(Connection connection, String sql) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    @Test
    void thoseThatAreClosedLeaveNothing() throws Exception {
        connectAndClose(MANY / 10);
        Left before = Left.now();
        long heapBefore = heap();
        connectAndClose(MANY);
        Left after = Left.now();
        assertThat(after.sessions()).isEqualTo(before.sessions()).isOne();
        assertThat(after.statements()).isEqualTo(before.statements()).isOne();
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            Left now = Left.now();
            assertThat(now.threads()).isLessThanOrEqualTo(before.threads() + 8);
            assertThat(now.sockets()).as("the one of who asks").isOne();
            assertThat(heap()).isLessThan(heapBefore + NOISE_BYTES);
        });
    }

    private static void connectAndClose(int many) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);
        try {
            List<Future<Integer>> clients = new ArrayList<>();
            for (int i = 0; i < AT_A_TIME; i++) {
                clients.add(threads.submit(() -> {
                    int rows = 0;
                    for (int j = 0; j < many / AT_A_TIME; j++) {
                        try (Connection connection = gateway.connect()) {
                            rows += Left.count(connection, "SELECT 1");
                        }
                    }
                    return rows;
                }));
            }
            int rows = 0;
            for (Future<Integer> client : clients) {
                rows += client.get();
            }
            assertThat(rows).isEqualTo(many);
        } finally {
            threads.shutdown();
        }
    }

    /** In the process of the gateway: clients that opened a session, left rows of a query unread, and were never seen again. */
    @Test
    void thoseThatAreAbandonedAreFreedWhenTheirTimeIsOver() throws SQLException {
        abandon("warm", 1_000);
        NOW.updateAndGet(now -> now.plus(Duration.ofHours(25)));
        long heapBefore = 0;
        for (int round = 0; round < MANY / 1_000; round++) {
            abandon("round-" + round, 1_000);
            NOW.updateAndGet(now -> now.plus(Duration.ofHours(23)));
            assertThat(sessions()).as("idle for hours, and still there").isEqualTo(1_001);
            NOW.updateAndGet(now -> now.plus(Duration.ofHours(2)));
            if (round == 0) {
                heapBefore = heap();
            }
        }
        abandon("last", 1);
        assertThat(sessions()).as("the last one, and who asks").isEqualTo(2);
        assertThat(Left.now().statements()).as("the last one's, and who asks").isEqualTo(2);
        assertThat(heap()).isLessThan(heapBefore);
        gateway.gateway().service().apply(new Service.CloseConnectionRequest("last-0"));
    }

    /** Case 41 (druid#4368): a connection that was idle for hours works; one that was so for too long is told it, in words. */
    @Test
    void thoseThatWereIdleForHoursWorkOrAreToldThatTheyAreGone() throws SQLException {
        try (Connection used = gateway.connect();
                Connection forgotten = gateway.connect();
                PreparedStatement prepared = forgotten.prepareStatement("SELECT 1");
                Statement unread = forgotten.createStatement()) {
            unread.setFetchSize(2);
            ResultSet rows = unread.executeQuery("SELECT ordinal FROM runtime.parameters");
            assertThat(rows.next()).isTrue();
            abandon("others", 1_000);
            NOW.updateAndGet(now -> now.plus(Duration.ofHours(23)));
            assertThat(Left.count(used, "SELECT 1")).isOne();
            NOW.updateAndGet(now -> now.plus(Duration.ofHours(2)));
            abandon("who frees them", 1);
            assertThat(Left.count(used, "SELECT 1")).as("used two hours ago").isOne();
            assertThat(used.isValid(5)).isTrue();
            for (ThrowingCallable use : List.<ThrowingCallable>of(
                    () -> Left.count(forgotten, "SELECT 1"),
                    prepared::executeQuery,
                    () -> forgotten.setReadOnly(true),
                    () -> forgotten.getMetaData().getTables(null, null, "%", null),
                    () -> {
                        while (rows.next()) {
                            assertThat(rows.getInt(1)).isPositive();
                        }
                    })) {
                SQLException gone = catchThrowableOfType(SQLException.class, use);
                assertThat(gone.getSQLState()).isEqualTo("08003");
                assertThat(gone.getMessage()).contains("was idle for too long", "Open a new connection");
            }
            assertThat(forgotten.isValid(5)).isFalse();
        }
        gateway.gateway().service().apply(new Service.CloseConnectionRequest("who frees them-0"));
        assertThat(sessions()).as("who asks").isOne();
    }

    private static int sessions() throws SQLException {
        return Left.now().sessions();
    }

    private static void abandon(String name, int many) {
        Service service = gateway.gateway().service();
        for (int i = 0; i < many; i++) {
            String id = name + "-" + i;
            service.apply(new Service.OpenConnectionRequest(id, Map.of()));
            service.apply(new Service.PrepareAndExecuteRequest(id, 1, "SELECT ordinal FROM runtime.parameters", -1, 2));
        }
    }
}
