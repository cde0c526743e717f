package io.strandline.reconcile;

import io.strandline.catalog.Namespace;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TablePage;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableStorage;
import io.strandline.common.CallContext;
import io.strandline.common.TableRef;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A real catalog in which something happens, or fails, at a moment the test chooses; and which counts. */
final class HookedCatalog implements TableCatalog {
    final AtomicInteger requests = new AtomicInteger();
    final AtomicInteger drops = new AtomicInteger();
    volatile Consumer<List<String>> beforeList = namespace -> {};
    volatile Runnable beforeCount = () -> {};
    volatile Consumer<TableRef> beforeDescribe = table -> {};
    volatile Consumer<TableRef> beforeExists = table -> {};
    volatile Consumer<TableRef> beforeDrop = table -> {};
    volatile Consumer<TableRef> afterDrop = table -> {};
    volatile boolean keepsFiles = true;
    volatile boolean tellsOfFiles = true;
    volatile int largestPage = Integer.MAX_VALUE;
    private final TableCatalog real;

    HookedCatalog(TableCatalog real) {
        this.real = real;
    }

    @Override
    public String name() {
        return real.name();
    }

    @Override
    public String type() {
        return real.type();
    }

    @Override
    public Map<String, String> properties() {
        return real.properties();
    }

    @Override
    public boolean dropKeepsFiles() {
        return keepsFiles;
    }

    @Override
    public void probe(CallContext call) {
        requests.incrementAndGet();
        real.probe(call);
    }

    @Override
    public List<Namespace> namespaces(CallContext call) {
        requests.incrementAndGet();
        return real.namespaces(call);
    }

    @Override
    public TablePage list(List<String> namespace, Optional<String> after, int limit, CallContext call) {
        requests.incrementAndGet();
        beforeList.accept(namespace);
        return real.list(namespace, after, Math.min(limit, largestPage), call);
    }

    @Override
    public OptionalLong count(List<String> namespace, CallContext call) {
        beforeCount.run();
        return real.count(namespace, call);
    }

    @Override
    public Optional<TableState> describe(TableRef table, CallContext call) {
        requests.incrementAndGet();
        beforeDescribe.accept(table);
        return real.describe(table, call);
    }

    @Override
    public boolean exists(TableRef table, CallContext call) {
        requests.incrementAndGet();
        beforeExists.accept(table);
        return real.exists(table, call);
    }

    @Override
    public boolean drop(TableRef table, CallContext call) {
        requests.incrementAndGet();
        beforeDrop.accept(table);
        drops.incrementAndGet();
        boolean dropped = real.drop(table, call);
        afterDrop.accept(table);
        return dropped;
    }

    @Override
    public Optional<TableStorage> storage() {
        return tellsOfFiles ? real.storage() : Optional.empty();
    }

    @Override
    public void close() {
        real.close();
    }
}
