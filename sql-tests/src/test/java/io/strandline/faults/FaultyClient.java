package io.strandline.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.fixtures.network.FaultyProxy;
import io.strandline.jdbc.StrandlineStatement;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A client behind a faulty network who registers, moves and forgets sources of its own, at random. It believes what it is
 * told, asks again under the same key when it is told nothing, and keeps what must be there then and which changes were made.
 */
final class FaultyClient implements AutoCloseable {
    private static final int SOURCES = 4;
    private static final int MOST_ATTEMPTS = 200;

    /** Nothing was run: what was sent twice and what nobody waits for are too many with it. */
    private static final String TOO_MANY = "53300";

    /** Of a read whose answer was lost, or whose rows were sent to nobody. */
    private static final Set<String> READ_AGAIN = Set.of("08006", "26000", TOO_MANY);

    private final String name;
    private final FaultyProxy network;
    private final Random random;
    private final Connection connection;
    private final Map<String, String> places = new HashMap<>();
    private final Map<String, Integer> effects = new HashMap<>();
    private int keys;
    private int unknown;
    private int lostReads;

    /** A client that connects through that network and chooses by that seed. */
    FaultyClient(String name, FaultyProxy network, long seed) throws SQLException {
        this.name = name;
        this.network = network;
        this.random = new Random(seed);
        this.connection = DriverManager.getConnection("jdbc:strandline://127.0.0.1:" + network.port()
                + "/?fetchSize=20&networkTimeout=" + RandomFaultsTest.PATIENCE.toMillis() + "ms");
    }

    /** Sources that must be there, with their places. */
    Map<String, String> places() {
        return places;
    }

    /** How often each change was made, by action and source. */
    Map<String, Integer> effects() {
        return effects;
    }

