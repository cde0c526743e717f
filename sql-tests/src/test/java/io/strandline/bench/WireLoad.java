package io.strandline.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/** Clients that run a short prepared query one after the other, each over a connection of its own, all at the same time. */
final class WireLoad {
    private static final String POINT = "SELECT format_version, location, current_snapshot_id FROM catalog.tables"
            + " WHERE catalog_name = 'lake' AND namespace = 'sales' AND table_name = ?";

    private WireLoad() {}

    /**
     * What a number of clients had.
     *
     * @param rate statements a second
     * @param p50 milliseconds
     * @param p99 milliseconds
     */
    record Load(double rate, double p50, double p99, long errors) {}

    /** What one client had: a time in nanoseconds for each statement that was answered. */
    private static final class Client {
        private final long[] nanos;
        private final long errors;

        Client(long[] nanos, long errors) {
            this.nanos = nanos;
            this.errors = errors;
        }
    }

    /** That many clients for that long, after the same for a third of it. */
    static Load of(String url, int clients, Duration time) throws InterruptedException, ExecutionException {
        run(url, clients, time.dividedBy(3));
        long begun = System.nanoTime();
        List<Client> all = run(url, clients, time);
        double seconds = (System.nanoTime() - begun) / 1e9;
        long[] nanos = all.stream()
                .flatMapToLong(client -> LongStream.of(client.nanos))
                .sorted()
                .toArray();
        long errors = all.stream().mapToLong(client -> client.errors).sum();
        return new Load(nanos.length / seconds, at(nanos, 0.5), at(nanos, 0.99), errors);
    }

    private static double at(long[] sorted, double share) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) (share * (sorted.length - 1))] / 1e6;
    }

    private static List<Client> run(String url, int clients, Duration time)
            throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            List<Future<Client>> running = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                running.add(threads.submit(() -> client(url, time)));
            }
            List<Client> ended = new ArrayList<>();
            for (Future<Client> client : running) {
                ended.add(client.get());
            }
            return ended;
        } finally {
            threads.shutdownNow();
        }
    }

    private static Client client(String url, Duration time) throws SQLException {
        long[] nanos = new long[1 << 12];
        int answered = 0;
        long errors = 0;
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement statement = connection.prepareStatement(POINT)) {
            statement.setString(1, "orders");
            long end = System.nanoTime() + time.toNanos();
            for (long begun = System.nanoTime(); begun < end; begun = System.nanoTime()) {
                if (!answers(statement)) {
                    errors++;
                    continue;
                }
                if (answered == nanos.length) {
                    nanos = Arrays.copyOf(nanos, 2 * answered);
                }
                nanos[answered++] = System.nanoTime() - begun;
            }
        }
        return new Client(Arrays.copyOf(nanos, answered), errors);
    }

    /** Whether the one row came. */
    private static boolean answers(PreparedStatement statement) {
        try (ResultSet row = statement.executeQuery()) {
            return row.next() && row.getInt(1) > 0 && row.getString(2) != null && row.getLong(3) != 0 && !row.next();
        } catch (SQLException e) {
            return false;
        }
    }
}
