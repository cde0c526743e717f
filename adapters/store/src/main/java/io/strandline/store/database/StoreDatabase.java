package io.strandline.store.database;

import com.zaxxer.hikari.HikariDataSource;
import io.strandline.common.StrandlineException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.jooq.conf.Settings;
import org.jooq.impl.DSL;
import org.jooq.impl.DefaultConfiguration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store's database: a schema that is up to date, connections, and transactions. Thread-safe; one per gateway.
 *
 * <p>SQLite has one writer connection whose transactions are immediate and a pool of readers, in WAL with
 * {@code synchronous=FULL}, and belongs to one process at a time. PostgreSQL has a pool for each and is shared.
 */
public final class StoreDatabase implements AutoCloseable {
    static {
        // jOOQ greets on its first use
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
    }

    private static final Logger LOG = LoggerFactory.getLogger(StoreDatabase.class);

    private final StoreBackend backend;
    private final StoreErrors errors;
    private final String shownUrl;
    private final DefaultConfiguration jooq;
    private final HikariDataSource writers;
    private final HikariDataSource readers;

    private final Map<String, PostgresqlListener> listeners = new ConcurrentHashMap<>();

    /** What this thread's write to this store runs when it is committed; none outside of a write. */
    @SuppressWarnings("ThreadLocalUsage") // a store's own: a write to another store is another write
    private final ThreadLocal<List<Runnable>> writing = new ThreadLocal<>();

    private StoreDatabase(StoreBackend backend, StoreErrors errors, String shownUrl) {
        this.backend = backend;
        this.errors = errors;
        this.shownUrl = shownUrl;
        this.jooq = new DefaultConfiguration();
        jooq.set(backend.dialect().jooq());
        jooq.set(new Settings().withExecuteLogging(false).withRenderSchema(false));
        this.writers = new HikariDataSource(backend.writers());
        try {
            this.readers = new HikariDataSource(backend.readers());
        } catch (RuntimeException e) {
            writers.close();
            throw e;
        }
    }

    /**
     * Opens the store, and brings its schema up to this build.
     *
     * @param modules whose tables it shall have beside the store's own: each names folders {@code db/MODULE/sqlite} and
     *     {@code db/MODULE/postgresql} of migrations, with versions of its own
     * @throws StrandlineException {@code CONFIGURATION} for a URL that names no store; {@code STORE} if it is in use, locked
     *     past the busy timeout, not writable, unreachable, or newer than this build; {@code CORRUPT} if it is no database
     */
    public static StoreDatabase open(StoreOptions options, String... modules) {
        StoreErrors errors = new StoreErrors(options.shownUrl());
        StoreBackend backend = switch (options.dialect()) {
            case SQLITE -> new SqliteBackend(options);
            case POSTGRESQL -> new PostgresqlBackend(options);
        };
        try {
            Migrations migrations =
                    new Migrations(backend.source(), backend.dialect(), backend.schema(), options.shownUrl(), errors);
            migrations.apply(Migrations.FIRST);
            for (String module : modules) {
                migrations.apply(module);
            }
            StoreDatabase opened = new StoreDatabase(backend, errors, options.shownUrl());
            for (String doubt : opened.doubts()) {
                LOG.warn("Store {}: {}", options.shownUrl(), doubt);
            }
            return opened;
        } catch (RuntimeException e) {
            backend.close();
            throw e instanceof StrandlineException ? e : errors.of("open its connections", e);
        }
    }

    /**
     * Looks whether a store could be opened there, without taking it, changing it, or waiting for another gateway.
     *
     * @return what is there, in a few words for a person
     * @throws StrandlineException as {@link #open} does
     */
    public static String probe(StoreOptions options) {
        StoreErrors errors = new StoreErrors(options.shownUrl());
        try {
            return switch (options.dialect()) {
                case SQLITE -> SqliteBackend.probe(options);
                case POSTGRESQL -> new PostgresqlBackend(options).probe();
            };
        } catch (SQLException e) {
            throw errors.of("be looked at", e);
        }
    }

    /** What of its settings can make a change be lost that was answered, each with what to do. */
    List<String> doubts() {
        return write(dsl -> dsl.connectionResult(backend::doubts));
    }

    /** What it is on. */
    public Dialect dialect() {
        return backend.dialect();
    }

    /** Its URL as messages may show it. */
    public String shownUrl() {
        return shownUrl;
    }

    /** Whether another gateway can be on it too. */
    public boolean isShared() {
        return backend.dialect() == Dialect.POSTGRESQL;
    }

    /**
     * Reads in one transaction, all selects of which see one state.
     *
     * @throws StrandlineException {@code STORE}
     */
    public <T extends @Nullable Object> T read(Function<DSLContext, T> work) {
        return transaction(readers, "read", work);
    }

    /** The same for one select alone: the database is not asked to begin and to end. */
    public <T extends @Nullable Object> T readAlone(Function<DSLContext, T> select) {
        return alone(readers, "read", select);
    }

