package io.strandline.reconcile;

import io.strandline.catalog.TableCatalog;
import io.strandline.common.CallContext;
import io.strandline.registry.Connection;
import io.strandline.registry.Registrations;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Tells who watches how far a comparison is (GW-5). How many names there are is counted beside it, and only once it is seen
 * to be long: nothing waits for that. Belongs to one thread.
 */
final class HowFar implements AutoCloseable {
    private static final int NAMES_A_SAFE_POINT = 256;

    private final Connection connection;
    private final TableCatalog catalog;
    private final Registrations registrations;
    private final Executor executor;
    private final CallContext call;
    private @Nullable FutureTask<OptionalLong> counting;
    private long done;

    HowFar(
            Connection connection,
            TableCatalog catalog,
            Registrations registrations,
            Executor executor,
            CallContext call) {
        this.connection = connection;
        this.catalog = catalog;
        this.registrations = registrations;
        this.executor = executor;
        this.call = call;
    }

    /** One name more is done; from time to time a safe point. */
    void oneMore() {
        if (++done % NAMES_A_SAFE_POINT == 0) {
            call.checkpoint();
            call.progress(done, total(), "tables");
        }
    }

    /** Empty until it is counted; and if there are more names than either side has, since then it says nothing. */
    private OptionalLong total() {
        FutureTask<OptionalLong> task = counting;
        if (task == null) {
            task = new FutureTask<>(this::count);
            counting = task;
            executor.execute(task);
        }
        if (!task.isDone()) {
            return OptionalLong.empty();
        }
        try {
            OptionalLong total = task.get();
            return total.isPresent() && total.orElseThrow() >= done ? total : OptionalLong.empty();
        } catch (ExecutionException | CancellationException e) {
            // whoever compares asks the same backends, and says what is wrong with them
            return OptionalLong.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalLong.empty();
        }
    }

    /** Most names are on both sides, so there are about as many as the larger one has. */
    private OptionalLong count() {
        List<String> namespace = connection.requireScratchTarget();
        OptionalLong tables = catalog.count(namespace, call);
        if (tables.isEmpty()) {
            return tables;
        }
        long kept = registrations.count(connection.name(), connection.catalog(), namespace);
        Integer limit = connection.listingLimit();
        long listed = limit == null ? tables.orElseThrow() : Math.min(limit, tables.orElseThrow());
        return OptionalLong.of(Math.max(listed, kept));
    }

    @Override
    public void close() {
        FutureTask<OptionalLong> task = counting;
        if (task != null) {
            task.cancel(true);
        }
    }
}
