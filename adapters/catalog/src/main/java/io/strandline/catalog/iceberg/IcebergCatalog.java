package io.strandline.catalog.iceberg;

import io.strandline.catalog.BackendCalls;
import io.strandline.catalog.CredentialVending;
import io.strandline.catalog.EntryChanges;
import io.strandline.catalog.Namespace;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableChange;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableFiles;
import io.strandline.catalog.TablePage;
import io.strandline.catalog.TableRows;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableStorage;
import io.strandline.catalog.TableWrites;
import io.strandline.catalog.TargetTable;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An Iceberg catalog. Opened by the first request, again by the next one if that failed; each request has a time limit and
 * can be cancelled. Thread-safe. Made by {@link CatalogFactory}.
 */
public final class IcebergCatalog implements TableCatalog {
    private static final long MOST_SECONDS_TO_CLOSE = 5;
    /** Manifests read at once, over all statements. */
    private static final int READERS = 8;

    private final CatalogConfig config;
    private final BackendCalls calls;
    private final ExecutorService readers;
    private final TableFiles files;
    private final IcebergChanges changes;
    private final TableRows rows;
    private final ReentrantLock opening = new ReentrantLock();
    private volatile @Nullable Backend backend;
    private volatile boolean closed;

    IcebergCatalog(CatalogConfig config) {
        this.config = config;
        this.calls = new BackendCalls(config.name(), config.timeLimit(), config.secrets());
        this.readers = Executors.newFixedThreadPool(READERS, BackendCalls.threadsNamed(config.name() + "-files"));
        this.changes = new IcebergChanges(config, calls, this::open);
        this.files = new IcebergFiles(this::metadata, calls, readers, config.secrets());
        this.rows = new IcebergRows(this::metadata, calls, readers, config.secrets());
    }

    @Override
    public String name() {
        return config.name();
    }

    @Override
    public String type() {
        return config.type().word();
    }

    @Override
    public Map<String, String> properties() {
        return config.shown();
    }

    @Override
    public boolean dropKeepsFiles() {
        return config.type().dropKeepsFiles();
    }

    @Override
    public boolean namesMetadataFiles() {
        return config.type() == CatalogType.JDBC;
    }

    @Override
    public void probe(CallContext call) {
        calls.read("probing it", call, () -> {
            open().probe();
            return true;
        });
    }

    @Override
    public List<Namespace> namespaces(CallContext call) {
        Backend opened = calls.read("opening it", call, this::open);
        Backend.Request request = new Backend.Request() {
            @Override
            public <T> T ask(String doing, Callable<T> question) {
                return calls.read(doing, call, question);
            }
        };
        List<Namespace> namespaces = new ArrayList<>();
        try {
            namespaces.addAll(opened.namespaces(request));
        } catch (StrandlineException e) {
            throw e;
        } catch (Exception e) {
            throw new StrandlineException(
                    ErrorCode.BACKEND,
                    "catalog " + SqlNames.quoteIfNeeded(name()) + " failed while listing namespaces: "
                            + config.secrets().describe(e),
                    e);
        }
        namespaces.sort(Namespace.BY_LEVEL);
        return List.copyOf(namespaces);
    }

