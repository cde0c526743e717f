package io.strandline.bench;

import io.strandline.bench.Bench.Line;
import io.strandline.catalog.Catalogs;
import io.strandline.catalog.TableCatalog;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.SqlNames;
import io.strandline.reconcile.Evidence;
import io.strandline.reconcile.Finding;
import io.strandline.reconcile.FindingKind;
import io.strandline.reconcile.Reconciler;
import io.strandline.reconcile.store.StoredScans;
import io.strandline.registry.Connection;
import io.strandline.registry.Connections;
import io.strandline.registry.store.StoredRegistrations;
import io.strandline.registry.store.StoredSources;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * One measurement of {@link ReconcileScale}, in a JVM of its own whose heap is bounded: {@code synthetic|jdbc|rest TABLES
 * FOLDER STORE_URL [CATALOG_URI]}.
 */
public final class ReconcileScaleWork {
    private static final int LOOK_UPS = 8;
    private static final String NAME = "reconcile-scale.";

    private ReconcileScaleWork() {}

    /** Measures and prints. */
    public static void main(String[] arguments) throws Exception {
        Bench.quietLogs();
        String what = arguments[0];
        int tables = Integer.parseInt(arguments[1]);
        Path folder = Path.of(arguments[2]);
        List<Line> lines;
        try (ScaleStore store = ScaleStore.open(arguments[3])) {
            lines = what.equals("synthetic")
                    ? synthetic(store, tables)
                    : real(store, tables, what, RealLake.open(what, folder, arguments));
        }
        lines.forEach(Bench.out()::println);
        System.exit(0);
    }

    private static List<Line> synthetic(ScaleStore store, int tables) {
        store.register(tables, SyntheticLake.NAME, SqlNames.dotted(SyntheticLake.NAMESPACE), i -> registered(i));
        SyntheticLake lake = new SyntheticLake(tables);
        List<Location> external = IntStream.range(0, SyntheticLake.BUCKETS)
                .mapToObj(bucket -> Location.parse("s3://bucket-" + bucket + "/warehouse"))
                .toList();
        ExecutorService executor = Executors.newCachedThreadPool();
        Reconciler reconciler = reconciler(store, lake, SyntheticLake.NAMESPACE, external, executor);
        int runs = tables >= 1_000_000 ? 7 : 21;
        double[] floors = new double[runs];
        double[] merges = new double[runs];
        Heap.watch();
        for (int run = -runs / 2; run < runs; run++) {
            double floor = seconds(() -> checkFloor(store, lake));
            double merge = seconds(() -> checkMerge(reconciler, tables));
            if (run >= 0) {
                floors[run] = floor;
                merges[run] = merge;
            }
        }
        long peak = Heap.mostAfterACollection();
        long alone = Heap.live();
        AtomicLong atTheEnd = new AtomicLong();
        lake.beforeEnd(() -> atTheEnd.set(Heap.live()));
        checkMerge(reconciler, tables);
        executor.shutdown();
        String sized = NAME + tables;
        double floor = median(floors);
        double merge = median(merges);
        return List.of(
                new Line(sized + ".floor", floor, "s"),
                new Line(sized + ".merge", merge, "s"),
                new Line(sized + ".merge_vs_floor", merge / floor, "x"),
                new Line(sized + ".heap_after_gc_peak", peak / 1048576.0, "MiB"),
                new Line(sized + ".heap_limit", Runtime.getRuntime().maxMemory() / 1048576.0, "MiB"),
                new Line(sized + ".beyond_floor", (atTheEnd.get() - alone) / (double) tables, "bytes/table"));
    }

    /** One in a hundred has another name, one another place. */
    private static ScaleStore.Row registered(int i) {
        String name = SyntheticLake.name(i);
        String location = SyntheticLake.location(i);
        return switch (i % 100) {
            case 1 -> new ScaleStore.Row(name + "_gone", location + "-gone");
            case 2 -> new ScaleStore.Row(name, location + "-moved");
            default -> new ScaleStore.Row(name, location);
        };
    }

    private static void checkFloor(ScaleStore store, SyntheticLake lake) {
        int[] counts =
                store.floor(SyntheticLake.NAME, SqlNames.dotted(SyntheticLake.NAMESPACE), lake.names, lake.locations);
        int one = lake.names.length / 100;
        int[] expected = {lake.names.length - 2 * one, one, one, one};
        if (!Arrays.equals(counts, expected)) {
            throw new IllegalStateException("the floor found " + Arrays.toString(counts));
        }
    }

    private static void checkMerge(Reconciler reconciler, int tables) {
        List<Finding> found =
                reconciler.findings(connection -> true, null, new ScaleCall()).toList();
        for (FindingKind kind : List.of(FindingKind.ORPHAN, FindingKind.MISSING, FindingKind.DRIFTED)) {
            int count = Collections.frequency(found.stream().map(Finding::kind).toList(), kind);
            if (count != tables / 100) {
                throw new IllegalStateException(count + " findings of kind " + kind);
            }
        }
        if (found.size() != 3 * (tables / 100)) {
            throw new IllegalStateException(found.size() + " findings");
        }
    }

    private static List<Line> real(ScaleStore store, int tables, String kind, RealLake lake) {
        try (lake) {
            lake.create(tables);
            store.register(tables, RealLake.NAME, SqlNames.dotted(RealLake.NAMESPACE), lake::registered);
            ExecutorService executor = Executors.newCachedThreadPool();
            Reconciler reconciler =
                    reconciler(store, lake.catalog(), RealLake.NAMESPACE, List.of(lake.warehouse()), executor);
            Heap.watch();
            double[] runs = new double[3];
            checkMerge(reconciler, tables);
            for (int run = 0; run < runs.length; run++) {
                runs[run] = seconds(() -> checkMerge(reconciler, tables));
            }
            executor.shutdown();
            String sized = NAME + kind + "." + tables;
            return List.of(
                    new Line(sized + ".merge", median(runs), "s"),
                    new Line(sized + ".rate", tables / median(runs), "tables/s"),
                    new Line(sized + ".heap_after_gc_peak", Heap.mostAfterACollection() / 1048576.0, "MiB"));
        }
    }

    private static Reconciler reconciler(
            ScaleStore store,
            TableCatalog catalog,
            List<String> namespace,
            List<Location> external,
            ExecutorService executor) {
        Connection connection = new Connection(
                ScaleStore.CONNECTION, catalog.name(), namespace, false, external, null, null, "benchmark");
        Evidence evidence = new Evidence(
                new Catalogs(List.of(catalog)),
                new StoredRegistrations(store.database),
                new StoredSources(store.database),
                null,
                LocationRules.defaults());
        return new Reconciler(
                new Connections(List.of(connection)),
                evidence,
                new StoredScans(store.database),
                executor,
                LOOK_UPS,
                Clock.systemUTC());
    }

    private static double seconds(Runnable work) {
        long began = System.nanoTime();
        work.run();
        return (System.nanoTime() - began) / 1e9;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
