package io.strandline.bench;

import io.strandline.bench.Bench.Line;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.manifest.CommitOutcome;
import io.strandline.manifest.Dataset;
import io.strandline.manifest.ManifestEntry;
import io.strandline.manifest.ManifestName;
import io.strandline.manifest.ManifestStore;
import io.strandline.manifest.ManifestVersion;
import io.strandline.manifest.NamingScheme;
import io.strandline.manifest.Put;
import io.strandline.manifest.local.LocalObjects;
import io.strandline.manifest.store.StoredManifests;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Commits per second of 1, 8 and 64 writers on local files, each to a dataset of its own and all to one; as the floor, in the
 * same run and turn by turn, what no commit does without: two writes of the store and one copy of a file that is synced, in a
 * directory of each writer. All stage what they commit; what is staged is removed by commits only. Each is measured {@value #TURNS} times in turn, and the median counts.
 */
final class ManifestBench {
    private static final String NAME = "manifest.";
    private static final int TURNS = 5;
    private static final int MOST_WRITERS = 64;
    private static final byte[] MANIFEST = new byte[4_096];

    private ManifestBench() {}

    /** One commit of that writer; false if it has to be made again. */
    @FunctionalInterface
    private interface Work {
        boolean commit(int writer) throws IOException;
    }

    static List<Line> run(boolean quick) throws Exception {
        List<Line> lines = new ArrayList<>();
        Path folder = Files.createTempDirectory("strandline-bench");
        try (EmbeddedPostgres postgresql = EmbeddedPostgres.start()) {
            measure("sqlite", "jdbc:sqlite:" + folder.resolve("store.db"), folder, quick, lines);
            String url = postgresql.getJdbcUrl("postgres", "postgres") + "&currentSchema=bench";
            measure("postgresql", url, folder, quick, lines);
        }
        return lines;
    }

    private static void measure(String kind, String url, Path folder, boolean quick, List<Line> lines)
            throws Exception {
        Duration time = Duration.ofMillis(quick ? 2_000 : 5_000);
        try (StoreDatabase store = StoreDatabase.open(StoreOptions.of(url).withReaders(16), "manifest")) {
            StoredManifests manifests = new StoredManifests(store, LocationRules.defaults(), Clock.systemUTC());
            calls(kind, manifests, folder, lines);
            for (int writers : new int[] {1, 8, MOST_WRITERS}) {
                String of = NAME + kind + "." + writers;
                Work floor = floor(store, folder.resolve(kind + "-floor-" + writers));
                Work own = alone(manifests, folder.resolve(kind + "-own-" + writers));
                Work one = together(manifests, folder.resolve(kind + "-one-" + writers));
                List<Work> all = List.of(floor, own, one);
                for (Work work : all) {
                    rate(work, writers, time.dividedBy(2));
                }
                double[] rates = medians(all, writers, time.dividedBy(TURNS));
                lines.add(new Line(of + ".floor", rates[0], "commits/s"));
                lines.add(new Line(of + ".own_dataset", rates[1], "commits/s"));
                lines.add(new Line(of + ".one_dataset", rates[2], "commits/s"));
                lines.add(new Line(NAME + "ratio." + kind + "." + writers + "_vs_floor", rates[0] / rates[1], "x"));
            }
        }
    }

    /** In turn, so that what else the machine does falls on all of them. */
    private static double[] medians(List<Work> works, int writers, Duration time) {
        double[][] rates = new double[works.size()][TURNS];
        for (int turn = 0; turn < TURNS; turn++) {
            for (int work = 0; work < works.size(); work++) {
                rates[work][turn] = rate(works.get(work), writers, time);
            }
        }
        return Arrays.stream(rates)
                .mapToDouble(each -> Arrays.stream(each).sorted().toArray()[TURNS / 2])
                .toArray();
    }

    private static double rate(Work work, int writers, Duration time) {
        AtomicLong commits = new AtomicLong();
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        try {
            long begun = System.nanoTime();
            List<Future<?>> ends = new ArrayList<>();
            for (int writer = 0; writer < writers; writer++) {
                int number = writer;
                ends.add(threads.submit(() -> {
                    while (System.nanoTime() - begun < time.toNanos()) {
                        if (work.commit(number)) {
                            commits.incrementAndGet();
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
            return commits.get() * 1e9 / (System.nanoTime() - begun);
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Two writes of one row, as wide as a version's record and as unique, and one copy between them. */
    private static Work floor(StoreDatabase store, Path place) throws IOException {
        for (int writer = 0; writer < MOST_WRITERS; writer++) {
            Files.createDirectories(place.resolve("d" + writer));
        }
        store.change(dsl -> {
            dsl.execute("DROP TABLE IF EXISTS floor");
            dsl.execute(
                    "CREATE TABLE floor (dataset BIGINT, version BIGINT, path TEXT, size_bytes BIGINT, commit_id TEXT,"
                            + " committer TEXT, committed_at BIGINT, UNIQUE (dataset, version))");
        });
        AtomicLongArray versions = new AtomicLongArray(MOST_WRITERS);
        return writer -> {
            Path folder = place.resolve("d" + writer);
            long version = versions.incrementAndGet(writer);
            String id = UUID.randomUUID().toString();
            Path staged = Files.write(folder.resolve(id + ".staged"), MANIFEST);
            store.change(dsl -> dsl.execute(
                    "INSERT INTO floor VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (long) writer,
                    version,
                    staged.toString(),
                    (long) MANIFEST.length,
                    id,
                    "bench",
                    System.currentTimeMillis()));
            Path copy = Files.copy(staged, folder.resolve(id));
            sync(copy);
            sync(folder);
            store.change(dsl -> dsl.execute(
                    "UPDATE floor SET path = ? WHERE dataset = ? AND version = ?",
                    copy.toString(),
                    (long) writer,
                    version));
            return true;
        };
    }

    private static void sync(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Each writer to a dataset that only it writes, whose next version it knows. */
    private static Work alone(ManifestStore manifests, Path folder) {
        LocalObjects objects = new LocalObjects();
        Map<Integer, Dataset> datasets = new ConcurrentHashMap<>();
        AtomicLongArray versions = new AtomicLongArray(MOST_WRITERS);
        return writer -> {
            Path place = folder.resolve("d" + writer);
            Dataset dataset = datasets.computeIfAbsent(writer, made -> open(manifests, place));
            return commit(manifests, objects, place, dataset, ManifestVersion.of(versions.incrementAndGet(writer)));
        };
    }

    /** All writers to one dataset, whose latest version each asks for. */
    private static Work together(ManifestStore manifests, Path folder) {
        LocalObjects objects = new LocalObjects();
        Dataset dataset = open(manifests, folder);
        return writer -> commit(manifests, objects, folder, dataset, next(manifests, dataset));
    }

    private static Dataset open(ManifestStore manifests, Path place) {
        try {
            Files.createDirectories(place.resolve(ManifestName.DIRECTORY));
            return manifests.open(Location.parse(place.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ManifestVersion next(ManifestStore manifests, Dataset dataset) {
        return manifests
                .latest(dataset.base())
                .map(ManifestEntry::version)
                .map(ManifestVersion::next)
                .orElse(ManifestVersion.of(1));
    }

    private static boolean commit(
            ManifestStore manifests, LocalObjects objects, Path place, Dataset dataset, ManifestVersion version)
            throws IOException {
        String staging =
                NamingScheme.V2.name(version).stagedAs(UUID.randomUUID()).path();
        Files.write(place.resolve(staging), MANIFEST);
        CommitOutcome outcome = manifests.put(
                new Put(
                        dataset,
                        version,
                        staging,
                        MANIFEST.length,
                        NamingScheme.V2,
                        UUID.randomUUID().toString(),
                        "bench"),
                objects);
        if (outcome instanceof CommitOutcome.Unknown unknown) {
            throw new IllegalStateException(unknown.detail());
        }
        return outcome instanceof CommitOutcome.Committed;
    }

    /** Calls of the index that one commit makes, and that a look for the latest makes (MAN-11). */
    private static void calls(String kind, ManifestStore manifests, Path folder, List<Line> lines) {
        AtomicLong calls = new AtomicLong();
        ManifestStore counted = counted(manifests, calls);
        Path place = folder.resolve(kind + "-calls");
        try {
            Dataset dataset = open(counted, place);
            calls.set(0);
            commit(counted, new LocalObjects(), place, dataset, ManifestVersion.of(1));
            lines.add(new Line(NAME + kind + ".calls_per_commit", calls.get(), "calls"));
            calls.set(0);
            counted.latestLocation(Location.parse(place.toString()), new LocalObjects());
            lines.add(new Line(NAME + kind + ".calls_per_latest", calls.get(), "calls"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Counts what is asked of the index; the protocol in the default methods runs over the count. */
    private static ManifestStore counted(ManifestStore manifests, AtomicLong calls) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.isDefault() && !method.getName().equals("keepsCommitIds")) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            if (!method.isDefault()) {
                calls.incrementAndGet();
            }
            try {
                return method.invoke(manifests, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
        return (ManifestStore) Proxy.newProxyInstance(
                ManifestStore.class.getClassLoader(), new Class<?>[] {ManifestStore.class}, handler);
    }
}
