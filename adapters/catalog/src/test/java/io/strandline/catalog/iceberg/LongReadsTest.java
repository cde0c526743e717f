package io.strandline.catalog.iceberg;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.strandline.catalog.RowsWanted;
import io.strandline.catalog.Secrets;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads and plans that take long: each request is short, and what is closed meanwhile ends and frees what it has (GW-5). */
class LongReadsTest {
    private static final Schema SCHEMA = new Schema(optional(1, "id", Types.LongType.get()));
    private static final Duration STUCK = Duration.ofSeconds(30);
    private static final RowsWanted ALL = new RowsWanted(List.of(0), List.of(), OptionalLong.empty());

    @TempDir
    Path directory;

    private RowLake rows;
    private Table table;

    @BeforeEach
    void open() {
        rows = new RowLake(directory);
        table = rows.create("t", 2, SCHEMA, PartitionSpec.unpartitioned());
    }

    @AfterEach
    void close() {
        rows.close();
    }

    private ScanReading reading() {
        LoadedMetadata loaded =
                new LoadedMetadata(((HasTableOperations) table).operations().current(), table.io(), table);
        return new ScanReading(rows.ref("t"), loaded, table.schema(), ALL, Secrets.none());
    }

    /** A hundred rows, of which the last is left. */
    private FileScanTask nearlyAllDeleted() throws IOException {
        List<Record> hundred = LongStream.range(0, 100)
                .mapToObj(id -> RowLake.row(table.schema(), id))
                .toList();
        DataFile file = RowLake.append(table, hundred).keySet().iterator().next();
        RowLake.delete(
                table,
                RowLake.byPosition(table, 2, file, LongStream.range(0, 99).toArray()));
        try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
            return tasks.iterator().next();
        }
    }

    /** However many deleted rows a file has, no request for some of it takes long. */
    @Test
    void aReadThatFindsNothingForLongIsNotAtItsEnd() throws IOException {
        AtomicLong clock = new AtomicLong();
        RowCursor cursor = new RowCursor(
                reading(),
                nearlyAllDeleted(),
                () -> clock.addAndGet(Duration.ofSeconds(1).toNanos()));
        FileCursor.Batch<Object[]> batch = cursor.next();
        assertThat(batch.found()).isEmpty();
        int batches = 1;
        List<Object> ids = new ArrayList<>();
        while (!batch.isLast()) {
            batch = cursor.next();
            batches++;
            batch.found().forEach(row -> ids.add(row[0]));
        }
        assertThat(ids).containsExactly(99L);
        assertThat(batches).isGreaterThan(50);
        assertThat(rows.ours(rows.now("t"))).containsExactly(List.of(99L));
    }

    /** GW-5 */
    @Test
    void aReadThatFindsNothingEndsWhenNobodyWantsMore() throws IOException {
        AtomicInteger looks = new AtomicInteger();
        AtomicReference<RowCursor> reader = new AtomicReference<>();
        RowCursor cursor = new RowCursor(reading(), nearlyAllDeleted(), () -> {
            if (looks.incrementAndGet() == 10) {
                CompletableFuture.runAsync(() -> reader.get().end()).join();
            }
            return 0;
        });
        reader.set(cursor);
        assertThat(cursor.next().found()).isEmpty();
        assertThat(looks).hasValueLessThan(20);
        assertThat(cursor.next().isLast()).isTrue();
    }

    @Test
    void aPlanThatIsClosedMeanwhileFreesWhatItOpened() throws InterruptedException {
        CountDownLatch planning = new CountDownLatch(1);
        CompletableFuture<Iterator<FileScanTask>> answer = new CompletableFuture<>();
        AtomicInteger freed = new AtomicInteger();
        CloseableIterable<FileScanTask> tasks = CloseableIterable.combine(
                () -> {
                    planning.countDown();
                    return answer.join();
                },
                freed::incrementAndGet);
        TableScan scan = (TableScan) Proxy.newProxyInstance(
                TableScan.class.getClassLoader(),
                new Class<?>[] {TableScan.class},
                (proxy, method, arguments) -> tasks);
        PlannedFiles files = new PlannedFiles(
                scan,
                request -> {
                    try {
                        return request.call();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                reading());
        CompletableFuture<Boolean> reader = CompletableFuture.supplyAsync(files::hasNext);
        planning.await();
        assertTimeoutPreemptively(STUCK, files::close);
        assertThat(freed).hasValue(0);
        answer.complete(Collections.emptyIterator());
        assertThat(reader.join()).isFalse();
        assertThat(freed).hasPositiveValue();
    }
}
