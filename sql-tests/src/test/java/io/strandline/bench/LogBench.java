package io.strandline.bench;

import io.strandline.bench.Bench.Line;
import io.strandline.bench.EventPeer.Event;
import io.strandline.fixtures.KafkaServer;
import io.strandline.log.Bytes;
import io.strandline.log.KeyedEvent;
import io.strandline.log.LatestView;
import io.strandline.log.LogOptions;
import io.strandline.log.MetadataEventLog;
import io.strandline.log.ViewOptions;
import io.strandline.log.file.SnapshotFile;
import io.strandline.log.kafka.KafkaEventLog;
import io.strandline.log.kafka.KafkaSettings;
import io.strandline.log.store.StoreEventLog;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Events of 1 KiB, published one by one, in groups of 1,000 and by many at a time, and read whole and in ranges of 100: in the
 * store beside the bare database, and on Kafka beside its bare client, turn by turn in the same run. What many publish at a
 * time is beside one who commits as many in each transaction, and waits for nobody. And a view from its snapshot beside
 * the same one from the log.
 */
final class LogBench {
    private static final String NAME = "log.";
    private static final int GROUP = 1_000;
    private static final int RANGE = 100;
    private static final int TURNS = 3;
    private static final int GROUP_TURNS = 5;

    private final Consumer<Line> lines;
    private final Random random = new Random(1);
    private final int events;
    private final int ones;
    private final int together;
    private long keys;

    private LogBench(boolean quick, Consumer<Line> lines) {
        this.lines = lines;
        this.events = quick ? 50_000 : 500_000;
        this.ones = quick ? 500 : 2_000;
        this.together = quick ? 10_000 : 40_000;
    }

    static void run(boolean quick, Consumer<Line> lines) throws Exception {
        LogBench bench = new LogBench(quick, lines);
        String work = System.getProperty("strandline.bench.work", "sqlite,postgresql,kafka");
        if (work.contains("sqlite")) {
            Path folder = Files.createTempDirectory("strandline-bench");
            bench.store(
                    "sqlite", "jdbc:sqlite:" + folder.resolve("store.db"), "jdbc:sqlite:" + folder.resolve("bare.db"));
        }
        if (work.contains("postgresql")) {
            bench.postgresql();
        }
        if (work.contains("kafka")) {
            bench.kafka();
        }
    }

