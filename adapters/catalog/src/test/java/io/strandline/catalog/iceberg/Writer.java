package io.strandline.catalog.iceberg;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.Planner;
import io.strandline.catalog.ReconcileOptions;
import io.strandline.catalog.TableReconciler;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.TestEffects;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A process of several threads that each add columns of their own to one table. It says a line for each: {@code DONE name} or
 * {@code REFUSED name state}.
 */
final class Writer {
    private static final PrintStream OUT =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

    static final TableRef REF = new TableRef("lake", List.of("sales"), "orders");

    private Writer() {}

    static Lake lake(String uri, String warehouse) {
        return new Lake("lake", Map.of("type", "jdbc", "uri", uri, "warehouse", warehouse));
    }

    /** Arguments: URI of the catalog's database, warehouse, name of the process, threads, columns of each. */
    public static void main(String[] arguments) throws Exception {
        int threads = Integer.parseInt(arguments[3]);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try (Lake lake = lake(arguments[0], arguments[1])) {
            List<Future<?>> writers = new ArrayList<>();
            // all of them begin when somebody says so
            if (System.in.read() < 0) {
                throw new IllegalStateException("nobody began");
            }
            for (int thread = 0; thread < threads; thread++) {
                String prefix = "p" + arguments[2] + "_t" + thread + "_";
                writers.add(executor.submit(() -> write(lake, prefix, Integer.parseInt(arguments[4]))));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        } finally {
            executor.shutdownNow();
        }
    }

    private static void write(Lake lake, String prefix, int columns) {
        TableReconciler reconciler = new TableReconciler(
                new Catalogs(List.of(lake.catalog)),
                new Planner(LocationRules.defaults()),
                Clock.systemUTC(),
                TableReconciler.DEFAULT_ATTEMPTS);
        for (int i = 0; i < columns; i++) {
            String name = prefix + i;
            TestEffects effects = new TestEffects(intent ->
                    reconciler.resolvers().get("catalog.reconcile_table").resolve(intent));
            try {
                reconciler.reconcile(
                        REF,
                        "{\"columns\": [{\"name\": \"" + name + "\", \"type\": \"int\"}]}",
                        ReconcileOptions.plain(),
                        new TestCall(effects));
                OUT.println("DONE " + name);
            } catch (StrandlineException e) {
                OUT.println("REFUSED " + name + " " + e.code().sqlState());
            }
        }
    }
}