    /** How many changes it was told of. */
    int changes() {
        return effects.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** How many outcomes were unknown at first. */
    int unknown() {
        return unknown;
    }

    /** How many reads were lost. */
    int lostReads() {
        return lostReads;
    }

    FaultyProxy network() {
        return network;
    }

    /** Makes that many changes. */
    void work(int wanted) throws SQLException {
        while (changes() < wanted) {
            switch (random.nextInt(8)) {
                case 0, 1 -> batch();
                case 2, 3, 4 -> prepared(source());
                case 5, 6 -> text(source());
                default -> readMany();
            }
            readAll();
        }
    }

    private String source() {
        return name + "-" + random.nextInt(SOURCES);
    }

    private String newPlace(String source) {
        return "s3://bucket/" + source + "/" + random.nextInt(1_000_000) + "/data.csv";
    }

    // -- changes --------------------------------------------------------------------------------------------------

    private void text(String source) throws SQLException {
        Change change = next(source);
        String sql = "CALL " + change.procedure() + "('file', '" + source + "'"
                + (change.place() == null ? "" : ", '" + change.place() + "'") + ")";
        try (Statement statement = connection.createStatement()) {
            untilKnown(statement, () -> told(change, statement.executeQuery(sql)));
        }
        made(change);
    }

    private void prepared(String source) throws SQLException {
        Change change = next(source);
        try (PreparedStatement call = prepare(change.sql())) {
            untilKnown(call, () -> {
                change.bind(call);
                told(change, call.executeQuery());
            });
        }
        made(change);
    }

    /** All sources at once: those that are there are forgotten, or those that are not there are registered. */
    private void batch() throws SQLException {
        boolean there = places.size() * 2 > SOURCES;
        List<Change> batch = new ArrayList<>();
        for (int i = 0; i < SOURCES; i++) {
            String source = name + "-" + i;
            if (places.containsKey(source) == there) {
                batch.add(there ? new Change("unregister_source", source, null) : next(source));
            }
        }
        try (PreparedStatement call = prepare(batch.get(0).sql())) {
            untilKnown(call, () -> {
                for (Change change : batch) {
                    change.bind(call);
                    call.addBatch();
                }
                assertThat(call.executeBatch()).hasSize(batch.size());
            });
        }
        batch.forEach(this::made);
    }

    /** A change of a source that is possible as it is now. */
    private Change next(String source) {
        if (!places.containsKey(source)) {
            return new Change("register_source", source, newPlace(source));
        }
        return random.nextBoolean()
                ? new Change("move_source", source, newPlace(source))
                : new Change("unregister_source", source, null);
    }

    private record Change(String procedure, String source, String place) {
        String sql() {
            return "CALL " + procedure + (place == null ? "('file', ?)" : "('file', ?, ?)");
        }

        void bind(PreparedStatement call) throws SQLException {
            call.setString(1, source);
            if (place != null) {
                call.setString(2, place);
            }
        }
    }

    /** Executes under one key until there is an answer; there is one, or it is said that there is none and how to ask. */
    private void untilKnown(Statement statement, Attempt attempt) throws SQLException {
        String key = name + "/" + keys++;
        for (int i = 0; i < MOST_ATTEMPTS; i++) {
            try {
                statement.unwrap(StrandlineStatement.class).setIdempotencyKey(key);
                attempt.make();
                return;
            } catch (SQLException e) {
                if (!e.getSQLState().equals(TOO_MANY)) {
                    assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo("40003");
                    assertThat(e.getMessage()).contains(key);
                    unknown++;
                }
            }
        }
        throw new AssertionError("the outcome under " + key + " did not become known");
    }

    @FunctionalInterface
    private interface Attempt {
        void make() throws SQLException;
    }

    /** The answer is this change's, and says that this very execution made it. */
    private static void told(Change change, ResultSet answer) throws SQLException {
        try (answer) {
            assertThat(answer.next()).isTrue();
            assertThat(answer.getString("source_id")).isEqualTo(change.source());
            assertThat(answer.getBoolean("done")).isTrue();
            assertThat(answer.getString("reason")).as("%s", change).isNull();
            if (change.place() != null) {
                assertThat(answer.getString("object_location")).isEqualTo(change.place());
            }
        }
    }

    private void made(Change change) {
        effects.merge("registry." + change.procedure() + " " + change.source(), 1, Integer::sum);
        if (change.place() == null) {
            places.remove(change.source());
        } else {
            places.put(change.source(), change.place());
        }
    }

    // -- reads ----------------------------------------------------------------------------------------------------

    private PreparedStatement prepare(String sql) throws SQLException {
        return untilRead(() -> connection.prepareStatement(sql));
    }

    /** Every change is there, and nothing came back that was undone since. */
    private void readAll() throws SQLException {
        String sql = "SELECT object_location FROM registry.sources WHERE source_id LIKE '" + name + "-%'";
        assertThat(untilRead(() -> read(sql))).containsExactlyInAnyOrderElementsOf(places.values());
    }

    /** In several frames, and no more than can all arrive. */
    private void readMany() throws SQLException {
        List<String> rows = untilRead(() -> read("SELECT ordinal FROM runtime.parameters ORDER BY 1 LIMIT 70"));
        assertThat(rows)
                .hasSizeGreaterThan(30)
                .isSortedAccordingTo((a, b) -> Integer.parseInt(a) - Integer.parseInt(b));
    }

    private List<String> read(String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }

    private <T> T untilRead(Reading<T> reading) throws SQLException {
        for (int i = 0; i < MOST_ATTEMPTS; i++) {
            try {
                return reading.read();
            } catch (SQLException e) {
                assertThat(e.getSQLState()).as(e.getMessage()).isIn(READ_AGAIN);
                lostReads++;
            }
        }
        throw new AssertionError("a read got no answer in " + MOST_ATTEMPTS + " attempts");
    }

    @FunctionalInterface
    private interface Reading<T> {
        T read() throws SQLException;
    }

    @Override
    public void close() throws SQLException, IOException {
        connection.close();
        network.close();
    }
}