    /**
     * Does one statement that is a write by itself: the database is not asked to begin and to commit it.
     *
     * @throws StrandlineException {@code STORE}; nothing was written if it {@link #isRefusal is a refusal}, else that is not
     *     known
     */
    public <T extends @Nullable Object> T writeAlone(Function<DSLContext, T> statement) {
        return alone(writers, "write", statement);
    }

    /** Whether the database itself said, in failing so, that it did nothing. */
    public static boolean isRefusal(Throwable failure) {
        return StoreErrors.isRefusal(failure);
    }

    /**
     * Writes in one transaction: committed when {@code work} returns, rolled back when it throws. What it throws of its own
     * passes through. On SQLite writes come one at a time, so {@code work} does nothing but talk to the database.
     *
     * @throws StrandlineException {@code STORE} if it is not known to be committed
     * @throws IllegalStateException inside another write of the same thread
     */
    public <T extends @Nullable Object> T write(Function<DSLContext, T> work) {
        if (writing.get() != null) {
            throw new IllegalStateException("a write to the store inside a write of the same thread");
        }
        List<Runnable> whenCommitted = new ArrayList<>();
        T result;
        writing.set(whenCommitted);
        try {
            result = transaction(writers, "write", work);
        } finally {
            writing.remove();
        }
        whenCommitted.forEach(Runnable::run);
        return result;
    }

    /**
     * Runs that on this thread when its write is committed, and not if it is not.
     *
     * @throws IllegalStateException outside of a write of this thread
     */
    public void afterCommit(Runnable work) {
        List<Runnable> whenCommitted = writing.get();
        if (whenCommitted == null) {
            throw new IllegalStateException("there is no write to the store of this thread");
        }
        whenCommitted.add(work);
    }

    /**
     * As a part of a write: when it is committed, tells who {@link #listen listens} on other gateways. A store that is not
     * shared has none.
     */
    public void tell(DSLContext dsl, String channel, String message) {
        if (isShared()) {
            dsl.fetch("SELECT pg_notify(?, ?)", channel, addressed(message));
        }
    }

    /** A message as {@link #tell} gives it to {@code pg_notify}, for a statement that does so itself. */
    public String addressed(String message) {
        return prefix() + message;
    }

    /**
     * Hears what gateways {@link #tell} on a channel, this one too, until it is closed. All who hear a channel share a
     * connection. A store that is not shared has nothing to hear.
     *
     * @param channel a plain lower-case name
     * @param heard gets each message on another thread; an empty one when some may have been missed
     */
    public Listening listen(String channel, Consumer<String> heard) {
        if (!isShared()) {
            return () -> {};
        }
        listeners.compute(channel, (name, known) -> {
            PostgresqlListener listener =
                    known == null ? PostgresqlListener.begin(backend.source(), name, prefix()) : known;
            listener.add(heard);
            return listener;
        });
        return () -> listeners.computeIfPresent(channel, (name, listener) -> {
            if (!listener.remove(heard)) {
                return listener;
            }
            listener.close();
            return null;
        });
    }

    /** What is heard until it is closed. */
    public interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    /** Channels are those of the whole database; messages of other stores in it begin otherwise. */
    private String prefix() {
        return backend.schema() + '/';
    }

    /** Whether what failed so may succeed when it is done again: the database was away, or held a lock. */
    public static boolean mayPass(Throwable failure) {
        return StoreErrors.mayPass(failure);
    }

    /** {@link #write(Function)} without a result. */
    public void change(Consumer<DSLContext> work) {
        this.<@Nullable Void>write(dsl -> {
            work.accept(dsl);
            return null;
        });
    }

    private <T extends @Nullable Object> T transaction(
            HikariDataSource pool, String what, Function<DSLContext, T> work) {
        return connected(pool, what, connection -> {
            backend.begin(connection, pool == writers);
            try {
                T result = work.apply(DSL.using(jooq.derive(connection)));
                backend.commit(connection);
                return result;
            } catch (RuntimeException | Error | SQLException e) {
                rollBack(pool, connection, e);
                throw e;
            }
        });
    }

    private <T extends @Nullable Object> T alone(HikariDataSource pool, String what, Function<DSLContext, T> work) {
        return connected(pool, what, connection -> {
            backend.alone(connection);
            return work.apply(DSL.using(jooq.derive(connection)));
        });
    }

    /** What is done with a connection. */
    @FunctionalInterface
    private interface Work<T extends @Nullable Object> {
        T with(Connection connection) throws SQLException;
    }

    private <T extends @Nullable Object> T connected(HikariDataSource pool, String what, Work<T> work) {
        try (Connection connection = pool.getConnection()) {
            return work.with(connection);
        } catch (SQLException e) {
            throw errors.of(what, e);
        } catch (RuntimeException e) {
            throw StoreErrors.isOfDatabase(e) ? errors.of(what, e) : e;
        }
    }

    private void rollBack(HikariDataSource pool, Connection connection, Throwable failure) {
        try {
            backend.rollBack(connection);
        } catch (SQLException e) {
            failure.addSuppressed(e);
            // what state it is in is not known
            pool.evictConnection(connection);
        }
    }

    /** Closes all connections; work that is under way fails. */
    @Override
    public void close() {
        readers.close();
        writers.close();
        backend.close();
    }
}