    private void postgresql() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("synchronous_commit", "on")
                .start()) {
            String url = server.getJdbcUrl("postgres", "postgres");
            // binary values, as the store asks for
            store("postgresql", url + "&currentSchema=bench", url + "&prepareThreshold=-1");
        }
    }

    private void kafka() throws Exception {
        try (KafkaServer server = KafkaServer.start()) {
            LogOptions options = LogOptions.compacted("bench", 1);
            KafkaSettings settings = new KafkaSettings(server.bootstrap(), "bench", null, Map.of());
            try (EventPeer log = new LogPeer(KafkaEventLog.open(options, settings));
                    EventPeer bare = new KafkaPeer(server.bootstrap(), "bare")) {
                compare("kafka", log, bare);
            }
        }
    }

    private void store(String kind, String url, String bareUrl) throws Exception {
        try (StoreDatabase store = StoreDatabase.open(StoreOptions.of(url), "log")) {
            LogOptions options = LogOptions.compacted("bench", 1);
            try (EventPeer log = new LogPeer(StoreEventLog.open(store, options, Clock.systemUTC()));
                    EventPeer bare = new DatabasePeer(bareUrl)) {
                compare(kind, log, bare);
                for (int publishers : new int[] {8, 64}) {
                    many(kind, publishers, log, bare);
                }
            }
            try (MetadataEventLog log =
                    StoreEventLog.open(store, LogOptions.compacted("states", 1), Clock.systemUTC())) {
                restart(kind, log);
            }
        }
    }

    private List<Event> group(int many) {
        return IntStream.range(0, many).mapToObj(i -> event()).toList();
    }

    private Event event() {
        byte[] value = new byte[1_024];
        random.nextBytes(value);
        return new Event(Long.toString(keys++).getBytes(StandardCharsets.US_ASCII), value);
    }

    /** All lines of a log and its floor; the first turn of each only warms up. */
    private void compare(String kind, EventPeer log, EventPeer bare) throws Exception {
        List<EventPeer> peers = List.of(bare, log);
        List<List<Event>> groups =
                IntStream.range(0, 10).mapToObj(i -> group(GROUP)).toList();
        double[] grouped = new double[2];
        for (int turn = -1; turn < GROUP_TURNS; turn++) {
            for (int i = 0; i < 2; i++) {
                long begun = System.nanoTime();
                for (int done = 0; done < events / GROUP_TURNS; done += GROUP) {
                    peers.get(i).publishGroup(groups.get(done / GROUP % groups.size()));
                }
                grouped[i] += turn < 0 ? 0 : System.nanoTime() - begun;
            }
        }
        for (int i = 0; i < 2; i++) {
            grouped[i] = events * 1e9 / grouped[i];
        }
        add(kind, "group", grouped, "events/s", grouped[0] / grouped[1]);
        bare.settle();
        double[] one = medians(peers, ones, peer -> {
            peer.publish(groups.get(0).get(random.nextInt(GROUP)));
            return 1;
        });
        add(kind, "publish", one, "ms", one[1] / one[0]);
        double[] read = medians(peers, 1, peer -> peer.read(0, events));
        double[] rates = {events * 1e3 / read[0], events * 1e3 / read[1]};
        add(kind, "read", rates, "events/s", rates[0] / rates[1]);
        double[] range = medians(peers, ones, peer -> {
            long from = random.nextInt(events - RANGE);
            return peer.read(from, from + RANGE);
        });
        add(kind, "range", range, "ms", range[1] / range[0]);
    }

    /** What the bare one and the log did, and how many times as long the log takes. */
    private void add(String kind, String work, double[] values, String unit, double ratio) {
        lines.accept(new Line(NAME + kind + "." + work + ".bare", values[0], unit));
        lines.accept(new Line(NAME + kind + "." + work, values[1], unit));
        lines.accept(new Line(NAME + "ratio." + kind + "." + work + "_vs_bare", ratio, "x"));
    }

    /** Something a peer does; its answer keeps it from being left out. */
    @FunctionalInterface
    private interface Work {
        long of(EventPeer peer) throws Exception;
    }

    /** Medians in milliseconds, of each peer in turn. */
    private static double[] medians(List<EventPeer> peers, int times, Work work) throws Exception {
        double[][] spent = new double[peers.size()][times * TURNS];
        for (int turn = -1; turn < TURNS; turn++) {
            for (int peer = 0; peer < peers.size(); peer++) {
                for (int i = 0; i < times; i++) {
                    long begun = System.nanoTime();
                    if (work.of(peers.get(peer)) == 0) {
                        throw new IllegalStateException("nothing was there");
                    }
                    if (turn >= 0) {
                        spent[peer][turn * times + i] = (System.nanoTime() - begun) / 1e6;
                    }
                }
            }
        }
        return Arrays.stream(spent)
                .mapToDouble(each -> {
                    Arrays.sort(each);
                    return each[each.length / 2];
                })
                .toArray();
    }

    /** Publishers that each wait for their own event, beside one who commits as many in one transaction. */
    private void many(String kind, int publishers, EventPeer log, EventPeer ideal) throws Exception {
        List<Event> group = group(publishers);
        int times = together / publishers;
        double best = 0;
        double shared = 0;
        for (int turn = 0; turn < TURNS; turn++) {
            long begun = System.nanoTime();
            for (int i = 0; i < times; i++) {
                ideal.publishGroup(group);
            }
            best = Math.max(best, (double) times * publishers * 1e9 / (System.nanoTime() - begun));
            begun = System.nanoTime();
            together(publishers, publisher -> {
                for (int i = 0; i < times; i++) {
                    log.publish(group.get(publisher));
                }
            });
            shared = Math.max(shared, (double) times * publishers * 1e9 / (System.nanoTime() - begun));
        }
        String name = kind + "." + publishers + "_publishers";
        lines.accept(new Line(NAME + name + ".ideal", best, "events/s"));
        lines.accept(new Line(NAME + name, shared, "events/s"));
        lines.accept(new Line(NAME + "ratio." + name + "_vs_ideal", best / shared, "x"));
    }

    /** What one of many does. */
    @FunctionalInterface
    private interface Part {
        void of(int number) throws Exception;
    }

    private static void together(int many, Part part) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(many);
        try {
            List<Callable<Integer>> parts = IntStream.range(0, many)
                    .<Callable<Integer>>mapToObj(number -> () -> {
                        part.of(number);
                        return number;
                    })
                    .toList();
            for (Future<Integer> one : threads.invokeAll(parts)) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** A view of a thousand keys from a log that nobody has compacted, and from its snapshot. */
    private void restart(String kind, MetadataEventLog log) throws Exception {
        for (int done = 0; done < events; done += GROUP) {
            log.publishKeyedGroup(group(GROUP).stream()
                    .map(event -> new KeyedEvent(0, keyOf(event), Bytes.copyOf(event.value())))
                    .toList());
        }
        Path folder = Files.createTempDirectory("strandline-bench");
        ViewOptions options = ViewOptions.DEFAULTS
                .waitedFor(Duration.ofMinutes(10))
                .from(new SnapshotFile(folder.resolve("states.view")));
        double replay = 0;
        double restored = 0;
        for (int turn = 0; turn < 3; turn++) {
            replay = first(log, ViewOptions.DEFAULTS.waitedFor(options.patience()));
            try (LatestView kept = new LatestView(log, options, Clock.systemUTC())) {
                kept.all(() -> {});
            }
            restored = first(log, options);
        }
        lines.accept(new Line(NAME + kind + ".view.replay", replay, "ms"));
        lines.accept(new Line(NAME + kind + ".view.snapshot", restored, "ms"));
        lines.accept(new Line(NAME + "ratio." + kind + ".snapshot_vs_replay", restored / replay, "x"));
    }

    private static Bytes keyOf(Event event) {
        String number = new String(event.key(), StandardCharsets.US_ASCII);
        return Bytes.ofText("k" + Long.parseLong(number) % GROUP);
    }

    /** How long the first answer takes. */
    private static double first(MetadataEventLog log, ViewOptions options) {
        LatestView view = new LatestView(log, options, Clock.systemUTC());
        long begun = System.nanoTime();
        if (view.all(() -> {}).size() != GROUP) {
            throw new IllegalStateException("the view has other keys");
        }
        return (System.nanoTime() - begun) / 1e6;
    }
}
