package io.strandline.bench;

import io.strandline.bench.Bench.Line;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.apache.iceberg.jdbc.JdbcCatalog;

/** What the questions of {@link CatalogBench} cost with Iceberg's plain client, two threads, in a JVM of its own. */
final class CatalogFloor {
    private static final int THREADS = 2;
    private static final TableIdentifier BIG = TableIdentifier.of("big", "big");
    private static final TableIdentifier ONE = TableIdentifier.of(LakeOfMany.namespace(5), LakeOfMany.table(5));

    private CatalogFloor() {}

    /** Arguments: the folder of the lake. Prints lines. */
    public static void main(String[] arguments) throws Exception {
        Bench.quietLogs();
        try (JdbcCatalog client = LakeOfMany.client(Path.of(arguments[0]))) {
            String name = CatalogBench.NAME + "floor.";
            List<Line> lines = new ArrayList<>();
            lines.addAll(Timing.of(name + "columns", 5, () -> columns(client)));
            lines.addAll(Timing.of(name + "tables", 9, () -> tables(client).size()));
            lines.addAll(Timing.of(
                    name + "point",
                    99,
                    () -> client.loadTable(ONE).schema().columns().size()));
            lines.addAll(Timing.of(name + "files", 5, () -> files(client.loadTable(BIG))));
            lines.addAll(Timing.of(name + "partition", 7, () -> onePartition(client.loadTable(BIG))));
            lines.forEach(Bench.out()::println);
        }
    }

    private static List<TableIdentifier> tables(JdbcCatalog client) {
        List<TableIdentifier> all = new ArrayList<>();
        for (Namespace namespace : client.listNamespaces()) {
            all.addAll(client.listTables(namespace));
        }
        return all;
    }

    private static long columns(JdbcCatalog client) throws Exception {
        return each(
                THREADS,
                tables(client),
                table -> client.loadTable(table).schema().columns().size());
    }

    private static long files(Table table) throws Exception {
        return each(THREADS, table.currentSnapshot().dataManifests(table.io()), manifest -> {
            try (ManifestReader<DataFile> all = ManifestFiles.read(manifest, table.io(), table.specs());
                    CloseableIterator<DataFile> files =
                            all.select(Set.of("file_size_in_bytes")).iterator()) {
                return sum(files);
            }
        });
    }

    /** The bytes of all files, so that none need not be looked at. */
    private static long sum(CloseableIterator<DataFile> files) {
        long bytes = 0;
        while (files.hasNext()) {
            bytes += files.next().fileSizeInBytes();
        }
        return bytes;
    }

    private static long onePartition(Table table) throws Exception {
        long bytes = 0;
        try (CloseableIterable<FileScanTask> tasks = table.newScan()
                .filter(Expressions.equal("part", LakeOfMany.partition()))
                .planFiles()) {
            for (FileScanTask task : tasks) {
                bytes += task.file().fileSizeInBytes();
            }
        }
        return bytes;
    }

    /** What is done for one item. */
    @FunctionalInterface
    interface Work<T> {
        long of(T item) throws Exception;
    }

    /** The sum of what the work gives for the items, done on that many threads. */
    static <T> long each(int atOnce, List<T> items, Work<T> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(atOnce);
        try {
            AtomicInteger next = new AtomicInteger();
            List<Future<Long>> sums = new ArrayList<>();
            for (int thread = 0; thread < atOnce; thread++) {
                sums.add(threads.submit(() -> {
                    long sum = 0;
                    for (int i = next.getAndIncrement(); i < items.size(); i = next.getAndIncrement()) {
                        sum += work.of(items.get(i));
                    }
                    return sum;
                }));
            }
            long sum = 0;
            for (Future<Long> one : sums) {
                sum += one.get();
            }
            return sum;
        } finally {
            threads.shutdown();
        }
    }
}