    @Override
    public TablePage list(List<String> namespace, Optional<String> after, int limit, CallContext call) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit);
        }
        String doing = "listing namespace " + SqlNames.dotted(namespace);
        Optional<TablePage> page = calls.read(doing, call, () -> open().page(namespace, after, limit));
        return page.orElseGet(() -> wholeList(namespace, call).page(after, limit));
    }

    /** Of a backend that gives no pages: kept for the statement, or a listing of n pages would fetch it n times. */
    private SortedNames wholeList(List<String> namespace, CallContext call) {
        return call.once(
                new WholeList(this, List.copyOf(namespace)),
                () -> new SortedNames(
                        name(),
                        namespace,
                        calls.read(
                                "listing namespace " + SqlNames.dotted(namespace),
                                call,
                                () -> open().entries(namespace))));
    }

    @Override
    public OptionalLong count(List<String> namespace, CallContext call) {
        OptionalLong counted =
                calls.read("counting namespace " + SqlNames.dotted(namespace), call, () -> open().count(namespace));
        return counted.isPresent()
                ? counted
                : OptionalLong.of(wholeList(namespace, call).size());
    }

    private record WholeList(IcebergCatalog catalog, List<String> namespace) {}

    @Override
    public Optional<TableState> describe(TableRef table, CallContext call) {
        requireOwn(table);
        return calls.read("describing " + table, call, () -> open().describe(table));
    }

    @Override
    public Optional<TableState> describe(TableEntry listed, CallContext call) {
        requireOwn(listed.ref());
        return calls.read("describing " + listed.ref(), call, () -> open().describe(listed));
    }

    private Optional<LoadedMetadata> metadata(TableEntry listed, CallContext call) {
        requireOwn(listed.ref());
        return HeldMetadata.get(listed, call, calls, this::open);
    }

    @Override
    public Optional<TableFiles> files() {
        return Optional.of(files);
    }

    @Override
    public Optional<TableRows> rows() {
        return Optional.of(rows);
    }

    @Override
    public Optional<TableWrites> writes() {
        return Optional.of(new IcebergWrites(calls, this::open, changes));
    }

    @Override
    public boolean exists(TableRef table, CallContext call) {
        return find(table, call).isPresent();
    }

    @Override
    public Optional<TableEntry> find(TableRef table, CallContext call) {
        requireOwn(table);
        return calls.read("looking for " + table, call, () -> open().find(table));
    }

    @Override
    public boolean drop(TableRef table, CallContext call) {
        requireOwn(table);
        return changes.drop(table, call);
    }

    @Override
    public void commit(TableRef table, Optional<TableState> planned, TargetTable target, CallContext call) {
        requireOwn(table);
        changes.commit(table, planned, target, call);
    }

    @Override
    public void commit(TableRef table, TableState planned, TableChange change, CallContext call) {
        requireOwn(table);
        changes.commit(table, planned, change, call);
    }

    @Override
    public Optional<EntryChanges> entries() {
        return Optional.of(changes);
    }

    @Override
    public Optional<CredentialVending> credentials() {
        return config.vending().maker(config, calls, this::open);
    }

    @Override
    public Optional<TableStorage> storage() {
        return Optional.of(new IcebergStorage(config, calls, this::open, readers));
    }

    private void requireOwn(TableRef table) {
        if (!table.catalog().equals(name())) {
            throw new IllegalArgumentException(table + " is not in catalog " + name());
        }
    }

    /** The backend, opened by the first that asks; on a thread of {@link BackendCalls}. */
    private Backend open() throws InterruptedException, SQLException {
        Backend ready = backend;
        if (ready != null) {
            return ready;
        }
        opening.lockInterruptibly();
        try {
            if (closed) {
                throw new StrandlineException(
                        ErrorCode.BACKEND, "catalog " + SqlNames.quoteIfNeeded(name()) + " is closed");
            }
            Backend opened = backend;
            if (opened == null) {
                opened = Backends.open(config);
                backend = opened;
            }
            return opened;
        } finally {
            opening.unlock();
        }
    }

    CatalogConfig config() {
        return config;
    }

    /** The opened backend, for those in this package that write through it. */
    Backend backend() {
        try {
            return open();
        } catch (SQLException e) {
            throw new StrandlineException(
                    ErrorCode.BACKEND,
                    "catalog " + name() + " does not open: " + config.secrets().describe(e),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StrandlineException(ErrorCode.CANCELLED, "opening catalog " + name() + " was interrupted", e);
        }
    }

    @Override
    public void close() {
        closed = true;
        calls.close();
        readers.shutdownNow();
        if (!lockToClose()) {
            return;
        }
        try {
            Backend opened = backend;
            backend = null;
            if (opened != null) {
                opened.close();
            }
        } catch (IOException e) {
            throw new StrandlineException(
                    ErrorCode.BACKEND,
                    "catalog " + name() + " did not close: " + config.secrets().describe(e),
                    e);
        } finally {
            opening.unlock();
        }
    }

    /** A backend that does not answer while it is opened must not keep the server from ending. */
    private boolean lockToClose() {
        try {
            return opening.tryLock(MOST_SECONDS_TO_CLOSE, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public String toString() {
        return config.toString();
    }
}
