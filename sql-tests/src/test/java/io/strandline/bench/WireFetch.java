package io.strandline.bench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The client of {@link Wire} that fetches, a JVM of its own: each peer's rows in turn, every value by its typed getter, at one
 * fetch size after the other. Prints {@code fetch SIZE PEER SECONDS}, medians.
 */
final class WireFetch {
    private static final int[] SIZES = {100, 1_000, 10_000};
    /** Read of each peer at each size before anything is measured. */
    private static final int WARM_UP_ROWS = 3_000_000;

    private final int rows;
    private final int rounds;
    private final Map<WirePeer, Connection> connections = new EnumMap<>(WirePeer.class);

    private WireFetch(int rows, int rounds) {
        this.rows = rows;
        this.rounds = rounds;
    }

    /** What was read of the rows. */
    private record Read(long rows, long sum) {}

    /** The program: how many rows, how many rounds, and {@code PEER=URL} for each peer. */
    public static void main(String[] arguments) throws SQLException {
        WireFetch fetch = new WireFetch(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
        for (String peer : Arrays.asList(arguments).subList(2, arguments.length)) {
            String[] words = peer.split("=", 2);
            fetch.connect(WirePeer.valueOf(words[0]), words[1]);
        }
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        fetch.run().forEach(out::println);
    }

    private void connect(WirePeer peer, String url) throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        peer.prepare(connection, rows);
        if (peer == WirePeer.PGJDBC) {
            connection.setAutoCommit(false); // with it, the fetch size is not heeded
        }
        connections.put(peer, connection);
    }

    private List<String> run() throws SQLException {
        List<String> lines = new ArrayList<>();
        Read expected = null;
        for (int size : SIZES) {
            Map<WirePeer, double[]> seconds = new EnumMap<>(WirePeer.class);
            for (int round = -WARM_UP_ROWS / rows; round < rounds; round++) {
                for (WirePeer peer : connections.keySet()) {
                    long begun = System.nanoTime();
                    Read read = read(peer, size);
                    double took = (System.nanoTime() - begun) / 1e9;
                    expected = expected == null ? read : expected;
                    if (read.rows() != rows || !read.equals(expected)) {
                        throw new IllegalStateException(peer + " sent " + read + ", not " + expected);
                    }
                    if (round >= 0) {
                        seconds.computeIfAbsent(peer, any -> new double[rounds])[round] = took;
                    }
                }
            }
            seconds.forEach((peer, took) -> {
                Arrays.sort(took);
                lines.add("fetch " + size + " " + peer + " " + took[rounds / 2]);
            });
        }
        return lines;
    }

    private Read read(WirePeer peer, int size) throws SQLException {
        long read = 0;
        long sum = 0;
        try (Statement statement = connections.get(peer).createStatement()) {
            statement.setFetchSize(size);
            try (ResultSet result = statement.executeQuery(peer.query(rows))) {
                while (result.next()) {
                    String name = result.getString(2);
                    sum += result.getLong(1) + name.length() + name.charAt(name.length() - 1);
                    sum += (long) result.getDouble(3) + result.getTimestamp(4).getTime() + result.getInt(5);
                    read++;
                }
            }
        }
        return new Read(read, sum);
    }
}
