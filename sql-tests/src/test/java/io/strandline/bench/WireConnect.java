package io.strandline.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** How long a connection takes of a client that has connected before: each peer in turn, the median. */
final class WireConnect {
    private static final int WARM_UP = 200;

    private WireConnect() {}

    /** Milliseconds, by peer. */
    static Map<WirePeer, Double> measure(Map<WirePeer, String> urls, int times) throws SQLException {
        Map<WirePeer, double[]> millis = new EnumMap<>(WirePeer.class);
        for (int i = -WARM_UP; i < times; i++) {
            for (Map.Entry<WirePeer, String> peer : urls.entrySet()) {
                long begun = System.nanoTime();
                try (Connection connection = DriverManager.getConnection(peer.getValue())) {
                    double took = (System.nanoTime() - begun) / 1e6;
                    if (i >= 0 && !connection.isClosed()) {
                        millis.computeIfAbsent(peer.getKey(), any -> new double[times])[i] = took;
                    }
                }
            }
        }
        Map<WirePeer, Double> medians = new EnumMap<>(WirePeer.class);
        millis.forEach((peer, took) -> {
            Arrays.sort(took);
            medians.put(peer, took[times / 2]);
        });
        return medians;
    }
}
